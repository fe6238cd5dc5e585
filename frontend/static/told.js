// What a checked record tells people beyond its verdict, and what it says to what this browser kept.

import { seenOf } from "./seen.js";
import { dated, locale, sentence } from "./sentences.js";
import { isGenuine, readReceipt } from "./signing/receipts.js";
import { local } from "./stored.js";
import { written } from "./verify/canonical.js";
import { hashOf } from "./verify/hashes.js";
import { KINDS } from "./verify/record.js";
import { isStartSigned } from "./verify/signatures.js";

const FIRM = ["form", "order", "digest", "previous"];   // without these a digest in the file proves nothing
const REPAIRS = { "match.aborted": "aborted", "match.adjudicated": "adjudicated", "score.corrected": "corrected" };

// Facts are { state: ok, no or look, words }.
export async function told({ record, checks }, id) {
  const isFirm = checks.every(({ name, state }) => !FIRM.includes(name) || state === "ok");
  return {
    seats: seatsOf(record),
    receipt: keptIn(id)?.receipt,
    kept: [...await keptOf(record, id, isFirm), ...seenIn(record, id, isFirm)],
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
    return { state: "look", words: broughtBy(player, seat + 1, nonce, sat.get(seat)?.hash) };
  });
}

function broughtBy(player, seat, nonce, hash) {
  const number = nonce ? "counted" : hash ? "promised" : "none";
  if (player.startsWith("bot:")) return sentence(`bot_number_${number}`, { seat, bot: player.slice(4) });
  return sentence(`person_number_${number}`, { seat });
}

const keptIn = id => local.read(`urbanist-table-${id}`);

// Secret number and seal stayed in this browser when it sat down (static/seat.js), and the server's receipt for the number.
async function keptOf(record, id, isFirm) {
  const kept = keptIn(id);
  if (!kept) return [];
  const hash = await hashOf(kept.nonce);
  const sat = record.of("table.seat_taken").filter(({ data }) => data.nonce_hash === hash);
  return [sealSaid(record, kept), numberSaid(record, kept, sat), ...keySaid(record, kept, Boolean(sat.length)), ...await receiptSaid(record, kept, isFirm)];
}

// With a receipt the server has said itself what the record has to have. Older servers gave none.
async function receiptSaid(record, { receipt: text, said }, isFirm) {
  const { opened, started, streams } = record, key = (opened ?? started)?.data.host_key;
  if (!text) return said === "shown" && key ? [{ state: "look", words: sentence("receipt_missing") }] : [];
  if (!await isGenuine(text)) return [{ state: "look", words: sentence("receipt_forged") }];
  const receipt = readReceipt(text);
  if (receipt.host_key !== key) return [{ state: "look", words: sentence("receipt_of_another", { key: receipt.host_key }) }];
  const kind = receipt.stream.split(":")[0], line = streams[kind]?.[receipt.version - 1];
  if (!isFirm) return [];                                // a file that was changed on its way convicts nobody
  if (line?.stream === receipt.stream && line.envelope.digest === receipt.digest && isThat(receipt, line)) {
    return [{ state: "ok", words: sentence("receipt_agrees") }];
  }
  const isByHost = Boolean(started) && await isStartSigned(started);   // all else can be made by whoever has the file
  return [{ state: "no", isByHost, words: sentence(isByHost ? "receipt_convicts" : "receipt_contradicts", { version: receipt.version }) }];
}

// Whether the receipt says of this event what it is: else the server signed a contradiction.
const isThat = ({ by, type, data }, line) =>
  by === line.envelope.by && type === line.type && written(data) === written(line.data);

function sealSaid({ header }, { commitment }) {
  if (header.commitment === commitment) return { state: "ok", words: sentence("seal_as_seen") };
  return { state: "no", words: sentence("seal_not_as_seen", { commitment }) };
}

// Whoever names another key as ours can sign in our name, and nothing in the record shows that. Older servers took none.
function keySaid(record, { keys }, hasSat) {
  const { opened, started } = record;
  if (!keys || !opened?.data.host_key) return [];
  const named = [...record.of("table.seat_taken").map(({ data }) => data.key), ...started?.data.keys ?? []];
  const isThere = keys.some(key => named.includes(key));
  if (!isThere && !hasSat) return [];                    // a key is made before one sits down, and somebody may be faster
  return [{ state: isThere ? "ok" : "no", words: sentence(isThere ? "key_as_given" : "key_not_as_given") }];
}

// `said` is what the server said of it at the table: none, hashed (promised) or shown.
function numberSaid({ started, streams }, { nonce, said }, sat) {
  if (started?.data.nonces.includes(nonce)) {
    return { state: "ok", words: sentence("number_counted", { seat: started.data.nonces.indexOf(nonce) + 1 }) };
  }
  if (said && said !== "none" && streams.table && !sat.length) return { state: "no", words: sentence("number_gone") };
  if (said === "shown" && started) return { state: "no", words: sentence("number_ignored") };
  if (!sat.length) return { state: "look", words: sentence("number_unpromised") };
  return { state: "look", words: sentence("number_uncounted") };
}

function seenIn(record, id, isFirm) {
  const { seen, parted } = seenOf(id);
  const digests = (record.streams.match ?? []).map(line => line.envelope.digest);
  const other = seen.filter(([version, digest]) => digests[version - 1] !== digest);
  return [...seenSaid(seen, other, isFirm), ...parted.map(partedSaid)];
}

function seenSaid(seen, other, isFirm) {
  if (!seen.length) return [];
  if (other.length) return other.map(([version, digest]) => ({ state: "no", words: sentence("digest_gone", { version, digest }) }));
  if (!isFirm) return [];
  return [{ state: "ok", words: sentence("digests_as_seen", { version: seen.at(-1)[0] }) }];
}

function partedSaid({ at, version, seen, served, wrong }) {
  const said = { at: minute(at), version, seen, served, wrong };
  return { state: "no", words: sentence(wrong ? "parted_by_fault" : served ? "parted_by_digest" : "parted_by_loss", said) };
}

// As mails and notes on paper tell it: in one zone for everybody, whoever reads out what they see.
const moments = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
const minute = at => `${dated(moments, new Date(at))} UTC`;

const isRepair = ({ type, envelope }) => envelope.by.startsWith("operator:") || ["match.adjudicated", "score.corrected"].includes(type);

function repair({ type, version, kind, stream, data, envelope: { by, at } }) {
  const said = { by, at: minute(at), version, stream, type };
  const what = type.startsWith(`${kind}.`) && REPAIRS[type] || (KINDS.includes(kind) ? `in_${kind}` : "elsewhere");
  const told = sentence(`repair_${what}`, said);
  return { state: "look", words: data.note ? sentence("noted_repair", { told, note: data.note }) : sentence("repair", { told }) };
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
  if (!digest) return { state: "look", words: sentence("noted_no_digest") };
  const line = record.lines.find(({ envelope }) => envelope.digest === digest);
  if (!line) return { state: "no", words: sentence("noted_elsewhere") };
  if (!isFirm) return { state: "no", words: sentence("noted_in_broken") };
  return { state: "ok", words: sentence(`noted_in_${line.kind}`, { version: line.version }) };
}
