// Everything was done by whoever may do it, when it may be done. Source: docs/ledger.md, "Tournaments".

import { sentence } from "../../sentences.js";
import { written } from "../canonical.js";
import { Wrong } from "../record.js";
import { isOfFide, MOST_OF_LIBRARY, OURS } from "./library.js";
import { divisionsOf } from "./divisions.js";
import { alive, pairingOf, roundsFor } from "./pairings.js";
import { areRules, isSeason } from "./rules.js";
import { isBot, KNOCK_OUT, SCHEDULES } from "./state.js";
import { Field, MOST_TRIED, sizes, there } from "./swiss.js";

const LATE_FORMATS = ["swiss", "arena", "duplicate"], MINUTE = 60000;
const BY_SERVICE = ["round_paired", "match_linked", "round_ended", "stage_ended", "time_ended"], BY_ORGANISER = ["pairing_changed", "paused", "resumed"];
const WITH_OTHERS = ["tournament.started", "tournament.result_entered"];   // which have more in the same command than forfeits
const kindOf = line => line.type.split(".").slice(1).join(".");
const isPlayer = by => by.startsWith("person:");
const isByService = by => by.startsWith("service:");

export async function checkPermitted({ fresh, lines, isFinished }) {
  const found = [], cup = fresh();
  for (const together of commandsIn(lines)) {
    const forfeits = forfeited(cup, together);
    for (const [at, line] of together.entries()) {
      const kind = kindOf(line), { round, table, places } = line.data;
      let wrong = wrongWriter(cup, line, kind, together) ?? wrongTurn(cup, line, kind, together, isFinished);
      if (at && kind === "result_recorded" && !forfeits.includes(JSON.stringify([round, table, places]))) wrong ??= sentence("cup_not_forfeited");
      const isWhole = kind === "opened" || WITH_OTHERS.includes(together.at(-1).type);
      const isOther = !at && !isWhole && forfeits.length !== together.length - 1;
      if (wrong || isOther) found.push(new Wrong(line, wrong ?? sentence("cup_not_forfeited")));
      await cup.take(line);
    }
  }
  return found;
}

function commandsIn(lines) {
  const found = [];
  for (const line of lines) {
    const before = found.at(-1)?.[0].envelope, { by, cause } = line.envelope;
    if (before && before.by === by && before.cause === cause) found.at(-1).push(line);
    else found.push([line]);
  }
  return found;
}

// Round, table and places of the tables that are forfeited together with a pairing, or by a round's late end.
function forfeited(cup, together) {
  const [{ data }] = together, first = kindOf(together[0]), last = together.at(-1);
  let found = [];
  if (first === "round_paired" || first === "pairing_changed") {
    const present = data.tables.map(seats => seats.map(who => cup.isActive(who, data.round)));
    found = present.flatMap((seats, table) => (
      seats.filter(Boolean).length <= 1 ? [[data.round, table, seats.map(isThere => (isThere ? 1 : null))]] : []
    ));
  } else if (last.type === "tournament.round_ended" && together.length > 1) {
    const { round, tables, results } = cup.rounds[last.data.round];
    found = tables.flatMap((seats, table) => (results.has(table) ? [] : [[round, table, seats.map(() => null)]]));
  }
  return found.map(one => JSON.stringify(one));
}

function wrongWriter(cup, { data, envelope: { by } }, kind, together) {
  const isService = isByService(by), isOrganiser = by === cup.opened.data.organiser || by.startsWith("operator:");
  const isOwn = by === (kind === "entered" ? data.player : cup.entrants[data.entrant]?.player);
  const isStarted = together.at(-1).type === "tournament.started" && isOrganiser;
  const isChanged = together[0].type === "tournament.pairing_changed" && isOrganiser;
  let may = isOrganiser || isService;
  if (kind === "opened" || kind === "season_opened") may = by === cup.opened.data.organiser;
  else if (kind === "returned") may = isOrganiser || (isOwn && !cup.entrants[data.entrant].isDropped);
  else if (kind === "entered" || kind === "checked_in") may = isOwn || isOrganiser;
  else if (kind === "nonce_shown") may = isOwn;
  else if (kind === "result_entered") may = isPlayer(by);
  else if (kind === "withdrew") may = { left: isOwn, dropped: isOrganiser, absent: isService || isStarted, away: isService }[data.reason] ?? false;
  else if (BY_SERVICE.includes(kind)) may = isService;
  else if (BY_ORGANISER.includes(kind)) may = isOrganiser;
  else if (kind === "result_recorded") {
    const isOwnWord = together.at(-1).type === "tournament.result_entered" && isPlayer(by);
    may = { played: isService, by_hand: isOrganiser || isOwnWord, adjudicated: isOrganiser || isService, forfeit: isService || isChanged }[data.how] ?? false;
  }
  return may ? null : sentence("cup_may_not");
}

const unless = (isRight, name = "cup_not_now") => (isRight ? null : sentence(name));

function wrongTurn(cup, line, kind, together, isFinished) {
  const { data } = line;
  if (kind === "opened") return areRules(data.rules) ? null : sentence("cup_no_rules");
  if (kind === "entered") return unless(mayEnter(cup, data.player));
  if (["checked_in", "withdrew", "returned"].includes(kind)) return wrongOfEntrant(cup, kind, data);
  if (kind === "started") return unless(cup.nonces === null && mayStart(cup));
  if (kind === "paused" || kind === "resumed") {
    return cup.isPaused === (kind === "paused") ? sentence("cup_not_now") : unless(data.note ?? "-", "cup_other_reason");
  }
  if (kind === "stage_ended") return unless(isOver(cup, isFinished) && hasFinal(cup));
  if (kind === "time_ended") return unless(cup.lasts && cup.nonces !== null && !cup.isPaused && !cup.isTimeOver);
  if (kind === "season_opened") {
    const isFirst = together[0].type === "tournament.opened" && !cup.season && !cup.entrants.length;
    return unless(isFirst && isSeason(cup.rules, data));
  }
  if (kind === "ended") return wrongEnding(cup, line, isFinished);
  return kind === "nonce_shown" ? null : wrongOfRound(cup, kind, data, together, isFinished);
}

function isOpenLate(cup) {
  return cup.rules.late && LATE_FORMATS.includes(cup.format) && !cup.stage && cup.rules.groups === 1 && !cup.isTimeOver;
}

function mayEnter(cup, player) {
  const isThere = player && !isBot(player) && cup.players.has(player);
  return !(isThere || isFull(cup) || (isBot(player) && !cup.rules.bots)) && (cup.nonces === null || isOpenLate(cup));
}

const isFull = cup => cup.inside >= cup.rules.most;

function wrongOfEntrant(cup, kind, { entrant, round, reason, note }) {
  const one = cup.entrants[entrant];
  if (kind === "withdrew") {
    const isTold = reason === "dropped" ? note : reason === "left" || note === null;
    return one.isIn ? unless(isTold, "cup_other_reason") : sentence("cup_not_now");
  }
  if (kind === "checked_in") return unless(one.isIn && round === cup.rounds.length && !one.checkedIn.has(round));
  const hasRoom = !isFull(cup) || (cup.nonces !== null && !LATE_FORMATS.includes(cup.format));
  return unless(!one.isIn && hasRoom && (cup.members.includes(entrant) || isOpenLate(cup)));
}

function mayStart(cup) {
  const present = cup.entrants.filter(one => one.isIn), isAsked = cup.rules.check_in === "start";
  const least = cup.isDuplicate ? 2 * cup.rules.seats : 2;
  return present.length >= least && present.every(({ player, checkedIn }) => !isAsked || isBot(player) || checkedIn.has(0));
}

function wrongOfRound(cup, kind, data, together, isFinished) {
  if (kind === "round_paired") {
    const isOpen = cup.nonces !== null && !cup.isPaused && (!isFinished || canPair(cup));
    return isOpen ? unless(!isFinished || fitsInstead(cup, data), "cup_other_reason") : sentence("cup_not_now");
  }
  const one = cup.rounds[data.round], { tables, results, matches } = one;
  if (kind === "pairing_changed") {
    const hasBegun = matches.size || one.ended || [...results.values()].some(({ how }) => how !== "forfeit");
    return unless(!hasBegun && data.tables.every(({ length }) => length >= cup.rules.shortest && length <= cup.rules.seats));
  }
  if (kind === "round_ended") {
    const isDisputed = [...one.words.values()].some(words => words.some(word => word !== words[0]));
    return unless(!one.ended && results.size === tables.length && (!isDisputed || isLate(cup, one.round, together[0])));
  }
  if (data.table >= tables.length) return sentence("cup_not_now");
  if (kind === "result_entered") {
    return unless(["round", "table", "places", "points"].every(name => written(together[0].data[name] ?? null) === written(data[name])));
  }
  if (kind === "match_linked") return unless(!matches.has(data.table) && !results.has(data.table));
  const isSettled = one.stage !== cup.stage || (KNOCK_OUT.includes(cup.format) && one !== cup.rounds.at(-1));
  const isFree = !isSettled && mayReplace(results.get(data.table), data, together[0].envelope.by);
  const isEarly = together.at(-1).type === "tournament.round_ended" && !isLate(cup, one.round, together[0]);
  return isFree && !isEarly ? unless(data.how !== "forfeit" || data.note === null, "cup_other_reason") : sentence("cup_not_now");
}

// A service only records a count that was corrected, in place of the one before: what others decided stays.
function mayReplace(before, { played }, by) {
  if (!before || !isByService(by)) return true;
  return Boolean(before.played && played && before.played.match === played.match && before.played.score < played.score);
}

// Whether the time that the rules give a round is over: pauses only make it longer.
function isLate(cup, round, { envelope }) {
  const paired = cup.lines.find(({ type, data }) => type === "tournament.round_paired" && data.round === round);
  const { minutes } = cup.rules;
  return minutes > 0 && !cup.lasts && Date.parse(envelope.at) - Date.parse(paired.envelope.at) >= MINUTE * minutes;
}

// Whether it is said why the pairing is not the library's, where the rules name that one first, and nowhere else.
function fitsInstead(cup, { by, instead }) {
  if (by !== OURS || !isOfFide(cup)) return instead === null;
  return (there(cup).length > MOST_OF_LIBRARY ? ["large"] : ["late", "failed"]).includes(instead);
}

function canPair(cup) {
  const { format, rules: { seats, shortest } } = cup;
  if (!["arena", "league"].includes(format) && cup.ofStage.some(one => !one.ended)) return false;
  if (KNOCK_OUT.includes(format)) return alive(cup).length > 1;
  const { length } = there(cup);
  if (!hasRoundsLeft(cup) || (cup.isDuplicate && length < 2 * seats)) return false;
  if (length < 2 || !sizes(length, seats, shortest).length) return false;
  return !cup.lasts || length > MOST_TRIED || pairingOf(cup, new Field(cup)).tables.length > 0;
}

function hasRoundsLeft(cup) {
  if (cup.lasts) return !cup.isTimeOver;
  const isOpen = !cup.length && SCHEDULES.includes(cup.format), divisions = divisionsOf(cup).map(({ length }) => length);
  const largest = divisions.length ? Math.max(...divisions) : Math.ceil(cup.members.length / cup.groups);
  return cup.ofStage.length < (isOpen ? roundsFor(largest, cup.rules.seats) : cup.length);
}

function hasFinal(cup) {
  return Boolean(cup.rules.final) && cup.stage === 0 && cup.members.filter(one => cup.entrants[one].isIn).length > 1;
}

// Whether nothing is left to be played in this stage. Before the end nobody can tell.
function isOver(cup, isFinished) {
  const isQuiet = !cup.isPaused && cup.nonces !== null && cup.ofStage.every(one => one.ended);
  const hasTime = cup.lasts && !cup.isTimeOver;
  return isQuiet && !hasTime && (!isFinished || !canPair(cup));
}

function wrongEnding(cup, { data: { reason, note }, envelope: { by } }, isFinished) {
  const isDone = isOver(cup, isFinished) && !hasFinal(cup);
  if (reason !== (cup.nonces === null ? "called_off" : isDone ? "finished" : "early")) return sentence("cup_no_end");
  if (isByService(by) && by !== cup.opened.data.organiser) {
    return reason === "early" ? sentence("cup_no_end") : unless(note === null, "cup_other_reason");
  }
  return unless(reason !== "early" || note, "cup_other_reason");
}
