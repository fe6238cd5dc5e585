// One value, one sequence of bytes. Source: docs/ledger.md, "Canonical form" (RFC 8785 without fractions).

import { sentence } from "../sentences.js";

const DEEPEST = 32;                  // arrays and objects inside each other, the outermost counted
const KEY = /^[a-z0-9_ ]+$/;
const HALF = /[\ud800-\udfff]/u;     // with u a whole pair is one sign, so this finds halves only

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

// The value whose canonical form these bytes are; Refused for all others. What a lenient reader passes over (a key that
// stands twice, 1.0, white space, an escape too many) is not written again, so the bytes differ.
export function parse(bytes) {
  const text = decoded(bytes);
  const value = read(text);
  if (written(value) !== text) throw new Refused(sentence("written_otherwise"));
  return value;
}

export const canonical = value => encoder.encode(written(value));

export class Refused extends Error {}

export const isObject = value => typeof value === "object" && value !== null && !Array.isArray(value);

export function written(value, deeper = DEEPEST) {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return number(value);
  if (typeof value === "string") return text(value);
  if (!deeper) throw new Refused(sentence("too_deep", { most: DEEPEST }));
  if (Array.isArray(value)) return `[${value.map(inner => written(inner, deeper - 1)).join(",")}]`;
  return `{${Object.keys(value).sort().map(key => `${named(key)}:${written(value[key], deeper - 1)}`).join(",")}}`;
}

function number(value) {
  if (!Number.isInteger(value)) throw new Refused(sentence("not_whole"));
  if (!Number.isSafeInteger(value)) throw new Refused(sentence("number_too_large"));
  return String(value);
}

function text(value) {
  if (HALF.test(value)) throw new Refused(sentence("half_a_pair"));
  return JSON.stringify(value);
}

function named(key) {
  if (!KEY.test(key)) throw new Refused(sentence("wrong_key"));
  return JSON.stringify(key);
}

function decoded(bytes) {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Refused(sentence("not_utf8"));
  }
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused(sentence("not_json"));
  }
}
