// What must hold in the record of a tournament. Each check gives all that is wrong; `fresh()` begins with its first event.

import { sentence } from "../../sentences.js";
import { written } from "../canonical.js";
import { hashOf } from "../hashes.js";
import { checkDigest, checkSeal, wrongCommands } from "../order.js";
import { Wrong } from "../record.js";
import { OURS, wrongByLibrary } from "./library.js";
import { rankedIn } from "./divisions.js";
import { pairingOf } from "./pairings.js";
import { MOST_ENTRANTS } from "./rules.js";
import { standingsOf } from "./standings.js";
import { allOf, sorted } from "./state.js";
import { bestOf, Field, there } from "./swiss.js";

const same = (one, other) => written(one) === written(other);
const at = (lines, type) => lines.filter(line => line.type === `tournament.${type}`);

export function checkHeader({ header, lines }) {
  const [{ data: opened }] = lines, last = lines.at(-1), linked = new Map();
  for (const { data } of at(lines, "match_linked")) linked.set(data.round * 10000 + data.table, data.match);
  const made = {
    commitment: opened.commitment, finished: last.type === "tournament.ended", game: opened.game,
    matches: sorted(linked.keys()).map(place => linked.get(place)),
    streams: { tournament: { digest: last.envelope.digest, version: last.version } },
  };
  const wrong = Object.keys(made).filter(name => !same(made[name], header[name]));
  return wrong.length ? [new Wrong(1, sentence("header_differs", { fields: wrong.join(", ") }))] : [];
}

export function checkOrder({ header, lines }) {
  const found = [];
  lines.forEach((line, number) => {
    const before = lines[number - 1], wrong = said => found.push(new Wrong(line, said));
    if (line.stream !== `tournament:${header.id}`) wrong(sentence("other_stream", { stream: line.stream }));
    if (line.kind !== line.type.split(".")[0]) wrong(sentence("wrong_kind_tournament", { type: line.type }));
    if (line.version !== number + 1) wrong(sentence("version_expected", { version: number + 1 }));
    if (before && line.envelope.at < before.envelope.at) wrong(sentence("time_goes_back"));
    if (before?.type === "tournament.ended") wrong(sentence("after_the_end", { type: before.type }));
  });
  return [...found, ...wrongCommands(lines)];
}

export function checkPrevious({ lines }) {
  const broken = (line, number) => line.envelope.previous !== (lines[number - 1]?.envelope.digest ?? null);
  return lines.filter(broken).map(line => new Wrong(line, sentence("chain_broken")));
}

export async function checkCommitment({ lines: [opened] }) {
  const { seed } = opened.part;
  return seed && await hashOf(seed) !== opened.data.commitment ? [new Wrong(opened, sentence("seed_not_committed"))] : [];
}

export async function checkNonce({ fresh, lines }) {
  const found = [], cup = fresh();
  for (const line of lines) {
    const { data } = line, wrong = words => found.push(new Wrong(line, words));
    if (line.type === "tournament.nonce_shown") {
      const { nonce, hash } = cup.entrants[data.entrant];
      if (nonce !== null || hash !== await hashOf(data.nonce)) wrong(sentence("cup_other_number"));
      if (cup.nonces) wrong(sentence("cup_late_number"));
    }
    if (line.type === "tournament.entered" && data.entrant !== cup.entrants.length) wrong(sentence("cup_entrants_out_of_order"));
    if (line.type === "tournament.started" && !same(data.nonces, cup.entrants.map(one => one.nonce))) wrong(sentence("cup_numbers_not_used"));
    await cup.take(line);
  }
  return found;
}

export async function checkPairing(record) {
  const { fresh, lines, isFinished } = record, found = [], cup = fresh();
  for (const line of isFinished ? lines : []) {
    const season = line.type === "tournament.season_opened" && !record.isFormer && await wrongSeason(record, line.data);
    if (season) found.push(new Wrong(line, season));
    const wrong = await CHECKED[line.type]?.(cup, line.data, line);
    if (wrong) found.push(new Wrong(line, wrong));
    await cup.take(line);
  }
  return found;
}

const CHECKED = {
  "tournament.round_paired": wrongRound,
  "tournament.pairing_changed": (cup, data) => (
    !data.note || !same(sorted(allOf(cup.rounds[data.round])), sorted(allOf(data))) ? sentence("cup_wrong_change") : null
  ),
  "tournament.time_ended": (cup, _, line) => (isEarly(cup, line) ? sentence("cup_early") : null),
  "tournament.ended": (cup, data) => (isCutShort(cup, data) ? sentence("cup_cut_short") : null),
  "tournament.stage_ended": (cup, { entrants }) => isCutShort(cup, { reason: "finished" }) ? sentence("cup_cut_short") : (
    !cup.rules.final || !same(entrants, bestOf(cup).slice(0, cup.rules.final.entrants)) ? sentence("cup_not_the_best") : null
  ),
};

// Who is carried over follows from the standings of the season before, which stands behind the matches.
async function wrongSeason({ lines, former }, data) {
  if (data.former === null && data.number === 1 && !data.carried.length && !former) return null;
  const last = former?.lines.at(-1), end = last && { version: last.version, digest: last.envelope.digest };
  if (!former || former.header.id !== data.former || !same(end, data.end)) return sentence("cup_other_season");
  for (const check of [checkHeader, checkOrder, checkDigest, checkPrevious, checkSeal, checkCommitment, checkNonce, checkPairing, checkStanding]) {
    if ((await check(former)).length) return sentence("cup_wrong_season");
  }
  const cup = former.fresh();
  for (const line of former.lines) await cup.take(line);
  const ranked = rankedIn(cup, last.data.standings), carried = ranked.flat().map(one => cup.entrants[one].player);
  const players = at(lines, "entered").map(line => line.data.player).slice(0, carried.length);
  const { number, size, moves } = cup.season ?? {};
  const isNext = same([data.number, data.size, data.moves], [number + 1, size, moves]);
  return isNext && same(data.carried, ranked) && same(players, carried) ? null : sentence("cup_others_carried");
}

// Time counts from the start on, and not in pauses.
function isEarly(cup, { version }) {
  let time = 0, began = null;
  for (const { type, envelope } of cup.lines.slice(0, version)) {
    if (["tournament.started", "tournament.resumed"].includes(type)) began = Date.parse(envelope.at);
    if (["tournament.paused", "tournament.time_ended"].includes(type) && began !== null) {
      time += Date.parse(envelope.at) - began;
      began = null;
    }
  }
  return !cup.lasts || cup.isTimeOver || time < cup.rules.minutes * 60_000;
}

const isCutShort = (cup, { reason }) => cup.lasts && !cup.isTimeOver && reason === "finished";

async function wrongRound(cup, { round, stage, input, by, tables, byes, pulled, deal }) {
  if (round !== cup.rounds.length || stage !== cup.stage || !cup.nonces) return sentence("cup_round_out_of_turn");
  if (deal !== (cup.isDuplicate ? `${cup.id}:${round}` : null)) return sentence("cup_other_deal");
  if (there(cup).length > MOST_ENTRANTS) return sentence("cup_round_out_of_turn");
  if (cup.lasts && cup.isTimeOver) return sentence("cup_after_its_time");
  const field = new Field(cup);
  if (input !== await field.digest()) return sentence("cup_other_input");
  if (by !== OURS) return wrongByLibrary(cup, field, { by, tables, byes, pulled });
  return same({ tables, byes, pulled }, pairingOf(cup, field)) ? null : sentence("cup_other_pairing");
}

export async function checkStanding({ fresh, lines, isFinished }) {
  const found = [], cup = fresh();
  for (const line of isFinished ? lines : []) {
    await cup.take(line);
    const { standings: said } = line.data;
    if (!said || (line.type === "tournament.round_ended" && cup.format === "arena")) continue;
    const isWhole = cup.nonces && said.length === cup.members.length;   // nothing is sorted for who says nothing
    const made = isWhole ? standingsOf(cup) : cup.nonces ? [{}] : [];
    if (!same(said, made)) found.push(new Wrong(line, otherStanding(said, made)));
  }
  return found;
}

function otherStanding(said, made) {
  const one = said.find((standing, number) => made[number] && !same(standing, made[number]));
  return one ? sentence("cup_other_standing", { entrant: one.entrant + 1, place: one.place }) : sentence("cup_other_standings");
}
