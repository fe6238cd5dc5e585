// One choice after the other: what is pressed while the page of the last choice is on its way means the page that comes,
// not the one that is still shown. A link of an old page would lose what was chosen since.

import { click } from "./click.js";
import { pressed } from "./pressed.js";

const CHOICES = "#match a[hx-get]";
const HELD = /^(.|Enter|Escape|Home|End|Arrow\w+)$/;   // keys of boards and replays
const PATIENCE = 2000;                                 // ms; a page that takes longer is given up for what was pressed since

let coming = null, late;   // the request whose page is on its way
let held = [];             // what was pressed since, in order

addEventListener("keydown", holdKey, true);
addEventListener("click", holdClick, true);
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => ctx.sourceElement.matches?.(CHOICES) && wait(ctx));
document.addEventListener("htmx:error", ({ detail: { ctx } }) => { if (coming && ctx === coming) held = []; });
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => { if (coming && ctx === coming) arrive(); });

function wait(ctx) {
  coming = ctx;
  clearTimeout(late);
  late = setTimeout(arrive, PATIENCE);
}

function arrive() {
  coming = null;
  clearTimeout(late);
  setTimeout(goOn);
}

function goOn() {
  while (held.length && !coming) held.shift()();
}

function hold(event, again) {
  event.preventDefault();
  event.stopImmediatePropagation();
  held.push(again);
}

// Enter on a link or button is a click of the browser's own.
function holdKey(event) {
  const { code, shiftKey } = event, key = coming && pressed(event);
  if (!HELD.test(key ?? "") || event.target.matches("input:not([type=radio]), select, textarea")) return;
  hold(event, () => {
    const here = document.activeElement;
    if (here.dispatchEvent(new KeyboardEvent("keydown", { key, code, shiftKey, bubbles: true, cancelable: true })) && key === "Enter") click(here);
  });
}

function holdClick(event) {
  const link = event.target.closest?.(CHOICES);
  if (!coming || !link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const { key, replay } = link.dataset;
  hold(event, () => click(document.querySelector(key ? `[data-key="${CSS.escape(key)}"]` : `[data-replay="${replay}"]`)));
}
