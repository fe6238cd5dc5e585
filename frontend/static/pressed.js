// Which of the pages' keys was pressed, on whatever layout: what is printed on it counts, and where that is no Latin
// letter, its place on the keyboard does. Keys of one character can be switched off (single_keys.js): who dictates to the
// computer, or hits a key by mistake, would set off things that nobody wanted.

import { local } from "./stored.js";

const OURS = /^[0-9a-z?,.+=-]$/i;
const PLACES = { Comma: ",", Period: ".", Minus: "-", Equal: "=" };
const TYPED_IN = "input:not([type=radio], [type=checkbox]), select, textarea, [contenteditable]";

// The key as `event.key` names it; null where it isn't for us: somebody types, composes, or asks the browser for something.
export function pressed(event) {
  const { key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.keyCode === 229) return null;
  if (event.target.matches?.(TYPED_IN) && key !== "Escape") return null;
  const named = key.length > 1 || OURS.test(key) ? key : placed(event) ?? key;
  return named.length === 1 && named !== " " && areOff() ? null : named;
}

const SINGLE = "urbanist-single-keys";
export const areOff = () => local.get(SINGLE) === "off";
export const switchKeys = on => (on ? local.remove(SINGLE) : local.set(SINGLE, "off"));

// The upper row types signs on some layouts where others have digits: é for 2, or with shift, as % for 5, nothing of ours.
function placed({ key, code, shiftKey }) {
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? [];
  if (digit) return shiftKey ? null : digit;
  if (/[\p{Script=Latin}\p{ASCII}]/u.test(key)) return null;
  if (code === "Slash" && shiftKey) return "?";
  return letter?.toLowerCase() ?? PLACES[code] ?? null;
}
