// Hashes and the luck that is made from them, with WebCrypto. Source: docs/ledger.md, "Sealed parts", "Fair draws".

const encoder = new TextEncoder();

// Browsers have it on https and on this machine only; where it is there and fails, it is as good as not there.
export const isAble = () => !failed && Boolean(globalThis.crypto?.subtle);
let failed = false;

export const hex = bytes => Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, "0")).join("");
export const raw = text => Uint8Array.from(text.match(/../g) ?? [], digits => parseInt(digits, 16));
export const ascii = text => encoder.encode(text);

export async function sha256(...parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return hex(await crypto.subtle.digest("SHA-256", whole).catch(error => { failed = true; throw error; }));
}

// HMAC-SHA256 with one key, as a function of the message.
export async function keyed(key) {
  const made = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async message => new Uint8Array(await crypto.subtle.sign("HMAC", made, message));
}

// Of the raw bytes of a seed or a nonce.
export const hashOf = secret => sha256(raw(secret));

export const sealOfPosition = (salt, label, position, item) => sha256(raw(salt), ascii(`${label}:${position}:${item}`));

// The indices of the items, sorted by the bytes of HMAC(key, `label:index`); hex sorts as bytes do.
export async function orderOf(mac, label, count) {
  const indices = Array.from({ length: count }, (_, index) => index);
  const ranks = await Promise.all(indices.map(async index => hex(await mac(ascii(`${label}:${index}`)))));
  return indices.sort((one, other) => (ranks[one] < ranks[other] ? -1 : 1));
}

// With the salt that the key gives that position.
export async function sealAt(mac, label, position, item) {
  return sealOfPosition(hex(await mac(ascii(`salt:${label}:${position}`))), label, position, item);
}
