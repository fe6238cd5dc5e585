// A score sheet: every press is a step that the server counts, one after the other, however fast they come. What is typed goes
// along with the next step, and stays in its field until it is counted. Without this file each step is a link.

import { pressed } from "./pressed.js";

const NAMES = { "+": "more", "-": "less", Delete: "x", Backspace: "x" };
const HELD = /^(\S|Backspace|Delete)$/;   // keys that may mean something on the page that is on its way
const PAUSE = 400;                        // ms: somebody who types a number may go on typing

const unsaid = new Map();                 // by field: what was typed and isn't counted yet
let last = Promise.resolve(), waiting = 0, typing = null, failed = false;
let past = 0;                             // ways back or forward: steps of before them are given up

document.addEventListener("click", click);
document.addEventListener("auxclick", carry);
document.addEventListener("contextmenu", carry);
document.addEventListener("keydown", key);
document.addEventListener("input", event => event.target.matches(FIELD) && say(event.target));
document.addEventListener("submit", submit);
document.addEventListener("htmx:before:swap", event => event.detail.ctx.step && event.detail.ctx.step.past !== past && event.preventDefault());
document.addEventListener("htmx:after:swap", show);
addEventListener("popstate", goBack);
addEventListener("pageshow", sayWhatWasKept);
addEventListener("pagehide", () => unsaid.size && history.replaceState(history.state, "", address()));
addEventListener("online", () => unsaid.size && step());

const FIELD = "[data-sheet] [data-said]";
const sheet = () => document.querySelector("[data-sheet]");
const fields = () => document.querySelectorAll(FIELD);
let shown = sheet();

// A swap leaves what was typed since; every other field shows what was counted. A sheet that was opened on a longer page comes into view.
function show({ detail: { ctx } }) {
  if (ctx.step) ctx.step.isCounted = true;
  settle(ctx.step?.said ?? new Map());
  tell();
  if (sheet() && !shown) sheet().closest("section")?.scrollIntoView();
  shown = sheet();
}

function settle(counted) {
  const wrong = new Set([...fields()].filter(each => each.ariaInvalid).map(each => each.name));
  for (const [name, value] of counted) if (unsaid.get(name) === value && !wrong.has(name)) unsaid.delete(name);
  for (const each of fields()) {
    const value = unsaid.get(each.name) ?? each.defaultValue;
    if (each.value !== value) each.value = value;
  }
}

// Says that a count is under way, or that what was typed could not be counted.
function tell() {
  const isCounting = waiting > 0 || typing !== null;
  sheet()?.toggleAttribute("data-counting", isCounting);
  sheet()?.toggleAttribute("data-uncounted", !isCounting && failed && unsaid.size > 0);
  for (const each of document.querySelectorAll(".sheet-answer, .sheet-total")) each.ariaBusy = isCounting ? "true" : null;
}

// `found` gives the changes, or nothing to do, when it is this step's turn: the steps before have changed address and page.
function step(found = () => ({})) {
  const since = past;
  waiting += 1;
  last = last.then(() => since === past && send(found())).catch(reportError).finally(() => { waiting -= 1; tell(); });
  tell();
}

async function send(changes) {
  const source = sheet();
  if (!source || !changes) return;
  const taken = { past, said: new Map(unsaid), isCounted: false };
  const url = address(changes);
  stopTyping();
  await htmx.ajax("GET", url, { source, target: source.dataset.part, swap: "outerMorph", step: taken });
  failed = !taken.isCounted;
}

function address(changes = {}) {
  const url = new URL(sheet().dataset.sheet, location.href);
  for (const [name, value] of [...unsaid, ...Object.entries(changes)]) url.searchParams.set(name, value);
  return url.pathname + url.search;
}

function stopTyping() {
  clearTimeout(typing);
  typing = null;
}

const pressOf = ({ dataset: { press, on } }) => (on ? { press, on } : { press });

function click(event) {
  const link = event.target.closest?.("[data-sheet] [data-press]");
  if (!link) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return carry(event);
  event.preventDefault();
  const press = pressOf(link);
  step(() => press);
}

// In a window of its own a press counts what was typed before it too.
function carry(event) {
  const link = event.target.closest?.("[data-sheet] [data-press]");
  if (link && unsaid.size) link.setAttribute("href", address(pressOf(link)));
}

// While a count is under way a key means the page that comes.
function key(event) {
  const name = sheet() && !event.target.matches("input, select, textarea") ? pressed(event) : null;
  if (!name) return;
  const { on } = document.activeElement.dataset;
  const isHeld = waiting > 0 && HELD.test(name);
  if (!isHeld && !meant(name, on)) return;
  event.preventDefault();
  step(() => meant(name, on));
}

// A key of its own presses a link from anywhere. Else on a square a key acts there; elsewhere a letter chooses what is built.
function meant(key, on) {
  const hot = document.querySelector(`[data-sheet] [data-hotkey~="${CSS.escape(key)}"]`);
  if (hot) return pressOf(hot);
  const keys = sheet().dataset.keys.split(" ");
  const found = [key, key.toUpperCase()].find(each => keys.includes(each));
  if (!found) return null;
  const press = NAMES[found] ?? found;
  if (on) return { press, on };
  const tool = document.querySelector(`[data-press="tool-${press}"]`);
  return tool && pressOf(tool);
}

function say(field) {
  unsaid.set(field.name, field.value);
  clearTimeout(typing);
  typing = setTimeout(() => { typing = null; step(); }, PAUSE);
  tell();
}

// What was typed before this file was there, or was put back by the browser.
function sayWhatWasKept() {
  for (const each of fields()) if (each.value !== each.defaultValue && !unsaid.has(each.name)) say(each);
}

function submit(event) {
  if (!event.target.matches("[data-sheet] form")) return;
  event.preventDefault();
  for (const each of event.target.querySelectorAll("[data-said]")) if (each.value !== each.defaultValue) unsaid.set(each.name, each.value);
  step();
}

// The page of that address is on its way: what was pressed and typed for the one that was left is over, what comes now waits for it.
function goBack({ state }) {
  if (!sheet() || !state?.htmx) return;
  past += 1;
  unsaid.clear();
  stopTyping();
  waiting += 1;
  last = Promise.all([last, restored()]).finally(() => { waiting -= 1; tell(); });
  tell();
}

function restored() {
  return new Promise(resolve => document.addEventListener("htmx:finally:request", function look({ detail: { ctx } }) {
    if (!ctx.request.headers["HX-History-Restore-Request"]) return;
    document.removeEventListener("htmx:finally:request", look);
    resolve();
  }));
}
