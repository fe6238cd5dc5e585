// What must hold in the record of a tournament. Each check gives all that is wrong; `fresh()` begins with its first event.

import { sentence } from "../../sentences.js";
import { written } from "../canonical.js";
import { hashOf } from "../hashes.js";
import { wrongCommands } from "../order.js";
import { Wrong } from "../record.js";
import { pairingOf } from "./pairings.js";
import { standingsOf } from "./standings.js";
import { allOf, sorted } from "./state.js";
import { bestOf, Field } from "./swiss.js";

const OURS = "urbanist 1", LIBRARY = "py4swiss ";
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
    if (line.kind !== line.type.split(".")[0]) wrong(sentence("wrong_kind", { kind: "tournament", type: line.type }));
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

export async function checkPairing({ fresh, lines, isFinished }) {
  const found = [], cup = fresh();
  for (const line of isFinished ? lines : []) {
    const wrong = await CHECKED[line.type]?.(cup, line.data);
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
  "tournament.stage_ended": (cup, { entrants }) => (
    !cup.rules.final || !same(entrants, bestOf(cup).slice(0, cup.rules.final.entrants)) ? sentence("cup_not_the_best") : null
  ),
};

async function wrongRound(cup, { round, stage, input, by, tables, byes, pulled, deal }) {
  if (round !== cup.rounds.length || stage !== cup.stage || !cup.nonces) return sentence("cup_round_out_of_turn");
  if (deal !== (cup.isDuplicate ? `${cup.id}:${round}` : null)) return sentence("cup_other_deal");
  const field = new Field(cup);
  if (input !== await field.digest()) return sentence("cup_other_input");
  if (by !== OURS) return wrongByLibrary(field, { by, tables, byes });
  return same({ tables, byes, pulled }, pairingOf(cup, field)) ? null : sentence("cup_other_pairing");
}

// FIDE's C1 and C2, which the Dutch system never breaks.
function wrongByLibrary(field, { by, tables, byes }) {
  if (!by.startsWith(LIBRARY) || field.format !== "swiss" || field.seats !== 2) return sentence("cup_unknown_maker", { by });
  const known = field.contenders.map(one => one.entrant);
  if (!same(sorted(allOf({ tables, byes })), sorted(known)) || byes.length > 1 || tables.some(seats => seats.length !== 2)) {
    return sentence("cup_somebody_missing");
  }
  if (tables.some(pair => field.timesMet(...pair))) return sentence("cup_met_before");
  return field.contenders.some(one => byes.includes(one.entrant) && one.byes) ? sentence("cup_second_bye") : null;
}

export async function checkResult({ fresh, lines, records }) {
  const found = [], done = new Set(), cup = fresh();
  for (const line of lines) {
    if (line.type === "tournament.result_recorded") {
      const place = `${line.data.round} ${line.data.table}`, wrong = wrongResult(cup, line.data, records, done.has(place));
      if (wrong) found.push(new Wrong(line, wrong));
      done.add(place);
    }
    if (line.type === "tournament.result_entered" && !mayEnter(cup, line.data)) {
      found.push(new Wrong(line, sentence("cup_entered_by_nobody")));
    }
    await cup.take(line);
    if (line.type === "tournament.round_ended" && isOpenEarly(cup, line, records)) {
      found.push(new Wrong(line, sentence("cup_open_early")));
    }
  }
  return found;
}

// Players of a real table say how it ended: with the first word, or beside it.
function mayEnter(cup, { round, table, seat, places, points }) {
  const { ended, matches, results, tables } = cup.rounds[round], { length } = tables[table];
  const isByHand = results.get(table)?.how === "by_hand" && !matches.has(table);
  return isByHand && places.length === length && points.length === length && seat < length && !ended;
}

function isOpenEarly(cup, { data, envelope }, records) {
  const { deal, matches } = cup.rounds[data.round];
  const ends = [...matches.values()].flatMap(id => records.get(id)?.of("deal.ended") ?? []);
  return Boolean(deal) && ends.some(ended => ended.envelope.at < envelope.at);
}

// Once all is open, the seed has to be the one that follows from the tournament's.
function hasOtherLuck({ deal, seed }, started) {
  const own = started.part?.seed;
  return (started.data.deal?.name ?? null) !== deal || Boolean(seed && own && own !== seed);
}

function wrongResult(cup, data, records, isSecond) {
  const { round, table, how, played, places, note } = data, seats = cup.rounds[round].tables[table];
  if ((isSecond || how === "adjudicated") && !note) return sentence("cup_no_reason");
  if ((how === "played") !== (played !== null)) return sentence("cup_played_and_not");
  if (places.length !== seats.length || places.some(place => place > seats.length)) return sentence("cup_no_place");
  if (!played) return null;
  const record = records.get(played.match);
  if (!record?.started || cup.rounds[round].matches.get(table) !== record.id) return sentence("cup_other_match");
  const { players, game, options } = record.started.data;
  const entrants = seats.map(one => cup.entrants[one].player);
  if (!areThose(entrants, players)) return sentence("cup_others_played");
  if (game !== cup.opened.data.game || !same(options, cup.opened.data.options)) return sentence("cup_other_game");
  if (hasOtherLuck(cup.rounds[round], record.started)) return sentence("cup_other_luck");
  return wrongCount(data, record, whoCount(cup.rules.absent, entrants, record));
}

const isBot = player => Boolean(player?.startsWith("bot:"));

// A bot may have begun in place of a person who did not come.
function areThose(entrants, players) {
  return entrants.length === players.length &&
    entrants.every((entrant, seat) => players[seat] === entrant || (isBot(players[seat]) && !isBot(entrant)));
}

// By seat, whose place counts: of those who came, and where who leaves forfeits, of those who stayed.
function whoCount(absent, entrants, record) {
  const began = record.started.data.players, stayed = [...began];
  for (const { data } of record.of("match.stand_in_seated", "match.seat_reclaimed", "match.seat_taken_over")) {
    stayed[data.seat] = data.player;
  }
  return entrants.map((entrant, seat) => (
    isBot(entrant) || (began[seat] === entrant && (absent !== "forfeit" || stayed[seat] === entrant))
  ));
}

function wrongCount({ played, places, points }, record, countsFor) {
  const ended = record.streams.match.at(-1);
  const count = record.of("score.counted", "score.corrected").find(line => line.version === played.score);
  if (ended.version !== played.version || ended.envelope.digest !== played.digest) return sentence("cup_other_end");
  if (count?.envelope.digest !== played.score_digest) return sentence("cup_other_count");
  const counted = count.data.places.map((place, seat) => (!countsFor[seat] ? null : count.data.target === null ? place : 1));
  return same([places, points], [counted, count.data.points]) ? null : sentence("cup_other_result");
}

export async function checkStanding({ fresh, lines, isFinished }) {
  const found = [], cup = fresh();
  for (const line of isFinished ? lines : []) {
    await cup.take(line);
    const { standings: said } = line.data;
    if (!said || (line.type === "tournament.round_ended" && cup.format === "arena")) continue;
    const made = cup.nonces ? standingsOf(cup) : [];
    if (!same(said, made)) found.push(new Wrong(line, otherStanding(said, made)));
  }
  return found;
}

function otherStanding(said, made) {
  const one = said.find((standing, number) => made[number] && !same(standing, made[number]));
  return one ? sentence("cup_other_standing", { entrant: one.entrant + 1, place: one.place }) : sentence("cup_other_standings");
}
