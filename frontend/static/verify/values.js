// Values of JSON that another program wrote, one after the other in whatever spacing, in the ledger's own way.

import { sentence } from "../sentences.js";
import { isObject, Refused, written } from "./canonical.js";

// A line for each value of a text, or of the one array that it is; null where it holds something else.
export function rewrittenValues(text) {
  try {
    const values = valuesIn(text);
    const rows = values.length === 1 && Array.isArray(values[0]) ? values[0] : values;
    return rows.length ? rows.map(value => `${written(value)}\n`).join("") : null;
  } catch (error) {
    if (error instanceof Refused || error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}

// Objects and arrays. A key that stands twice is one key to JSON.parse, so colons and keys are counted.
function valuesIn(text) {
  const values = [];
  for (const [start, end, colons] of places(text)) {
    const value = JSON.parse(text.slice(start, end));
    if (keysIn(value) !== colons) throw new Refused(sentence("key_twice"));
    values.push(value);
  }
  return values;
}

// Where each value begins and ends, and how many colons stand in it outside of strings.
function* places(text) {
  let start = 0, depth = 0, colons = 0, inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (inString && sign === "\\") at += 1;
    else if (sign === '"') inString = !inString;
    else if (inString) continue;
    else if (sign === ":") colons += 1;
    else if (sign === "{" || sign === "[") depth += 1;
    else if ((sign === "}" || sign === "]") && !--depth) {
      yield [start, at + 1, colons];
      [start, colons] = [at + 1, 0];
    }
  }
  if (/[^ \t\r\n]/.test(text.slice(start))) throw new Refused(sentence("no_end"));
}

function keysIn(value) {
  if (Array.isArray(value)) return value.reduce((sum, inner) => sum + keysIn(inner), 0);
  return isObject(value) ? Object.values(value).reduce((sum, inner) => sum + 1 + keysIn(inner), 0) : 0;
}
