// Whatever is sent and not answered at once says so: the button or link that was pressed, and a sentence for everybody.

import { sentence } from "./sentences.js";

const SOON = 250;        // ms; an answer that comes earlier needs no sign
const LONG = 8000;       // ms
const NEWS = "#poll, #talk-poll, #content, [data-news]";   // what asks by itself, and nobody pressed

const waiting = new Map();   // by request, or form or link: what was pressed, and the timers of its signs

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => begin(ctx.sourceElement, ctx));
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => end(ctx));
addEventListener("submit", event => setTimeout(() => event.defaultPrevented || begin(event.target)));
addEventListener("click", event => setTimeout(() => leaves(event) && begin(event.target.closest("a"))));
addEventListener("pagehide", endAll);
addEventListener("pageshow", endAll);

// A link to another page of ours, which the browser follows by itself.
function leaves(event) {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return false;
  return !link.target && !link.hasAttribute("download") && link.origin === location.origin && link.pathname !== location.pathname;
}

// Also for what a script sends by itself before it goes to another page.
export function begin(element, key = element) {
  if (!element.matches || element.matches(NEWS)) return;
  end(key);
  const sign = element.matches("form") ? element.querySelector("button:not([type=button])") : element;
  waiting.set(key, { sign, timers: [setTimeout(show, SOON, sign, sentence("waiting")), setTimeout(show, LONG, sign, sentence("waiting_long"))] });
}

function end(key) {
  const { sign, timers } = waiting.get(key) ?? {};
  timers?.forEach(clearTimeout);
  waiting.delete(key);
  sign?.removeAttribute("aria-busy");
  if (!waiting.size) say("");
}

function endAll() {
  for (const key of [...waiting.keys()]) end(key);
}

function show(sign, words) {
  sign?.setAttribute("aria-busy", "true");
  say(words);
}

// The line is in every page, so that what is written there is read out.
function say(words) {
  const line = document.getElementById("waiting");
  if (line && line.textContent !== words) line.textContent = words;
}
