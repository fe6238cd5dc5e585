// A score sheet: every press is a step that the server counts, one after the other, however fast they come.
// Without this file each of them is a link.

import { pressed } from "./pressed.js";

const NAMES = { "+": "more", "-": "less", Delete: "x", Backspace: "x" };
const PAUSE = 400;   // ms: somebody who types a number may go on typing

let last = Promise.resolve(), typing;

document.addEventListener("click", click);
document.addEventListener("keydown", key);
document.addEventListener("input", say);
document.addEventListener("submit", submit);
document.addEventListener("htmx:after:swap", show);

const sheet = () => document.querySelector("[data-sheet]");
let shown = sheet();

// A sheet that was opened on a longer page comes into view.
function show() {
  if (sheet() && !shown) sheet().closest("section")?.scrollIntoView();
  shown = sheet();
}

// The address of the sheet is read when it is this step's turn: the one before has changed it.
function step(changes) {
  last = last.then(() => send(changes));
}

async function send(changes) {
  const source = sheet();
  if (!source) return;
  const url = new URL(source.dataset.sheet, location.href);
  for (const [name, value] of Object.entries(changes)) url.searchParams.set(name, value);
  await htmx.ajax("GET", url.pathname + url.search, { source, target: source.dataset.part, swap: "outerMorph" });
}

function click(event) {
  const link = event.target.closest?.("[data-sheet] [data-press]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  const { press, on } = link.dataset;
  step(on ? { press, on } : { press });
}

// A key of its own presses a link from anywhere. Else on a square a key acts there; elsewhere a letter chooses what is built.
function key(event) {
  const name = sheet() && !event.target.matches("input") ? pressed(event) : null;
  if (!name) return;
  const hot = document.querySelector(`[data-sheet] [data-hotkey~="${CSS.escape(name)}"]`);
  if (hot) {
    event.preventDefault();
    return hot.click();
  }
  const keys = sheet().dataset.keys.split(" ");
  const found = [name, name.toUpperCase()].find(each => keys.includes(each));
  if (!found) return;
  const press = NAMES[found] ?? found;
  const { on } = document.activeElement.dataset;
  if (on) step({ press, on });
  else document.querySelector(`[data-press="tool-${press}"]`)?.click();
  event.preventDefault();
}

function say(event) {
  const { target } = event;
  if (!target.matches("[data-sheet] [data-said]")) return;
  clearTimeout(typing);
  typing = setTimeout(() => step({ [target.name]: target.value }), PAUSE);
}

function submit(event) {
  if (!event.target.matches("[data-sheet] form")) return;
  event.preventDefault();
  clearTimeout(typing);
  step(Object.fromEntries([...event.target.querySelectorAll("[data-said]")].map(each => [each.name, each.value])));
}
