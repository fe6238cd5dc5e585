// Checks the record of a tournament from its bytes alone, as infra/verify.py does: the same checks, in the same words.
// Source: docs/ledger.md, "Tournaments", "Export".

import { sentence } from "./sentences.js";
import { Cup } from "./verify/cup/state.js";
import { checkCommitment, checkHeader, checkNonce, checkOrder, checkPairing, checkPrevious, checkStanding } from "./verify/cup/checks.js";
import { checkPermitted } from "./verify/cup/permitted.js";
import { checkResult } from "./verify/cup/results.js";
import { actsIn, playersIn } from "./verify/cup/verdict.js";
import { withName } from "./verify/verdict.js";
import { TOURNAMENT_HEADER } from "./verify/forms.js";
import { checkDigest, checkSeal } from "./verify/order.js";
import { lineIn, rowsIn, valueIn, Wrong } from "./verify/record.js";
import { BROKEN, COMMITTED, FAIR, LATER, NO, OK, PRACTICE, QUESTIONABLE, RUNNING, UNREAD, verdictOn } from "./verify.js";

const ENVELOPE = '{"envelope":', FORMAT = '"format":"urbanist-tournament-1"';
const CHECKS = {
  header: checkHeader, order: checkOrder, digest: checkDigest, previous: checkPrevious, seal: checkSeal,
  commitment: checkCommitment, nonce: checkNonce, permitted: checkPermitted, match: checkMatches, result: checkResult, pairing: checkPairing, standing: checkStanding,
};
const OPENED = ["seal", "commitment", "pairing", "standing"];   // what can be checked when all is open

// What can be said of it; `onCheck` hears of each check as it is done.
export async function verifyTournament(file, onCheck = () => {}) {
  const checks = [], tell = async check => { checks.push(check); await onCheck(check); };
  const record = await readable(file);
  if (record instanceof Wrong) {
    const failures = [record.failure("form")];
    await tell({ name: "form", state: NO, failures });
    for (const name of Object.keys(CHECKS)) await tell({ name, state: UNREAD, failures: [] });
    return { grade: BROKEN, checks, failures, doubts: [], first: failures[0], seats: [], acts: [] };
  }
  await tell({ name: "form", state: OK, failures: [] });
  for (const [name, check] of Object.entries(CHECKS)) await tell(await checked(name, check, record));
  const failures = checks.flatMap(check => check.failures), first = [...failures].sort((one, other) => one.line - other.line)[0];
  const doubts = doubtsIn(record);
  if (failures.length) return { grade: BROKEN, checks, failures, doubts, first, seats: [], acts: [] };
  return { grade: gradeOf(record), checks, failures, doubts, first, seats: playersIn(record), acts: await actsIn(record) };
}

// Those about its matches, by the lines of the whole file.
function doubtsIn({ matches }) {
  return matches.flatMap(({ line, record, doubts }) => doubts.map(doubt => {
    const number = line + doubt.line - 1;
    return { ...doubt, line: number, at: sentence("cup_line_of_match", { number, match: record.id }) };
  }));
}

async function checked(name, check, record) {
  const failures = (await sensible(check, record)).map(wrong => (wrong instanceof Wrong ? wrong.failure(name) : wrong));
  return { name, state: failures.length ? NO : OPENED.includes(name) && !record.isFinished ? LATER : OK, failures };
}

// Events that name what is not there make no sense: no check fails because of them.
async function sensible(check, record) {
  try {
    return await check(record);
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    return [new Wrong(record.lines.at(-1), sentence("cup_nonsense"))];
  }
}

async function readable(file) {
  try {
    return await read(file);
  } catch (error) {
    if (error instanceof Wrong) return error;
    throw error;
  }
}

// The header, the tournament's own lines, and the verdict on the file of each match, with the line where it begins.
async function read(file) {
  const rows = rowsIn(file), starts = rows.flatMap((row, at) => (at && !begins(row) ? [at] : []));
  const blocks = starts.map((start, at) => ({ start, rows: rows.slice(start, starts[at + 1]) }));
  const season = blocks.find(block => isSeason(block.rows[0])), own = ownOf(rows.slice(0, starts[0]));
  const matches = [];
  for (const block of blocks.filter(one => one !== season)) {
    matches.push({ line: block.start + 1, ...await verdictOn(joined(block.rows)) });
  }
  const records = new Map(matches.flatMap(({ record }) => (record ? [[record.id, record]] : [])));
  return { ...own, matches, records, former: season && formerOf(season) };
}

// The season before, without its matches.
function formerOf({ start, rows }) {
  try {
    return { ...ownOf(rows), matches: [], records: new Map(), isFormer: true };
  } catch (error) {
    if (error instanceof Wrong) throw new Wrong(start + 1, sentence("cup_unread_season", { wrong: error.message }));
    throw error;
  }
}

function ownOf(rows) {
  const header = valueIn(1, rows[0]);
  if (!TOURNAMENT_HEADER(header)) throw new Wrong(1, sentence("no_header"));
  const lines = rows.slice(1).map((row, at) => lineIn(at + 2, row));
  if (lines[0]?.type !== "tournament.opened") throw new Wrong(2, sentence("wrong_beginning_tournament", { type: String(lines[0]?.type) }));
  return { header, lines, isFinished: header.finished, fresh: () => new Cup(header.id, lines) };
}

const begins = row => ENVELOPE === String.fromCharCode(...row.subarray(0, ENVELOPE.length));
const isSeason = row => new TextDecoder().decode(row).includes(FORMAT);

function joined(rows) {
  const file = new Uint8Array(rows.reduce((size, row) => size + row.length + 1, 0)).fill(0x0a);
  rows.reduce((at, row) => (file.set(row, at), at + row.length + 1), 0);
  return file;
}

// Nothing is wrong with the record of any match, and they are those that the tournament names.
function checkMatches({ header, matches }) {
  const found = matches.filter(({ first }) => first).map(({ line, record, first }) => ({
    line: line + first.line - 1, check: "match", wrong: sentence("cup_in_match", withName(first)),
    at: sentence("cup_line_of_match", { number: line + first.line - 1, match: record?.id ?? "-" }),
  }));
  const named = matches.map(({ record }) => record?.id);
  const isSame = named.length === header.matches.length && named.every((id, at) => id === header.matches[at]);
  return isSame ? found : [...found, new Wrong(1, sentence("cup_other_matches"))];
}

// The verdict on the worst of its matches counts for all.
function gradeOf({ isFinished, lines, matches }) {
  if (matches.some(({ grade }) => grade === QUESTIONABLE)) return QUESTIONABLE;
  if (!isFinished) return RUNNING;
  if (matches.some(({ grade }) => grade === PRACTICE)) return PRACTICE;
  const isMixed = lines.some(({ type }) => type === "tournament.nonce_shown");
  return isMixed && matches.some(({ grade }) => grade === FAIR) ? FAIR : COMMITTED;
}
