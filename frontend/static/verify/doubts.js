// What breaks nothing, and no honest host does: it is asked only where nothing is wrong.

import { sentence } from "../sentences.js";
import { commandsOf, Course, momentOf, secondsIn } from "./going.js";
import { Wrong } from "./record.js";
import { isStartSigned } from "./signatures.js";

const DAY = 86_400_000;   // milliseconds, as all that follow
const SHORTEST_WAIT = 9_000;   // for a number: ten seconds if nothing else was chosen, less one for clocks that differ
const FIVE_TRIES = 5_000;   // of a bot that fails: they take longer
const DRIFT = 1_000;   // between the clocks of two processes
const FIRST_DAY = "2020-01-01T00:00:00.000Z";
const AT_ONCE = 20;   // orders of people, which nobody gives at one moment
const QUICK = 10;   // moves of one person, which no program sends in no time

const isPerson = player => player.startsWith("person:");

export async function doubtsAbout(record, now = Date.now()) {
  const { started, streams, lines } = record, found = [];
  const shouldBeSigned = started?.data.host_key && !started.data.practice;
  if (shouldBeSigned && !await isStartSigned(started)) found.push(new Wrong(started, sentence("start_unsigned")));
  found.push(...doubtsAboutTable(record));
  if (started) {
    const course = new Course(started, streams.table?.at(-1));
    for (const together of commandsOf(streams.match)) {
      together.forEach((line, at) => {
        const doubt = doubtAbout(course, together.slice(0, at), line);
        if (doubt) found.push(new Wrong(line, doubt));
        course.goOn(line);
      });
    }
  }
  // Bots alone may play in one process, where the time stands still.
  if (lines.some(line => isPerson(line.envelope.by)) && !started?.data.practice) found.push(...doubtsAboutTimes(record, now));
  return found;
}

function doubtsAboutTable({ streams: { table = [] } }) {
  const filled = table.find(line => line.type === "table.filled"), closed = table.at(-1);
  if (!filled || closed.type !== "table.closed") return [];
  if (!closed.data.match) return [new Wrong(closed, sentence("closed_when_full"))];
  const of = type => table.filter(line => line.type === type);
  const shown = of("table.nonce_shown").map(line => line.data.seat);
  const promised = new Map(of("table.seat_taken").map(line => [line.data.seat, line.data.nonce_hash]));
  const missed = [...promised.keys()].filter(seat => promised.get(seat) && !shown.includes(seat)).sort((one, other) => one - other);
  const waited = momentOf(closed) - momentOf(filled);
  if (!missed.length || waited >= SHORTEST_WAIT) return [];
  const seats = missed.map(seat => seat + 1), said = { seat: seats.at(-1), others: seats.slice(0, -1).join(", "), waited: secondsIn(waited) };
  return [new Wrong(closed, sentence(seats.length > 1 ? "numbers_not_waited_for" : "number_not_waited_for", said))];
}

// Of one event of a match; `before` are those before it in its command.
function doubtAbout(course, before, line) {
  const { type, data } = line, at = momentOf(line);
  if (type === "match.aborted" && data.reason === "idle") {
    const spent = at - course.idleSince;
    return spent < course.patience ? sentence("idle_early", { spent: secondsIn(spent) }) : null;
  }
  if (type === "match.absence_noted") {
    const { since } = course.called, spent = at - Math.max(since, course.last.get(course.players.get(data.seat)) ?? since);
    return spent + DRIFT < 1000 * data.seconds
      ? sentence("absence_overstated", { seat: data.seat + 1, spent: secondsIn(spent), said: data.seconds })
      : null;
  }
  return type === "match.stand_in_seated" ? doubtAboutStandIn(course, before, line) : null;
}

// A bot that fails is tried again and again first; another version of the same bot may follow it at once.
function doubtAboutStandIn({ players, called, moved, failed }, before, line) {
  const { seat, player } = line.data, sits = players.get(seat) ?? "", nameOf = bot => bot.split("@")[0];
  if (before.length) {
    return before.at(-1).type === "match.stand_in_agreed" && moved.has(sits) ? sentence("consent_to_leave", { seat: seat + 1 }) : null;
  }
  const hasWaited = called.seats.includes(seat) && momentOf(line) - called.since >= FIVE_TRIES;
  return failed.has(seat) || hasWaited || nameOf(sits) === nameOf(player) ? null : sentence("bot_replaced", { seat: seat + 1 });
}

function doubtsAboutTimes(record, now) {
  const found = [], { lines, started, streams: { table, match = [] } } = record;
  const early = lines.find(line => line.envelope.at < FIRST_DAY), late = lines.find(line => momentOf(line) > now + DAY);
  if (early) found.push(new Wrong(early, sentence("dated_early")));
  if (late) found.push(new Wrong(late, sentence("dated_late")));
  const ahead = started && table ? momentOf(table.at(-1)) - momentOf(started) : 0;
  if (ahead > DRIFT) found.push(new Wrong(started, sentence("started_early", { ahead: secondsIn(ahead) })));
  for (const counted of record.of("score.counted")) {
    const before = started ? momentOf(match.at(-1)) - momentOf(counted) : 0;
    if (before > DRIFT) found.push(new Wrong(counted, sentence("counted_early", { ahead: secondsIn(before) })));
  }
  return [...found, ...doubtsAboutPace(match)];
}

// Programs are quick, and their orders still take a moment each on their way.
function doubtsAboutPace(match) {
  const found = [], together = new Map(), spent = new Map(), last = new Map();
  let since = 0;
  for (const lines of commandsOf(match)) {
    const [first] = lines, { by, at, move } = first.envelope;
    if (isPerson(by)) together.set(at, [...together.get(at) ?? [], first]);
    if (isPerson(by) && move) {
      spent.set(by, [...spent.get(by) ?? [], momentOf(first) - since]);
      last.set(by, first);
    }
    if (lines.some(line => line.type === "match.turn_started")) since = momentOf(first);
  }
  for (const orders of together.values()) {
    if (orders.length >= AT_ONCE) found.push(new Wrong(orders[0], sentence("all_at_once", { count: orders.length })));
  }
  for (const [by, times] of spent) {
    if (times.length >= QUICK && !times.some(Boolean)) found.push(new Wrong(last.get(by), sentence("too_quick", { count: times.length, by })));
  }
  return found;
}
