// Reveals: what became known is what was sealed when the match began. Source: docs/ledger.md, "Fair draws".

import { sentence } from "../sentences.js";
import { sealOfPosition } from "./hashes.js";

// What is wrong with what one event reveals. `draws` are the public ones so far, by label; `shown` what was revealed.
export async function wrongReveals({ stream, data, reveals }, draws, shown) {
  const found = [], named = reveals.length ? new Set(texts(data)) : null;
  for (const [label, position, item, salt] of reveals) {
    const there = { number: position + 1, label, item };
    const seals = (stream.startsWith("match:") && draws.get(label)?.seals) || [];
    if (position >= seals.length) found.push(sentence("reveal_undrawn", there));
    else if (await sealOfPosition(salt, label, position, item) !== seals[position]) {
      found.push(sentence("reveal_unsealed", there));
    }
    if (shown.has(`${label}:${position}`)) found.push(sentence("reveal_twice", there));
    if (!named.has(item)) found.push(sentence("reveal_unsaid", there));
    shown.add(`${label}:${position}`);
  }
  return found;
}

// All texts and numbers inside.
function texts(value) {
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(texts) : [String(value)];
}
