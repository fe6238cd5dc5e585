// Receipts: a server's signed word that a record of it has a certain event. Source: docs/ledger.md, "Receipts".

import { isSigned } from "./curve.js";

const FORMAT = "urbanist-receipt-1";
const SIGNATURE = /"signature":"[0-9a-f]{128}",/;
const encoder = new TextEncoder();

// What it says; null where that is not written in the one way in which it can be.
export function readReceipt(text) {
  try {
    const said = JSON.parse(text);
    return said.format === FORMAT && JSON.stringify(sorted(said)) === text ? said : null;
  } catch {
    return null;                                           // it is none
  }
}

const isObject = value => typeof value === "object" && value !== null;
const sorted = value => isObject(value) ? Object.fromEntries(Object.keys(value).sort().map(name => [name, sorted(value[name])])) : value;

// Whether the key that it names has signed all the rest of it.
export async function isGenuine(text) {
  const said = readReceipt(text);
  return Boolean(said) && await isSigned(String(said.host_key), encoder.encode(text.replace(SIGNATURE, "")), String(said.signature));
}

// Whether it says that this server has this number in this stream. `key` is the server's, where the page named it before.
export async function isReceipt(text, { stream, nonce, key }) {
  const said = readReceipt(text);
  const isShown = said?.stream === stream && /\.nonce_shown$/.test(said.type) && said.data?.nonce === nonce;
  const isThat = isShown && (!key || said.host_key === key);
  return isThat && await isGenuine(text);
}
