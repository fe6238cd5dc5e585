// What is known of bytes that no undoing makes a record of, as infra/verify.py says it.

import { sentence } from "../sentences.js";
import { bytesOf, decoded } from "./bytes.js";
import { isObject } from "./canonical.js";
import { HINTS } from "./mend.js";
import { headerOf, LARGEST_FILE } from "./record.js";
import { isPage } from "./undo.js";

// Empty where nothing is. `first` is the first failure of these bytes.
export function hintOf(file, first) {
  for (const [begins, hint] of Object.entries(HINTS)) if (file.startsWith(begins)) return hint();
  if (!/[^\0 \t\r\n]/.test(file)) return sentence("hint_empty");
  if (isPage(file)) return sentence("hint_page");
  return answerIn(file) || cutIn(file, first);
}

// A server's refusal, saved in place of the record.
function answerIn(file) {
  const said = parsed(decoded(file) ?? "");
  if (!isObject(said) || typeof said.sentence !== "string" || !Object.hasOwn(said, "code")) return "";
  return sentence("hint_answer", { answer: [...said.sentence].slice(0, 200).join("") });
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
  return sentence("hint_cut", { whole, there });
}
