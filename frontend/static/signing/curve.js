// Ed25519 (RFC 8032), by WebCrypto where the browser has it there, and else by the vendored implementation.

import { hex, raw } from "../verify/hashes.js";

const NAME = "Ed25519";

// A pair of the browser's own, whose private half no script can read. Fails where the browser can't make one.
export async function generated() {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(NAME, false, ["sign", "verify"]);
  return { privateKey, key: hex(await crypto.subtle.exportKey("raw", publicKey)) };
}

// A secret that scripts can read, where there is nothing better.
export async function drawn() {
  const { getPublicKey } = await vendored();
  const secret = crypto.getRandomValues(new Uint8Array(32));   // browsers have this everywhere
  return { secret: hex(secret), key: hex(getPublicKey(secret)) };
}

// Of a key in either form. Both give the same signature: Ed25519 has no chance in it.
export async function signed({ privateKey, secret }, message) {
  if (privateKey) return hex(await crypto.subtle.sign(NAME, privateKey, message));
  return hex((await vendored()).sign(message, raw(secret)));
}

// The points of small order, in every way in which they can be written: for these keys anybody can sign.
const SMALL = new Set([
  ...["ec", "ed", "ee"].flatMap(first => ["7f", "ff"].map(last => first + "ff".repeat(30) + last)),
  ...["00", "80"].flatMap(last => ["00", "01"].map(first => first + "00".repeat(30) + last)),
  ...["05", "85"].map(last => `26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc${last}`),
  ...["7a", "fa"].map(last => `c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03${last}`),
]);

// Whether a signature is that of a key. Whatever is no key or no signature is none.
export async function isSigned(key, message, signature) {
  if (SMALL.has(key)) return false;
  const known = await imported(key);
  if (known) return crypto.subtle.verify(NAME, known, raw(signature), message);
  try {
    return (await vendored()).verify(raw(signature), message, raw(key), { zip215: false });
  } catch {
    return false;                                              // of another length
  }
}

// Null where the browser has no Ed25519, or takes this for no key.
async function imported(key) {
  try {
    return await crypto.subtle.importKey("raw", raw(key), NAME, false, ["verify"]);
  } catch {
    return null;
  }
}

async function vendored() {
  const [curve, { sha512 }] = await Promise.all([import("../noble/ed25519.js"), import("../noble/sha2.js")]);
  curve.hashes.sha512 = sha512;
  return curve;
}
