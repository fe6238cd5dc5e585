// One value, one sequence of bytes. Source: docs/ledger.md, "Canonical form" (RFC 8785 without fractions).

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
  if (written(value) !== text) throw new Refused("this value can be written in one way only, and these bytes are another one");
  return value;
}

export const canonical = value => encoder.encode(written(value));

export class Refused extends Error {}

export const isObject = value => typeof value === "object" && value !== null && !Array.isArray(value);

export function written(value, deeper = DEEPEST) {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return number(value);
  if (typeof value === "string") return text(value);
  if (!deeper) throw new Refused(`values are nested deeper than ${DEEPEST}`);
  if (Array.isArray(value)) return `[${value.map(inner => written(inner, deeper - 1)).join(",")}]`;
  return `{${Object.keys(value).sort().map(key => `${named(key)}:${written(value[key], deeper - 1)}`).join(",")}}`;
}

function number(value) {
  if (!Number.isInteger(value)) throw new Refused("a number is not whole");
  if (!Number.isSafeInteger(value)) throw new Refused("a number is too large to be the same in every program");
  return String(value);
}

function text(value) {
  if (HALF.test(value)) throw new Refused("a text holds half of a surrogate pair");
  return JSON.stringify(value);
}

function named(key) {
  if (!KEY.test(key)) throw new Refused("a key is not made of a-z, 0-9, _ and spaces");
  return JSON.stringify(key);
}

function decoded(bytes) {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Refused("this is not text in UTF-8");
  }
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused("this is not JSON as the ledger writes it");
  }
}
