// The course of a table and its match: who may write what, and what is possible, and no honest host does. The same rules,
// in the same words, as in infra/verify.py. Source: docs/ledger.md, "Checks of a verifier".

import { sentence } from "../sentences.js";
import { commandsOf, momentOf, secondsIn, Course } from "./going.js";
import { Wrong } from "./record.js";

const OF_SEAT = ["match.seat_resigned", "match.stand_in_agreed", "match.pause_agreed", "match.resume_agreed",
  "match.take_back_asked", "match.take_back_answered", "match.take_back_withdrawn", "match.vacation_taken"];
const OF_SERVER = ["match.time_credited", "match.absence_noted", "score.counted", "score.analysed", "deal.committed", "deal.ended"];
const OF_OPERATOR = ["match.adjudicated", "score.corrected"];
// What other events of its command lead to, always.
const FOLLOWS = ["match.drawn", "match.turn_started", "match.stood_in", "match.lateness_forgiven", "match.taken_back", "match.paused"];
// Why a bot plays on in a seat, and the field that names the seat.
const LEFT_SEAT = {
  "match.seat_resigned": "seat", "match.stand_in_agreed": "absent", "match.absence_noted": "seat", "match.time_ran_out": "seat",
};

const isService = by => by.startsWith("service:");
const isOperator = by => by.startsWith("operator:");
const isBot = player => player.startsWith("bot:");
const onlyServer = by => sentence("only_server", { by });
const onlyOperator = by => sentence("only_operator", { by });
const onlySeat = (by, seat) => sentence("only_seat", { by, seat: seat + 1 });
const onlyPlayer = (by, player) => sentence("only_player", { by, player });
const uncaused = () => sentence("uncaused");

// Whoever gave an order may give it, and could at that time: else no decider ever wrote it.
export function checkCourse(record) {
  const found = wrongTable(record), { started, streams } = record;
  if (started) {
    const course = new Course(started, streams.table?.at(-1));
    for (const lines of commandsOf(streams.match)) {
      const wrong = wrongCommand(course, lines);
      if (wrong) found.push(new Wrong(lines[0], wrong));
      lines.forEach((line, at) => {
        const follows = at && lines[0].type !== "match.started" ? wrongAfter(lines.slice(0, at), line) : null;
        if (follows && !wrong) found.push(new Wrong(line, follows));
        course.goOn(line);
      });
    }
  }
  for (const line of [...streams.score ?? [], ...streams.deal ?? []]) {
    const said = wrongOffice(line);
    if (said) found.push(new Wrong(line, said));
  }
  return found;
}

// Of events that only the server writes, or only an operator.
function wrongOffice({ type, envelope: { by } }) {
  if (OF_SERVER.includes(type) && !isService(by)) return onlyServer(by);
  if (OF_OPERATOR.includes(type) && !isOperator(by)) return onlyOperator(by);
  return null;
}

function wrongTable({ opened, streams }) {
  if (!opened) return [];
  const found = [], { opener } = opened.data, seats = new Map(), shown = new Set();
  let isFilled = false;
  for (const lines of commandsOf(streams.table)) {
    lines.forEach((line, at) => {
      const { seat } = line.data, awaited = [...seats.keys()].filter(one => seats.get(one).data.nonce_hash && !shown.has(one));
      const wrong = line.type === "table.closed"
        ? wrongClose(line, at, opener, isFilled ? awaited : null)
        : wrongAtTable(line, at, opener, seats.get(seat));
      if (wrong) found.push(new Wrong(line, wrong));
      if (line.type === "table.seat_taken") seats.set(seat, line);
      else if (line.type === "table.seat_left") seats.delete(seat);
      else if (line.type === "table.nonce_shown") shown.add(seat);
      isFilled ||= line.type === "table.filled";
    });
  }
  return found;
}

// The server opens tables for those who waited for each other, and for tournaments.
const isByOpener = (by, opener) => opener.startsWith("person:") || isBot(opener) ? by === opener : isService(by);

// `at` is the place among the events of the command.
function wrongAtTable({ type, data, envelope: { by } }, at, opener, sitting) {
  const may = isByOpener(by, opener);
  if (type === "table.opened" && !may) return sentence("other_opener", { by });
  if (type === "table.seat_taken" && by !== data.player && !(may && isBot(data.player))) return sentence("may_not_seat", { by });
  if (type === "table.seat_left" && by !== data.player && !may) return sentence("may_not_free", { by });
  if (type === "table.nonce_shown" && sitting && by !== sitting.data.player) return onlySeat(by, data.seat);
  return type === "table.filled" && !at ? uncaused() : null;
}

// `awaited` are the seats whose numbers were not shown; null of a table that is not full.
function wrongClose({ data: { match, reason }, envelope: { by } }, at, opener, awaited) {
  if (match) {
    if (!awaited?.length) return at ? null : uncaused();
    return isService(by) ? null : onlyServer(by);
  }
  if (awaited && !awaited.length) return sentence("closed_after_all");
  const byOpener = isByOpener(by, opener) && (!awaited || isService(by));
  const may = reason === "forgotten" ? isService(by) : byOpener || isOperator(by);
  return may ? null : sentence("may_not_close", { by });
}

// What is wrong with whoever gave this order in a match, or with when it was.
function wrongCommand(course, lines) {
  const [first] = lines, { type, data, envelope: { by, move } } = first;
  if (type === "match.started") return isService(by) || (!data.rules && isOperator(by)) ? null : onlyServer(by);
  if (type === "match.time_ran_out") return wrongLoss(course, first);
  if (move) return wrongMover(course, lines);
  if (OF_SEAT.includes(type) && by !== course.players.get(data.seat)) return onlySeat(by, data.seat);
  if (["match.seat_reclaimed", "match.seat_taken_over"].includes(type) && by !== data.player) return onlyPlayer(by, data.player);
  if (type === "match.stand_in_seated") return wrongStandIn(course, first);
  if (["match.ended", "match.aborted"].includes(type)) return wrongEnd(course, first);
  if (FOLLOWS.includes(type) || !type.startsWith("match.")) return uncaused();
  return wrongOffice(first) ?? wrongTime(course, first);
}

// Of an event that is not the first of its command.
function wrongAfter(before, { type, data }) {
  if (!type.startsWith("match.") && !before.some(line => line.type === "match.taken_back")) {
    return before[0].envelope.move ? null : uncaused();
  }
  if (type !== "match.stand_in_seated") return null;
  const isNamed = before.some(line => Object.hasOwn(LEFT_SEAT, line.type) && line.data[LEFT_SEAT[line.type]] === data.seat);
  return isNamed ? null : sentence("unexplained_bot");
}

// A move is its player's, or that of a bot that moved for another bot, as it says.
function wrongMover({ players }, lines) {
  const { by, move: { seat } } = lines[0].envelope, sits = players.get(seat) ?? "";
  const stoodIn = lines.find(line => line.type === "match.stood_in");
  if (!stoodIn) return by === sits ? null : onlySeat(by, seat);
  if (!isBot(sits)) return sentence("moved_for_person", { seat: seat + 1 });
  return by === stoodIn.data.player ? null : onlyPlayer(by, stoodIn.data.player);
}

// By the server itself, a bot is replaced by another one.
function wrongStandIn({ players }, { data: { seat, player }, envelope: { by } }) {
  if (!isService(by)) return onlyServer(by);
  return isBot(players.get(seat) ?? "") && isBot(player) ? null : sentence("unexplained_bot");
}

function wrongEnd({ players }, { type, data: { reason }, envelope: { by } }) {
  if (reason === "left") return [...players.values()].includes(by) ? null : sentence("ended_by_another", { by });
  if (type === "match.ended") return uncaused();
  if (reason === "idle") return isService(by) ? null : onlyServer(by);
  return isOperator(by) ? null : onlyOperator(by);
}

// Nobody's time runs out before there was as much as the clock gives for a turn, or for the whole match.
function wrongLoss({ terms: { clock }, started, called }, line) {
  const { by, move } = line.envelope;
  if (!(move ? isBot(by) : isService(by))) return onlyServer(by);
  if (!clock) return sentence("no_clock");
  const spent = momentOf(line) - (clock.kind === "total" ? momentOf(started) : called.since);
  return spent < 1000 * clock.seconds ? sentence("ran_out_early", { spent: secondsIn(spent), whole: clock.seconds }) : null;
}

function wrongTime({ terms, paused }, line) {
  const { type, data, envelope: { by } } = line, at = momentOf(line);
  if (type === "match.time_credited" && data.milliseconds > Math.min(data.end, at) - data.begin) return sentence("credited_too_much");
  if (type === "match.absence_noted" && (!terms.absent || data.seconds < terms.absent)) {
    return sentence("absent_too_little", { seconds: data.seconds });
  }
  if (type !== "match.resumed") return null;
  if (!isService(by)) return onlyServer(by);
  return paused && at >= momentOf(paused) + (paused.data.milliseconds ?? 0) ? null : sentence("resumed_early");
}
