// Signatures: who gave each order, as far as they brought a key. Source: docs/ledger.md, "Signatures".

import { isSigned } from "../signing/curve.js";
import { ofMove, ofOrder } from "../signing/messages.js";
import { sentence } from "../sentences.js";
import { commandsOf } from "./going.js";
import { Wrong } from "./record.js";

// What players order in a match besides their moves, and sign.
const ORDERS = new Set([
  "match.seat_resigned", "match.stand_in_agreed", "match.pause_agreed", "match.resume_agreed", "match.take_back_asked",
  "match.take_back_answered", "match.take_back_withdrawn", "match.seat_reclaimed", "match.seat_taken_over",
]);

export const signedLines = ({ lines }) => lines.filter(({ envelope }) => envelope.signed);

// Each is one of the sender's key for just this order, and about an event that stood before it.
export async function checkSignature(record) {
  const found = signedLines(record).filter(({ kind }) => kind !== "match").map(line => new Wrong(line, sentence("signed_elsewhere")));
  const keys = firstKeys(record), before = [], used = new Set();
  for (const [first, ...others] of commandsOf(record.streams.match)) {
    const { by, signed } = first.envelope;
    if (others.some(({ envelope }) => envelope.signed)) found.push(new Wrong(first, sentence("signed_in_the_middle")));
    if (first.type === "match.seat_taken_over" && first.data.key) keys.set(by, [...keys.get(by) ?? [], first.data.key]);
    const isUsed = signed && used.has(signed.signature);
    const wrong = signed && await wrongSignature(first, record, keys.get(by), before) || (isUsed ? sentence("signed_twice") : null);
    if (signed) used.add(signed.signature);
    if (wrong) found.push(new Wrong(first, wrong));
    before.push(...[first, ...others].map(({ envelope }) => envelope.digest));
  }
  return found;
}

// By player, the keys that the match starts with.
function firstKeys({ started }) {
  const { players = [], keys = [] } = started?.data ?? {}, found = new Map();
  keys.forEach((key, seat) => { if (key && players[seat]) found.set(players[seat], [...found.get(players[seat]) ?? [], key]); });
  return found;
}

// Whether the server put its signature to the start of a match, and so to the table or the deal that it names.
export async function isStartSigned({ type, data, stream, envelope: { signed } }) {
  const cited = data.table ?? data.deal, key = data.host_key;
  if (!signed || !cited || !key || signed.previous !== cited.digest) return false;
  return isSigned(key, ofOrder({ match: stream.split(":")[1], previous: cited.digest, type, data }), signed.signature);
}

// The server signs moves of bots that have no key of their own. Whoever answers a turn has seen it begin.
async function wrongSignature(line, { id, started }, own, before) {
  if (line === started) return await isStartSigned(line) ? null : sentence("start_wrongly_signed");
  const { envelope, type, data } = line;
  const { by, move, signed: { previous, signature } } = envelope;
  const host = by.startsWith("bot:") && move ? started?.data.host_key : null;
  const keys = own ?? [host].filter(Boolean);
  if (!keys.length) return sentence("signed_by_nobody");
  if (!before.slice(move ? move.turn - 1 : 0).includes(previous)) return sentence("signed_about_another");
  const said = { match: id, previous }, message = move ? ofMove({ ...said, ...move }) : ofOrder({ ...said, type, data });
  for (const key of keys) if (await isSigned(key, message, signature)) return null;
  return sentence("signed_by_another");
}

const isOrder = ({ type, data, envelope }) =>
  type === "match.ended" || type === "match.aborted" ? data.reason === "left" : Boolean(envelope.move) || ORDERS.has(type);

// What the record proves to each person in it, in the sequence of their seats; those who came later last.
export function ownOf(record) {
  if (!record.started) return [];
  const { players, nonces } = record.started.data, keys = firstKeys(record);
  const sat = players.map((player, seat) => ({ seat, player, isIn: Boolean(nonces[seat]), isLate: false }));
  for (const { data: { seat, player } } of record.of("match.seat_taken_over")) sat.push({ seat, player, isIn: false, isLate: true });
  const given = commandsOf(record.streams.match).map(([first]) => first).filter(isOrder);
  return sat.filter(({ player }) => player.startsWith("person:")).map(one => {
    const own = given.filter(({ envelope }) => envelope.by === one.player);
    const signed = own.filter(({ envelope }) => envelope.signed).length;
    return { ...one, orders: own.length, signed, isKeyless: !keys.has(one.player) && !signed };
  });
}
