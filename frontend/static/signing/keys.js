// A key for each seat that somebody takes here. Its public half goes to the server; the other one stays in this browser.

import { drawn, generated, signed } from "./curve.js";
import { keepPrivate, keepSecret, keptOf } from "./kept.js";

// The public half of a new key, empty where none can be made or kept: one sits down without it then.
export async function newKey() {
  return await ofBrowser().catch(() => "") || await ofScripts().catch(() => "");
}

async function ofBrowser() {
  const made = await generated();
  await keepPrivate(made);
  return made.key;
}

async function ofScripts() {
  const made = await drawn();
  return keepSecret(made) ? made.key : "";
}

// Signs bytes with the key that has this public half; null where this browser has not made it.
export async function signerOf(key) {
  const kept = await keptOf(key);
  return kept && (message => signed(kept, message));
}
