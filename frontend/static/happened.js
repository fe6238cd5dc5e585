// Shows what happened so that eyes can follow: a bot's move comes a moment after the one before it, and what a move takes
// travels to its place. The newest moves are stored and at hand all the time; whoever acts, or presses a key, sees them.

import { pressed } from "./pressed.js";
import { still, takePieces, travel } from "./travels.js";

const AGAIN = 3000;   // ms; an answer that has not come by then is asked for once more
const ACTS = "a, #at, form:not([data-again])";                                      // whoever uses these wants to see all
const PRESSED = "button, summary, a, input, textarea, select, [contenteditable]";   // what the space bar means something to

let stops = [];               // versions that are still to be shown, each with whose move it is
let timer, shownAt = -Infinity, hurries = false;

document.addEventListener("htmx:before:swap", arrive);
document.addEventListener("htmx:after:swap", settle);
document.addEventListener("visibilitychange", () => document.hidden && hurry());
document.addEventListener("click", event => event.target.closest("[data-hurry]") && hurry());
document.addEventListener("keydown", press);

const part = () => document.getElementById("match");
const head = () => Number(part().dataset.head);
const isLookBack = ctx => /[?&]was=/.test(ctx.request?.action ?? "");

// Listens after live.js, which has sent away what is older than the page.
function arrive(event) {
  const { ctx, tasks } = event.detail;
  const fresh = tasks.find(task => task.type === "main")?.fragment.querySelector("#match");
  if (event.defaultPrevented || !fresh || fresh.dataset.id !== part()?.dataset.id) return;
  if (mayWait(ctx, fresh) && hold(fresh)) {
    event.preventDefault();
    if (ctx.sourceElement.matches?.("[data-again]")) forgetChoices();
  } else takePieces(fresh, part());
}

function mayWait(ctx, fresh) {
  if (hurries || still.matches || document.hidden || isLookBack(ctx) || fresh.querySelector(".problem")) return false;
  return !isReplay(fresh) && !isReplay(part()) && !ctx.sourceElement.matches?.(ACTS);
}

const isReplay = match => match.classList.contains("replaying");

// Whether there is something to be shown before this: where a move of a person follows, there is no need to stop.
function hold(fresh) {
  stops = stopsIn(fresh).filter((stop, which, all) => stop.version > head() && (all[which + 1]?.pause ?? true));
  if (!stops.length || (stops.length === 1 && !wait())) return false;
  plan();
  return true;
}

function stopsIn(match) {
  const said = match.querySelector("[data-stops]")?.dataset;
  if (!Number(said?.pace)) return [];
  return said.stops.trim().split(/\s+/).filter(Boolean).map(stop => {
    const [version, by] = stop.split(":");
    return { version: Number(version), pause: by ? Number(said.pace) : 0 };
  });
}

// What people do is shown at once.
const wait = () => Math.max(0, shownAt + stops[0].pause - performance.now());

function plan() {
  clearTimeout(timer);
  timer = setTimeout(goOn, wait());
  document.documentElement.classList.add("pacing");
}

// The last stop is the newest page, whatever has come to it meanwhile.
function goOn() {
  timer = setTimeout(goOn, AGAIN);
  if (stops.length < 2) return htmx.trigger("#poll", "catch-up");
  const address = new URL(location.href);
  address.searchParams.set("was", stops[0].version);
  htmx.ajax("GET", address.pathname + address.search, { target: "#match", swap: "outerMorph" });
}

let shown;
function settle() {
  const match = part();
  if (!match || match.dataset.head === shown) return;
  shown = match.dataset.head;
  shownAt = performance.now();
  hurries = false;
  requestAnimationFrame(travel);   // when all others have seen the new page: it is laid out once then
  stops = stops.filter(stop => stop.version > head());
  if (stops.length) return plan();
  clearTimeout(timer);
  document.documentElement.classList.remove("pacing");
}

function hurry() {
  if (!stops.length) return;
  clearTimeout(timer);
  hurries = true;
  stops = stops.slice(-1);
  goOn();
}

function press(event) {
  if (!stops.length || pressed(event) !== " " || event.target.closest(PRESSED)) return;
  event.preventDefault();
  hurry();
}

// The address named what was chosen for the turn that has been sent.
function forgetChoices() {
  if (location.search) history.replaceState(history.state, "", location.pathname);
}
