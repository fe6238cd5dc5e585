// What a checked record tells people beyond its verdict, and what it says to what this browser kept.

import { seenOf } from "./seen.js";
import { local } from "./stored.js";
import { hashOf } from "./verify/hashes.js";

const FIRM = ["form", "order", "digest", "previous"];   // without these a digest in the file proves nothing
const ENDINGS = { "match.aborted": "broke the match off", "match.adjudicated": "decided the places", "score.corrected": "corrected the points" };

// Facts are { state: ok, no or look, words }.
export async function told({ record, checks }, id) {
  const isFirm = checks.every(({ name, state }) => !FIRM.includes(name) || state === "ok");
  return {
    seats: seatsOf(record),
    kept: [...await keptOf(record, id), ...seenIn(record, id, isFirm)],
    repairs: record.lines.filter(isRepair).map(repair),
    head: headOf(record),
    noted: text => notedIn(record, text, isFirm),
  };
}

// What each seat added, and what it promised and did not show.
function seatsOf(record) {
  const sat = new Map();
  for (const { type, data } of record.streams.table ?? []) {
    if (type === "table.seat_taken") sat.set(data.seat, { player: data.player, hash: data.nonce_hash });
    if (type === "table.seat_left") sat.delete(data.seat);
    if (type === "table.nonce_shown" && sat.has(data.seat)) sat.get(data.seat).nonce = data.nonce;
  }
  const players = record.started?.data.players ?? [...sat.keys()].sort().map(seat => sat.get(seat).player);
  return players.map((player, seat) => {
    const nonce = record.started ? record.started.data.nonces[seat] : sat.get(seat)?.nonce;
    return { state: "look", words: `Seat ${seat + 1}, ${kindOf(player)}: ${brought(nonce, sat.get(seat)?.hash)}.` };
  });
}

function kindOf(player) {
  return player.startsWith("bot:") ? `the bot ${player.slice(4)}` : "a person";
}

function brought(nonce, hash) {
  if (nonce) return "a secret number that went into the draws";
  return hash ? "promised a secret number and has not shown it, so it does not count" : "no secret number";
}

// Secret number and seal stayed in this browser when it sat down (static/seat.js).
async function keptOf(record, id) {
  const kept = local.read(`urbanist-table-${id}`);
  if (!kept) return [];
  const hash = await hashOf(kept.nonce);
  const sat = record.of("table.seat_taken").filter(({ data }) => data.nonce_hash === hash);
  return [sealSaid(record, kept), numberSaid(record, kept, sat)];
}

function sealSaid({ header }, { commitment }) {
  if (header.commitment === commitment) return { state: "ok", words: "The seal of the server’s half is the one that this browser saw before it sat down." };
  return { state: "no", words: `Before it sat down this browser saw another seal of the server’s half: ${commitment}.` };
}

// `said` is what the server said of it at the table: none, hashed (promised) or shown.
function numberSaid({ started, streams }, { nonce, said }, sat) {
  if (started?.data.nonces.includes(nonce)) {
    return { state: "ok", words: `This browser’s secret number went into the draws, as seat ${started.data.nonces.indexOf(nonce) + 1}.` };
  }
  if (said && said !== "none" && streams.table && !sat.length) return { state: "no", words: "This browser sat down with a secret number, as the server said at the table, and no seat of this record promised it." };
  if (said === "shown" && started) return { state: "no", words: "This browser showed its secret number in time, as the server said at the table, and the draws of this record were made without it." };
  if (!sat.length) return { state: "look", words: "No seat of this table promised this browser’s secret number: it did not come to sitting down, or the record is another one." };
  return { state: "look", words: "This browser sat down with a secret number, which was not shown in time or whose seat was left: it did not count." };
}

function seenIn(record, id, isFirm) {
  const { seen, parted } = seenOf(id);
  const digests = (record.streams.match ?? []).map(line => line.envelope.digest);
  const other = seen.filter(([version, digest]) => digests[version - 1] !== digest);
  return [...seenSaid(seen, other, isFirm), ...parted.map(partedSaid)];
}

function seenSaid(seen, other, isFirm) {
  if (!seen.length) return [];
  if (other.length) return other.map(([version, digest]) => ({ state: "no", words: `This browser saw version ${version} with the digest ${digest}, which is not in this record.` }));
  if (!isFirm) return [];
  return [{ state: "ok", words: `The digests that this browser saw while it watched, the last at version ${seen.at(-1)[0]}, are in this record.` }];
}

function partedSaid({ at, version, seen, served, wrong }) {
  if (wrong) return { state: "no", words: `On ${minute(at)} this browser was served something wrong at version ${version}: ${wrong}.` };
  const now = served ? `the digest ${served}` : "none at all";
  return { state: "no", words: `On ${minute(at)} the record did not go on from what this browser had seen: version ${version} had the digest ${seen}, and then ${now}.` };
}

const minute = at => `${at.slice(0, 16).replace("T", " ")} UTC`;

const isRepair = ({ type, envelope }) => envelope.by.startsWith("operator:") || ["match.adjudicated", "score.corrected"].includes(type);

function repair({ type, version, kind, data, envelope: { by, at } }) {
  const did = ENDINGS[type] ?? `wrote ${type}`;
  return { state: "look", words: `${by} ${did} on ${minute(at)} (version ${version} of the ${kind})${data.note ? `: “${data.note}”` : "."}` };
}

function headOf({ streams, lines }) {
  const { kind, version, envelope: { digest, at } } = (streams.match ?? streams.table ?? lines).at(-1);
  return { kind, version, digest, at: minute(at) };
}

// Perhaps with line breaks in it.
const digestIn = text => /(?<![0-9a-z])(?:[0-9a-f]\s*){63}[0-9a-f](?![0-9a-z])/.exec(text)?.[0].replace(/\s/g, "");

// Whatever somebody pasted: the digest is looked for among its words.
function notedIn(record, text, isFirm) {
  const digest = digestIn(text.normalize("NFKC").replace(/\p{Cf}/gu, "").toLowerCase());
  if (!digest) return { state: "look", words: "This is no digest: one has 64 digits and letters from a to f." };
  const line = record.lines.find(({ envelope }) => envelope.digest === digest);
  if (!line) return { state: "no", words: "This digest is not in this record: it belongs to another match, or what happened up to it was changed." };
  if (!isFirm) return { state: "no", words: "This digest is in the record, but the record is broken, so that proves nothing." };
  return { state: "ok", words: `It stands at version ${line.version} of the ${line.kind}: nothing up to there was changed since you noted it.` };
}
