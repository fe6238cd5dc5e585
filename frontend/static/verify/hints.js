// What is known of bytes that no undoing makes a record of, as infra/verify.py says it.

import { bytesOf, decoded } from "./bytes.js";
import { isObject } from "./canonical.js";
import { HINTS } from "./mend.js";
import { headerOf, LARGEST_FILE } from "./record.js";
import { isPage } from "./undo.js";

// Empty where nothing is. `first` is the first failure of these bytes.
export function hintOf(file, first) {
  for (const [begins, hint] of Object.entries(HINTS)) if (file.startsWith(begins)) return hint;
  if (!/[^\0 \t\r\n]/.test(file)) return "there is nothing in this file: download the record again";
  if (isPage(file)) return "this is a web page and not a record: download the record itself";
  return answerIn(file) || cutIn(file, first);
}

// A server's refusal, saved in place of the record.
function answerIn(file) {
  const said = parsed(decoded(file) ?? "");
  if (!isObject(said) || typeof said.sentence !== "string" || !Object.hasOwn(said, "code")) return "";
  return `this is what a server answered in place of a record: ${[...said.sentence].slice(0, 200).join("")}`;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function cutIn(file, first) {
  const header = headerOf(bytesOf(file));
  if (!header) return "";
  const whole = Object.values(header.streams).reduce((sum, { version }) => sum + version, 0), there = file.split("\n").length - 2;
  if (there >= whole || whole >= LARGEST_FILE) return "";
  if (file.endsWith("\n") && first.check !== "header") return "";   // more is wrong than that the last ones are missing
  return `the first line speaks of ${whole} events, and only ${there} whole ones follow: download the record again`;
}
