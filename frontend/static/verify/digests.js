// Hashes of what the ledger writes: envelopes, sealed parts, and the key of a match. Source: docs/ledger.md, "Canonical form".

import { canonical } from "./canonical.js";
import { keyed, raw, sha256 } from "./hashes.js";

// Of the canonical envelope without its field `digest`.
export function digestOf({ digest, ...rest }) {
  return sha256(canonical(rest));
}

export const sealOf = (part, salt) => sha256(raw(salt), canonical(part));

// HMAC(seed, canonical form of `[id, [nonce or null, by seat]]`).
export async function keyOf(seed, named, nonces) {
  const mac = await keyed(raw(seed));
  return mac(canonical([named, nonces]));
}
