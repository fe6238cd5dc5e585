// What happens to files on their way, as infra/verify.py names and undoes it. No record is accepted because of it.

import { sentence } from "../sentences.js";
import { LARGEST_FILE } from "./record.js";
import * as undo from "./undo.js";
import { ofGzip, ofZip } from "./unpack.js";

// `name` is that of its sentences: `damage_…` says what happened, `only_damage_…` also what the record is without it.
const damage = (name, by) => ({ name, by });
const packed = by => () => sentence("hint_packed", { by });

export const HINTS = {
  "\x1f\x8b": () => sentence("hint_gzip"),
  "PK\x03\x04": () => sentence("hint_zip"),
  BZh: packed("bzip2"),
  "\xfd7zXZ": packed("xz"),
  "\x28\xb5\x2f\xfd": packed("zstd"),
  "7z\xbc\xaf": packed("7-Zip"),
  "%PDF": () => sentence("hint_pdf"),
};
const isPacked = file => Object.keys(HINTS).some(begins => file.startsWith(begins));

const WRAPPED = [
  damage("page", undo.inPage),
  damage("base64", undo.ofBase64),
  damage("mail", file => (isPacked(file) ? null : undo.ofMail(file))),
  damage("gzip", ofGzip),
  damage("zip", ofZip),
];
const SAVED = [
  damage("utf16", undo.ofUtf16),
  damage("mark", undo.withoutMark),
  damage("crlf", undo.withoutCr),
  damage("cr", undo.withLf),
  damage("zeros", undo.withoutZeros),
];
const LETTERS = [damage("quotes", undo.withStraightQuotes), damage("windows", undo.ofWindows)];
const SPACING = [
  damage("last_spaces", undo.withoutLastSpaces),
  damage("empty_lines", undo.withoutEmptyLines),
  damage("last_lf", undo.withLastLf),
];
const REWRITTEN = damage("rewritten", undo.rewritten);
const LIKELY = [[...LETTERS, ...SPACING], [...LETTERS, REWRITTEN]];
const OF_TEXTS = [damage("accents", undo.composed), damage("twice", undo.readOnceTooOften)];

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
  if (damages.length === 1) return sentence(`only_damage_${damages[0].name}`, { said });
  const happened = damages.map(one => sentence(`damage_${one.name}`)).reduce((first, then) => sentence("damages", { first, then }));
  return sentence("all_undone", { happened, said });
}
