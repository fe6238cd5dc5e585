// Signatures: who gave each order, as far as they brought a key. Source: docs/ledger.md, "Signatures".

import { isSigned } from "../signing/curve.js";
import { ofMove, ofOrder } from "../signing/messages.js";
import { sentence } from "../sentences.js";
import { Wrong } from "./record.js";

// What people order in a match besides their moves, and sign. A vacation is taken in all matches at once.
const ORDERS = [
  "match.seat_resigned", "match.take_back_asked", "match.take_back_answered", "match.take_back_withdrawn", "match.pause_agreed",
  "match.resume_agreed", "match.stand_in_agreed", "match.seat_reclaimed", "match.ended", "match.aborted",
];

export const signedLines = ({ lines }) => lines.filter(({ envelope }) => envelope.signed);

export async function checkSignature(record) {
  const found = await Promise.all(signedLines(record).map(line => wrongSignature(line, record)));
  return found.filter(Boolean);
}

// Of an event that came before, for a move at the turn that it answers or later, and of a key that its sender brought.
async function wrongSignature(line, record) {
  const { move, signed: { previous, signature } } = line.envelope;
  const keys = line.kind === "match" ? keysOf(line, record) : [];
  if (!keys.length) return new Wrong(line, sentence("signed_by_nobody"));
  const before = (record.streams.match ?? []).filter(({ version }) => version < line.version && version >= (move?.turn ?? 1));
  if (!before.some(({ envelope }) => envelope.digest === previous)) return new Wrong(line, sentence("signed_elsewhere"));
  const said = { match: record.id, previous };
  const message = move ? ofMove({ ...said, ...move }) : ofOrder({ ...said, type: line.type, data: line.data });
  const isOne = await Promise.all(keys.map(key => isSigned(key, message, signature)));
  return isOne.includes(true) ? null : new Wrong(line, sentence("signed_by_another"));
}

// Public keys of whoever sent this: those of the seats, those that came with a seat taken over; of bots without one the
// server's own, for their moves.
function keysOf({ envelope: { by, move }, version }, { started, streams }) {
  const { players = [], keys = [], host_key: host } = started?.data ?? {};
  const later = streams.match.filter(line => line.type === "match.seat_taken_over" && line.version <= version);
  const taken = later.filter(({ data }) => data.player === by).map(({ data }) => data.key);
  const own = [...keys.filter((_, seat) => players[seat] === by), ...taken].filter(Boolean);
  return own.length || !by.startsWith("bot:") || !move || !host ? own : [host];
}

// For each person at the start: whether their number is in it, and how many of their orders they signed. None where nobody
// could have signed.
export function seatsOf({ started, streams }) {
  if (!started?.data.keys) return [];
  const { players, nonces } = started.data, first = firsts(streams.match);
  return players.flatMap((player, seat) => {
    const given = first.filter(({ envelope, type }) => envelope.by === player && (envelope.move || ORDERS.includes(type)));
    const told = { seat: seat + 1, player, n: given.length, signed: given.filter(({ envelope }) => envelope.signed).length };
    return player.startsWith("person:") ? [{ ...told, isIn: Boolean(nonces[seat]) }] : [];
  });
}

// The first event of each command.
function firsts(lines) {
  const isSame = (one, other) => other && one.by === other.by && one.cause === other.cause;
  return lines.filter((line, at) => !isSame(line.envelope, lines[at - 1]?.envelope));
}
