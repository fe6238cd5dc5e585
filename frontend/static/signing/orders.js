// The fields that a move or an order takes along: what its maker had seen, and a signature of both.

import { sentence } from "../sentences.js";
import { newKey, signerOf } from "./keys.js";
import { ofMove, ofOrder } from "./messages.js";

const PATIENCE = 2000;   // ms; what takes longer is sent without a signature

let of, sign = null;     // a key, and what signs with it, or null where this browser has not made it
let isRefused = false;

// Whether this browser can sign for its seat: who sat down in another one is told that it can't.
export async function look({ signs }) {
  if (document.querySelector("[data-code=bad_signature]")) isRefused = true;
  await findSigner(signs);
  say(!isRefused && await sign ? "" : sentence("unsigned"));
}

function findSigner(key) {
  if (of !== key) [of, sign] = [key, signerOf(key).catch(() => null)];
  return sign;
}

export function fieldsOf(form, held, seen) {
  const made = form.elements.key ? newKey().then(key => ({ key })) : signed(form, held, seen);
  return Promise.race([made, new Promise(done => setTimeout(done, PATIENCE, {}))]);
}

// A server that takes no signature of this browser gets none any more: the move goes first.
async function signed(form, { signs, seat }, { id, digest }) {
  const message = messageOf(form, { match: id, seat: Number(seat), previous: digest });
  const found = isRefused ? null : await findSigner(signs);
  return found ? { signed_previous: digest, signature: await found(message) } : {};
}

function messageOf({ elements: { move, turn }, dataset: { order } }, said) {
  if (move) return ofMove({ ...said, turn: Number(turn.value), move: JSON.parse(move.value) });
  return ofOrder({ ...said, ...JSON.parse(order) });
}

// News takes the line away with what it replaces, and it is put there again.
function say(words) {
  document.getElementById("unsigned")?.remove();
  const log = document.querySelector("#match ol.log"), line = Object.assign(document.createElement("li"), { id: "unsigned" });
  line.append(document.createElement("span"), Object.assign(document.createElement("span"), { textContent: words }));
  if (words) log?.prepend(line);
}
