// What happens to files on their way, as infra/verify.py names and undoes it. No record is accepted because of it.

import { LARGEST_FILE } from "./record.js";
import * as undo from "./undo.js";
import { ofGzip, ofZip } from "./unpack.js";

const damage = (happened, undone, by) => ({ happened, undone, by });
const PACKED = by => `this file is packed by ${by}: unpack it, and check what was in it`;

export const HINTS = {
  "\x1f\x8b": "this file is packed by gzip and can't be unpacked to a record: download it again",
  "PK\x03\x04": "this is a zip archive that does not hold just one record: check what is in it",
  BZh: PACKED("bzip2"),
  "\xfd7zXZ": PACKED("xz"),
  "\x28\xb5\x2f\xfd": PACKED("zstd"),
  "7z\xbc\xaf": PACKED("7-Zip"),
  "%PDF": "this is a PDF and not a record: download the record itself",
};
const isPacked = file => Object.keys(HINTS).some(begins => file.startsWith(begins));

const WRAPPED = [
  damage("a web page was saved in place of the record that it shows", "taken out of it,", undo.inPage),
  damage("the file was written for a mail, as base64", "written back,", undo.ofBase64),
  damage("the file was written for a mail, as quoted-printable", "written back,", file => (isPacked(file) ? null : undo.ofMail(file))),
  damage("the file was packed by gzip", "unpacked,", ofGzip),
  damage("the file was packed into a zip archive", "unpacked,", ofZip),
];
const SAVED = [
  damage("the text was changed to UTF-16", "in UTF-8", undo.ofUtf16),
  damage("a byte order mark was put before the text", "without it", undo.withoutMark),
  damage("line ends were changed to CR LF", "with LF", undo.withoutCr),
  damage("line ends were changed to CR", "with LF", undo.withLf),
  damage("zeros were added at the end", "without them", undo.withoutZeros),
];
const LETTERS = [
  damage("quotation marks were changed to curly ones", "with straight ones", undo.withStraightQuotes),
  damage("the text was changed to Windows-1252", "in UTF-8", undo.ofWindows),
];
const SPACING = [
  damage("spaces were added at the ends of lines", "without them", undo.withoutLastSpaces),
  damage("empty lines were added", "without them", undo.withoutEmptyLines),
  damage("the line feed at the end was taken away", "with it", undo.withLastLf),
];
const REWRITTEN = damage("the JSON was written anew in another way than the ledger's", "in the ledger's way", undo.rewritten);
const LIKELY = [[...LETTERS, ...SPACING], [...LETTERS, REWRITTEN]];
const OF_TEXTS = [
  damage("letters were taken apart from their accents (NFD)", "put together again,", undo.composed),
  damage("UTF-8 was taken for Windows-1252", "read as UTF-8,", undo.readOnceTooOften),
];

// What happened to the file, and its bytes without that; nothing of it where they are no record even then. What leaves no
// doubt is undone first. The rest is undone only where it makes a record of the bytes (`hasForm`), or, for what changes
// texts, one in which nothing is wrong (`holds`).
export async function mend(file, hasForm, holds) {
  let [found, mended] = await undone(WRAPPED, file);
  if (!isPacked(mended)) {
    const [saved, changed] = await undone(SAVED, mended);
    [found, mended] = [[...found, ...saved], changed];
  }
  for (const damages of hasForm(mended) ? [] : LIKELY) {
    const [likely, changed] = await undone(damages, mended, hasForm);
    if (!likely.length || !hasForm(changed)) continue;
    [found, mended] = [[...found, ...likely], changed];
    break;
  }
  for (const one of OF_TEXTS) {
    const changed = one.by(mended);
    if (changed !== null && await holds(changed)) return [[...found, one], changed];
  }
  return [found, mended];
}

async function undone(damages, file, isEnough = () => false) {
  const found = [];
  for (const one of damages) {
    const changed = file.length <= LARGEST_FILE ? await one.by(file) : null;
    if (changed === null) continue;
    found.push(one);
    file = changed;
    if (isEnough(file)) break;
  }
  return [found, file];
}

export function causeOf(damages, said) {
  const happened = damages.map(one => one.happened).join(", and ");
  return `${happened}; ${damages.length === 1 ? damages[0].undone : "with all of that undone"} this record is: ${said}`;
}
