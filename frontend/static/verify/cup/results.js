// Results of tables, held to the records of their matches. Source: docs/ledger.md, "Tournaments".

import { sentence } from "../../sentences.js";
import { written } from "../canonical.js";
import { Wrong } from "../record.js";
import { isBot } from "./state.js";

const same = (one, other) => written(one) === written(other);

export async function checkResult({ fresh, lines, records }) {
  const found = [], cup = fresh(), keys = new Map();
  for (const key of lines.map(keyOf)) keys.set(key, (keys.get(key) ?? 0) + 1);
  for (const line of lines) {
    if (line.type === "tournament.result_recorded") {
      const wrong = wrongResult(cup, line.data, records) ?? wrongDecision(cup, line, records, keys.get(keyOf(line)) === 1);
      if (wrong) found.push(new Wrong(line, wrong));
    }
    if (line.type === "tournament.result_entered" && !maySay(cup, line.data)) found.push(new Wrong(line, sentence("cup_entered_by_nobody")));
    if (line.type === "tournament.withdrew" && wasThere(cup, line, records)) found.push(new Wrong(line, sentence("cup_was_there")));
    await cup.take(line);
    if (line.type === "tournament.round_ended" && isOpenEarly(cup, line, records)) {
      found.push(new Wrong(line, sentence("cup_open_early")));
    }
  }
  return found;
}

// Players of a real table say how it ended: with the first word, or beside it.
function maySay(cup, { round, table, seat, places, points }) {
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

const keyOf = ({ envelope: { by, cause } }) => `${by} ${cause}`;

// Whether somebody who did not come in time, as a service says, had their seat at every table that waited.
function wasThere(cup, { data: { entrant, reason }, envelope: { by, at } }, records) {
  if (reason !== "absent" || !by.startsWith("service:") || !cup.nonces) return false;
  const { player } = cup.entrants[entrant];
  const waiting = cup.rounds.filter(one => !one.ended).flatMap(({ tables, results, matches }) => tables.flatMap((seats, table) => (
    seats.includes(entrant) && !results.has(table) ? [records.get(matches.get(table))] : []
  )));
  return waiting.every(record => !record || hasSat(record, player, at));
}

function hasSat(record, player, at) {
  const own = record.of("table.seat_taken", "table.seat_left").filter(one => one.data.player === player && one.envelope.at < at);
  return own.at(-1)?.type === "table.seat_taken";
}

// Of a table without a count, by matchmaking: what its record says of who sat there, and how it ended.
function wrongDecision(cup, { data, envelope }, records, isAlone) {
  if (data.played !== null || !isAlone || !envelope.by.startsWith("service:")) return null;
  const { matches, tables } = cup.rounds[data.round], record = records.get(matches.get(data.table));
  const entrants = tables[data.table].map(one => cup.entrants[one].player);
  const made = record && decided(cup.rules.absent, entrants, record);
  const said = { how: data.how, places: data.places, note: data.note };
  return made && same(said, made) && data.points.every(points => points === 0) ? null : sentence("cup_not_forfeited");
}

// How, with which places and for which reason; nothing where the record says nothing of it.
function decided(absent, entrants, record) {
  const closed = record.of("table.closed").at(-1), last = record.streams.match?.at(-1);
  if (closed && !closed.data.match) {
    const sat = entrants.map(() => false);
    for (const { type, data } of record.of("table.seat_taken", "table.seat_left")) sat[data.seat] = type === "table.seat_taken";
    return forfeited(sat);
  }
  if (last?.type === "match.aborted") {
    const players = playersOf(record);
    return forfeited(entrants.map((entrant, seat) => last.data.reason === "left" && players[seat] === entrant));
  }
  if (last?.type !== "match.adjudicated") return null;
  const counts = whoCount(absent, entrants, record);
  return { how: "adjudicated", places: last.data.places.map((place, seat) => (counts[seat] ? place : null)), note: last.data.note };
}

const forfeited = there => ({ how: "forfeit", places: there.map(isThere => (isThere ? 1 : null)), note: null });

function wrongResult(cup, data, records) {
  const { round, table, how, played, places, note } = data, seats = cup.rounds[round].tables[table];
  const before = cup.rounds[round].results.get(table);
  if ((before || how === "adjudicated") && !note) return sentence("cup_no_reason");
  if ((how === "played") !== (played !== null)) return sentence("cup_played_and_not");
  if (places.length !== seats.length || places.some(place => place > seats.length)) return sentence("cup_no_place");
  if (!played) return null;
  const record = records.get(played.match);
  if (!record?.started || cup.rounds[round].matches.get(table) !== record.id) return sentence("cup_other_match");
  const { players, game, options, terms, table: own, deal } = record.started.data;
  const entrants = seats.map(one => cup.entrants[one].player);
  if (!areThose(entrants, players)) return sentence("cup_others_played");
  const wanted = own || !deal ? cup.rules.terms : terms;   // who practises a deal plays by its own terms
  if (game !== cup.opened.data.game || !same([options, terms ?? null], [cup.opened.data.options, wanted])) return sentence("cup_other_game");
  if (hasOtherLuck(cup.rounds[round], record.started)) return sentence("cup_other_luck");
  return wrongCount(data, record, whoCount(cup.rules.absent, entrants, record), before);
}

// A bot may have begun in place of who did not come.
function areThose(entrants, players) {
  return entrants.length === players.length &&
    entrants.every((entrant, seat) => players[seat] === entrant || isBot(players[seat]));
}

// By seat, at the end of the match.
function playersOf(record) {
  const found = [...record.started.data.players];
  for (const { data } of record.of("match.stand_in_seated", "match.seat_reclaimed", "match.seat_taken_over")) found[data.seat] = data.player;
  return found;
}

// By seat, whose place counts: of those who came, and where who leaves forfeits, of those who stayed.
function whoCount(absent, entrants, record) {
  const began = record.started.data.players, stayed = playersOf(record);
  return entrants.map((entrant, seat) => (
    began[seat] === entrant && (isBot(entrant) || absent !== "forfeit" || stayed[seat] === entrant)
  ));
}

function wrongCount({ played, places, points, note }, record, countsFor, before) {
  const ended = record.streams.match.at(-1);
  const count = record.of("score.counted", "score.corrected").find(line => line.version === played.score);
  if (ended.version !== played.version || ended.envelope.digest !== played.digest || ended.type !== "match.ended") return sentence("cup_other_end");
  if (count?.envelope.digest !== played.score_digest) return sentence("cup_other_count");
  const counted = count.data.places.map((place, seat) => (!countsFor[seat] ? null : count.data.target === null ? place : 1));
  if (!same([places, points], [counted, count.data.points])) return sentence("cup_other_result");
  return note === (before && count.data.note || null) ? null : sentence("cup_other_reason");
}
