// How each thing that happens to texts on their way is undone. Null: it did not happen, or can't be undone.

import { binary, decoded, encoded } from "./bytes.js";
import { rewrittenValues } from "./values.js";

const BOM = "\xef\xbb\xbf";
const PRE = /<pre[^<>]*>/i;
const ENTITIES = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#34;": '"', "&#39;": "'", "&#x27;": "'", "&amp;": "&" };
const WINDOWS = Array.from(new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)));
const OF_WINDOWS = new Map(WINDOWS.map((letter, byte) => [letter, byte]));

const changedOnly = (file, changed) => (changed === file ? null : changed);

// The text of a page that shows a file and nothing else.
export function inPage(file) {
  const start = PRE.exec(file), end = file.lastIndexOf("</pre>");
  if (!isPage(file) || !start || end < start.index + start[0].length) return null;
  let text = file.slice(start.index + start[0].length, end);
  for (const [written, letter] of Object.entries(ENTITIES)) text = text.replaceAll(written, letter);   // & last: it may be half of another one
  return /^[ \t\n\r\v\f]*\{/.test(text) ? text : null;
}

export const isPage = file => /^[ \t\n\r\v\f]*</.test(file);

// Quoted-printable: RFC 2045, section 6.7.
export function ofMail(file) {
  if (!/=\r?\n/.test(file)) return null;
  return file.replace(/=\r?\n/g, "").replace(/=([0-9A-F]{2})/g, (_, digits) => String.fromCharCode(parseInt(digits, 16)));
}

export function ofBase64(file) {
  const text = file.startsWith("eyJ") ? file.replace(/[ \t\n\r\v\f]+/g, "") : "";   // {"
  return text && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? atob(text) : null;
}

export function ofUtf16(file) {
  const name = { "\xff\xfe": "utf-16le", "\xfe\xff": "utf-16be", "{\0": "utf-16le", "\0{": "utf-16be" }[file.slice(0, 2)];
  const text = name ? decoded(file, new TextDecoder(name, { fatal: true, ignoreBOM: true })) : null;
  return text === null ? null : encoded(text.replace(/^\ufeff/, ""));
}

export const withoutMark = file => (file.startsWith(BOM) ? file.slice(BOM.length) : null);
export const withoutCr = file => changedOnly(file, file.replaceAll("\r\n", "\n"));
export const withLf = file => (file.includes("\n") ? null : changedOnly(file, file.replaceAll("\r", "\n")));

export function withoutZeros(file) {
  let end = file.length;
  while (end && file[end - 1] === "\0") end -= 1;
  return changedOnly(file, file.slice(0, end));
}

export const withStraightQuotes = file => (file.includes('"') ? null : changedOnly(file, file.replace(/\xe2\x80[\x9c-\x9e]/g, '"')));

export const ofWindows = file => (decoded(file) === null ? encoded(Array.from(file, letter => WINDOWS[letter.charCodeAt(0)]).join("")) : null);

export const withoutLastSpaces = file => changedOnly(file, file.split("\n").map(withoutSpacesAtEnd).join("\n"));

function withoutSpacesAtEnd(line) {
  let end = line.length;
  while (end && " \t".includes(line[end - 1])) end -= 1;
  return line.slice(0, end);
}

export function withoutEmptyLines(file) {
  if (!file.endsWith("\n")) return null;
  return changedOnly(file, file.slice(0, -1).split("\n").filter(Boolean).map(line => `${line}\n`).join(""));
}

export const withLastLf = file => (file.endsWith("\n") ? null : `${file}\n`);

// Every value in its one form, whatever the spaces between, also where all of them stand in one array.
export function rewritten(file) {
  const text = decoded(file), rows = text === null ? null : rewrittenValues(text);
  return rows && encoded(rows);
}

// Some systems and programs take letters with accents apart (Unicode's form NFD).
export function composed(file) {
  const text = decoded(file);
  return text === null ? null : changedOnly(file, encoded(text.normalize("NFC")));
}

// UTF-8 that was read as Windows-1252 and saved as UTF-8.
export function readOnceTooOften(file) {
  const bytes = Array.from((/[^\0-\x7f]/.test(file) && decoded(file)) || "", letter => OF_WINDOWS.get(letter));
  if (!bytes.length || bytes.includes(undefined)) return null;
  const changed = binary(Uint8Array.from(bytes));
  return decoded(changed) === null ? null : changedOnly(file, changed);
}
