// Checks the record of a match from its bytes alone, as infra/verify.py does: the same checks, in the same words.
// Nothing of a page in it but its sentences, and nothing of the rules of any game. Source: docs/ledger.md; in plain words: docs/audit.md.

import { sentence } from "./sentences.js";
import { checkCourse } from "./verify/course.js";
import { doubtsAbout } from "./verify/doubts.js";
import { checkDraw, checkCommitment, checkNonce, checkReveal } from "./verify/luck.js";
import { checkDigest, checkHeader, checkOrder, checkPrevious, checkSeal } from "./verify/order.js";
import { binary, bytesOf } from "./verify/bytes.js";
import { hintOf } from "./verify/hints.js";
import { causeOf, mend } from "./verify/mend.js";
import { LARGEST_FILE, read, Wrong } from "./verify/record.js";
import { checkSignature, ownOf, signedLines } from "./verify/signatures.js";
import { actsOf, gradedOf, withName } from "./verify/verdict.js";

export const OK = "ok", NO = "no", LATER = "after the end", UNREAD = "not checked";
export const FAIR = "fair", COMMITTED = "committed only", PRACTICE = "practice";
export const QUESTIONABLE = "questionable", BROKEN = "broken", DAMAGED = "damaged";
export const RUNNING = "still running", NO_MATCH = "no match";

const sum = numbers => numbers.reduce((total, number) => total + number, 0);

// The checks in their order, each with how many things of what kind it looks at.
const CHECKS = {
  header: [checkHeader, () => [8, "field"]],
  order: [checkOrder, ({ lines }) => [lines.length, "event"]],
  digest: [checkDigest, ({ lines }) => [lines.length, "event"]],
  previous: [checkPrevious, ({ lines }) => [lines.length, "link"]],
  seal: [checkSeal, ({ lines }) => [lines.filter(line => line.sealed).length, "sealed part"]],
  reveal: [checkReveal, ({ lines }) => [sum(lines.map(line => line.envelope.reveals.length)), "revealed item"]],
  commitment: [checkCommitment, ({ opened, started }) => [[opened, started].filter(line => line?.sealed).length, "seed"]],
  nonce: [checkNonce, record => [record.of("table.nonce_shown").length, "secret number"]],
  draw: [checkDraw, record => [sum(record.of("match.drawn").flatMap(line => line.data.draws.map(draw => draw.items.length))), "drawn item"]],
  signature: [checkSignature, record => [signedLines(record).length, "signature"]],
  course: [checkCourse, ({ lines }) => [lines.length, "event"]],
};
const OPENED = ["seal", "commitment", "draw"];   // what can be checked when all is open

export const NAMES = ["form", ...Object.keys(CHECKS)];

// What can be said of an export. Whatever the bytes are, there is a verdict; `onCheck` hears of each check as it is done.
// A file that was changed on its way is refused like every other one: its `cause` says only what it would be.
export async function verify(file, onCheck) {
  const verdict = await verdictOn(file, onCheck);
  if (!verdict.failures.length) return { ...verdict, cause: "" };
  const text = file.length > LARGEST_FILE ? "" : binary(file);
  const [damages, mended] = text ? await mend(text, hasForm, async changed => !(await verdictOn(bytesOf(changed))).failures.length) : [[], text];
  const found = damages.length ? await verdictOn(bytesOf(mended)) : verdict;
  const hint = found.first && file.length <= LARGEST_FILE ? hintOf(mended, found.first) : "";
  if (!damages.length) return { ...verdict, cause: hint };
  const said = found.first ? sentence("still_broken", { why: hint || sentence("failure", withName(found.first)) }) : gradedOf(found);
  return { ...verdict, grade: found.first ? BROKEN : DAMAGED, cause: causeOf(damages, said) };
}

const hasForm = text => !(readable(bytesOf(text)) instanceof Wrong);

// Of these bytes as they are, without a look at what may have happened to them.
export async function verdictOn(file, onCheck = () => {}) {
  const checks = [], tell = async check => { checks.push(check); await onCheck(check); };
  const record = readable(file);
  if (record instanceof Wrong) {
    const failures = [record.failure("form")];
    await tell({ name: "form", state: NO, failures });
    for (const name of Object.keys(CHECKS)) await tell({ name, state: UNREAD, failures: [] });
    return { grade: BROKEN, checks, failures, first: failures[0], doubts: [], record: null, seats: [], acts: [] };
  }
  await tell({ name: "form", state: OK, failures: [], count: record.lines.length + 1, of: "line" });
  let doubts = [];   // what an honest host does not do: asked where nothing is wrong
  for (const [name, [check, counted]] of Object.entries(CHECKS)) {
    const failures = (await check(record)).map(wrong => wrong.failure(name));
    const [count, of] = counted(record);
    if (name === "course" && ![...checks, { failures }].some(one => one.failures.length)) doubts = (await doubtsAbout(record)).map(wrong => wrong.failure(name));
    await tell({ name, state: doubts.length ? QUESTIONABLE : stateOf(name, failures, record), failures, count, of });
  }
  const failures = checks.flatMap(check => check.failures);
  const grade = failures.length ? BROKEN : doubts.length ? QUESTIONABLE : gradeOf(record);
  const said = failures.length ? { grade, seats: [], acts: [] } : { grade, seats: ownOf(record), acts: actsOf(record) };
  return { ...said, checks, failures, first: firstOf(failures), doubts, record };
}

function readable(file) {
  try {
    return read(file);
  } catch (error) {
    if (error instanceof Wrong) return error;
    throw error;
  }
}

function stateOf(name, failures, record) {
  if (failures.length) return NO;
  return OPENED.includes(name) && !record.isFinished ? LATER : OK;
}

// The failure that all others may come from: the nearest to the beginning. A header is made from the lines, so where one
// of them is wrong, that comes first.
function firstOf(failures) {
  const late = ({ check, line }) => Number(check === "header" && line === 1);
  return [...failures].sort((one, other) => late(one) - late(other) || one.line - other.line)[0];
}

// Of a record in which nothing is wrong.
function gradeOf({ started, isFinished }) {
  if (!isFinished) return RUNNING;
  if (!started) return NO_MATCH;
  const { practice, players, nonces } = started.data;
  if (practice) return PRACTICE;
  return players.some((player, seat) => player.startsWith("person:") && nonces[seat]) ? FAIR : COMMITTED;
}
