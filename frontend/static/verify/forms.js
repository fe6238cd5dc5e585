// The forms of values in a record: each says whether a value has it. Source: docs/ledger.md, "Envelope", "Export", "Events".

import { isObject } from "./canonical.js";

const matching = pattern => value => typeof value === "string" && pattern.test(value);
const orNull = form => value => value === null || form(value);
const each = form => value => Array.isArray(value) && value.every(form);
const byName = form => value => isObject(value) && Object.values(value).every(form);

// An object with just these fields.
const fields = forms => value =>
  isObject(value) && Object.keys(value).length === Object.keys(forms).length &&
  Object.entries(forms).every(([name, form]) => Object.hasOwn(value, name) && form(value[name]));

const text = value => typeof value === "string";
const number = value => typeof value === "number";   // all numbers of canonical JSON are whole
const truth = value => typeof value === "boolean";
const count = value => number(value) && value >= 1;
const index = value => number(value) && value >= 0;
const option = value => value === null || number(value) || text(value) || truth(value);
const ascii = matching(/^[\0-\x7f]*$/);
const hash = matching(/^[0-9a-f]{64}$/);
const label = matching(/^[a-z0-9_]+$/);

const TIME = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const time = value => matching(TIME)(value) && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString() === value;

const asked = fields({ move: isObject, seat: index, turn: count });
const move = value => asked(value) && Object.hasOwn(value.move, "name") && text(value.move.name);
const reveal = value =>
  Array.isArray(value) && value.length === 4 && label(value[0]) && index(value[1]) && ascii(value[2]) && hash(value[3]);

const signed = fields({ previous: hash, signature: matching(/^[0-9a-f]{128}$/) });

const cited = fields({ version: count, digest: hash });
const ofDeal = fields({ deal: matching(/^[a-z0-9]{12}$/), name: text, version: count, digest: hash });
const branch = fields({ match: matching(/^[a-z0-9]{12}$/), version: count, digest: hash, settled: byName(index) });
const weighed = { turn: count, seat: index, best: text, given_away: index };
const judgedFirst = fields(weighed), judged = fields({ ...weighed, doubt: orNull(index) });
const draw = fields({ label, items: each(ascii), seals: each(hash) });
const score = { points: each(number), places: each(orNull(number)), lines: each(byName(number)), target: orNull(number) };
const openedTable = { opener: text, game: text, options: byName(option), seats: number, listed: truth, commitment: hash };
const startedMatch = {
  game: text, rules: number, options: byName(option), players: each(text), commitment: hash,
  nonces: each(orNull(hash)), table: orNull(cited), practice: truth,
};
const committedDeal = {
  name: text, game: text, rules: number, options: byName(option), bots: each(orNull(text)), entrants: each(text),
  begins: time, ends: time, commitment: hash,
};
const clock = fields({ kind: text, seconds: number, increment: number, delay: number });
const firstTerms = { clock: orNull(clock), out: text, absent: number, rated: truth, take_back: truth };
const terms = fields({ ...firstTerms, substitutes: truth });
const seed = fields({ seed: hash });
const id = matching(/^[a-z0-9]{12}$/);
const seatsOf = value => [2, 3, 4].includes(value);
const final = fields({ format: text, rounds: index, entrants: index });
const rules = fields({
  format: text, seats: seatsOf, shortest: seatsOf, rounds: index, points: each(index), bye: index, tie_breaks: each(text),
  terms, check_in: text, absent: text, late: truth, bots: truth, most: index, minutes: index, go_on: count,
  third_place: truth, groups: count, final: orNull(final),
});
const played = fields({ match: id, version: count, digest: hash, score: count, score_digest: hash });
const standing = fields({ entrant: index, place: count, points: index, numbers: each(number) });
const paired = { tables: each(each(index)), byes: each(index) };

export const LINE = fields({
  envelope: isObject,
  sealed: orNull(fields({ part: isObject, salt: matching(/^[0-9a-f]{32}$/) })),
});

export const HEADER = fields({
  commitment: orNull(hash), finished: truth, format: text, game: orNull(text), id: matching(/^[a-z0-9]{12}$/),
  options: orNull(byName(option)), rules: orNull(number), streams: byName(cited),
});

export const TOURNAMENT_HEADER = fields({
  commitment: hash, finished: truth, format: text, game: text, id, matches: each(id), streams: fields({ tournament: cited }),
});

export const ENVELOPE = {
  stream: matching(/^(?:(?:table|match|score|deal|tournament):[a-z0-9]{12}|rating:[a-z0-9_]+-[a-z0-9_]+)$/),
  version: count,
  type: matching(/^[a-z0-9_]+\.[a-z0-9_]+$/),
  schema: count,
  at: time,
  by: matching(/^(?:(?:person|service|operator):[A-Za-z0-9._-]+|bot:[A-Za-z0-9._-]+@[A-Za-z0-9._-]+)$/),
  cause: matching(/^[!-~]{1,200}$/),
  move: orNull(move),
  data: isObject,
  reveals: each(reveal),
  seal: orNull(hash),
  previous: orNull(hash),
  digest: hash,
  signed,
};

// By type and schema: what everybody may know of the platform's events, and what is sealed. Games have their own events,
// and their rules know them.
export const EVENTS = {
  "table.opened@1": [fields(openedTable), seed],
  "table.opened@2": [fields({ ...openedTable, branch: orNull(branch) }), seed],
  "table.opened@3": [fields({ ...openedTable, branch: orNull(branch), hints: truth }), seed],
  "table.opened@4": [fields({ ...openedTable, branch: orNull(branch), hints: truth, terms: fields(firstTerms) }), seed],
  "table.opened@5": [fields({ ...openedTable, branch: orNull(branch), hints: truth, terms }), seed],
  "table.opened@6": [fields({ ...openedTable, branch: orNull(branch), hints: truth, terms, host_key: orNull(hash) }), seed],
  "table.seat_taken@1": [fields({ seat: number, player: text, nonce_hash: orNull(hash) })],
  "table.seat_taken@2": [fields({ seat: number, player: text, nonce_hash: orNull(hash), key: orNull(hash) })],
  "table.seat_left@1": [fields({ seat: number, player: text })],
  "table.filled@1": [fields({})],
  "table.nonce_shown@1": [fields({ seat: number, nonce: hash })],
  "table.closed@1": [fields({ match: truth, reason: text })],
  "match.started@1": [fields(startedMatch), seed],
  "match.started@2": [fields({ ...startedMatch, branch: orNull(branch) }), seed],
  "match.started@3": [fields({ ...startedMatch, branch: orNull(branch), hints: truth }), seed],
  "match.started@4": [fields({ ...startedMatch, branch: orNull(branch), hints: truth, terms: fields(firstTerms) }), seed],
  "match.started@5": [fields({ ...startedMatch, branch: orNull(branch), hints: truth, terms, deal: orNull(ofDeal) }), seed],
  "match.started@6": [fields({
    ...startedMatch, branch: orNull(branch), hints: truth, terms, deal: orNull(ofDeal), host_key: orNull(hash), keys: each(orNull(hash)),
  }), seed],
  "match.drawn@1": [fields({ draws: each(draw) }), fields({ orders: each(each(index)) })],
  "match.turn_started@1": [fields({ seats: each(number) })],
  "match.seat_resigned@1": [fields({ seat: number })],
  "match.stand_in_seated@1": [fields({ seat: number, player: text })],
  "match.stand_in_agreed@1": [fields({ seat: number, absent: number, turn: number })],
  "match.take_back_asked@1": [fields({ seat: number, to: number })],
  "match.take_back_answered@1": [fields({ seat: number, request: number, agrees: truth })],
  "match.take_back_withdrawn@1": [fields({ seat: number, request: number })],
  "match.taken_back@1": [fields({ to: number, request: number })],
  "match.paused@1": [fields({ reason: text })],
  "match.paused@2": [fields({ reason: text, milliseconds: number })],
  "match.resumed@1": [fields({})],
  "match.ended@1": [fields({ reason: text })],
  "match.aborted@1": [fields({ reason: text, note: orNull(text) })],
  "match.adjudicated@1": [fields({ places: each(orNull(number)), note: text })],
  "match.stood_in@1": [fields({ seat: number, player: text, reason: text })],
  "match.lateness_forgiven@1": [fields({ seat: number, milliseconds: number })],
  "match.time_ran_out@1": [fields({ seat: number, turn: number })],
  "match.time_credited@1": [fields({ seats: each(number), milliseconds: number, begin: number, end: number })],
  "match.pause_agreed@1": [fields({ seat: number, turn: number })],
  "match.resume_agreed@1": [fields({ seat: number })],
  "match.vacation_taken@1": [fields({ seat: number, until: number })],
  "match.absence_noted@1": [fields({ seat: number, turn: number, seconds: number })],
  "match.seat_reclaimed@1": [fields({ seat: number, player: text })],
  "match.seat_taken_over@1": [fields({ seat: number, player: text })],
  "match.seat_taken_over@2": [fields({ seat: number, player: text, key: orNull(hash) })],
  "score.counted@1": [fields({ match: cited, ...score })],
  "score.corrected@1": [fields({ ...score, note: text })],
  "score.analysed@1": [fields({ match: cited, bot: text, turns: each(judgedFirst) })],
  "score.analysed@2": [fields({ match: cited, bot: text, turns: each(judged) })],
  "deal.committed@1": [fields(committedDeal), seed],
  "deal.ended@1": [fields({})],
  "tournament.opened@1": [fields({ organiser: text, game: text, options: byName(option), rules, commitment: hash }), seed],
  "tournament.entered@1": [fields({ entrant: index, player: orNull(text), nonce_hash: orNull(hash), strength: number })],
  "tournament.checked_in@1": [fields({ entrant: index, round: index })],
  "tournament.nonce_shown@1": [fields({ entrant: index, nonce: hash })],
  "tournament.withdrew@1": [fields({ entrant: index, reason: text, note: orNull(text) })],
  "tournament.returned@1": [fields({ entrant: index })],
  "tournament.started@1": [fields({ nonces: each(orNull(hash)) })],
  "tournament.round_paired@1": [fields({ ...paired, round: index, stage: index, input: hash, by: text, instead: orNull(text), pulled: each(index), deal: orNull(text) })],
  "tournament.pairing_changed@1": [fields({ ...paired, round: index, note: text })],
  "tournament.match_linked@1": [fields({ round: index, table: index, match: id })],
  "tournament.result_recorded@1": [fields({ round: index, table: index, how: text, played: orNull(played), places: each(orNull(count)), points: each(number), note: orNull(text) })],
  "tournament.result_entered@1": [fields({ round: index, table: index, seat: index, places: each(orNull(count)), points: each(number) })],
  "tournament.round_ended@1": [fields({ round: index, standings: each(standing) })],
  "tournament.stage_ended@1": [fields({ entrants: each(index) })],
  "tournament.paused@1": [fields({ note: text })],
  "tournament.resumed@1": [fields({})],
  "tournament.ended@1": [fields({ reason: text, note: orNull(text), standings: each(standing) })],
  "tournament.time_ended@1": [fields({})],
  "tournament.season_opened@1": [fields({
    number: count, size: count, moves: count, former: orNull(id), end: orNull(cited), carried: each(each(index)),
  })],
};

export const TYPES = new Set(Object.keys(EVENTS).map(name => name.split("@")[0]));
