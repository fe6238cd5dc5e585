// The keyboard alone is enough: a board's own keys follow its links (data-hotkey), arrows walk what is lit, Escape steps back. Refusals are shown at once.

import { click } from "./click.js";
import { byFinger, tellWhy } from "./finger.js";
import { fold } from "./leaving.js";
import { pressed } from "./pressed.js";

const WALK = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const CHOICE = "[data-pick], [data-back], [data-replay]";
const OVER = "details:is(.me, .other)[open]";       // lie above the page
const REPLAY = { ",": "previous", ".": "next", ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };

let focused, byKeys = false, wasComplete = false;   // as it was before the last swap
let inBar = false;                                  // had what got the focus last; a button that is sent away loses it
let asked = null;                                   // had the focus when the list of keys was asked for

document.addEventListener("keydown", press);
document.addEventListener("pointerdown", () => { byKeys = false; }, true);
document.addEventListener("click", event => tell(event, true), true);
document.addEventListener("focusin", tell);
document.addEventListener("focusin", event => { inBar = Boolean(event.target.closest(".bar")); });
document.addEventListener("mouseover", tell);
document.addEventListener("mouseout", hush);
document.addEventListener("htmx:before:swap", remember);
document.addEventListener("htmx:after:swap", refocus);

function remember() {
  focused = document.activeElement?.dataset?.key;
  wasComplete = Boolean($("#confirm"));
}

const $ = selector => document.querySelector(selector);

function press(event) {
  byKeys = true;
  const key = pressed(event);
  if (key && act(key, event)) event.preventDefault();
}

// True where the key was ours.
function act(key, { target, shiftKey }) {
  if (key === "?") return toggleKeys();
  if (key === "Escape") return stepBack();
  if ($("#at") && REPLAY[key]) return follow($(`[data-replay=${REPLAY[key]}]`));
  if (/^[0-9a-z]$/i.test(key)) return follow($(`[data-hotkey="${key.toLowerCase()}"]:not([data-press])`));   // a sheet has its own
  if (WALK[key] && !shiftKey && !target.matches("input")) return walk(WALK[key]);
  return false;
}

function follow(link) {
  click(link);
  return Boolean(link);
}

// Who asks for the list gets there, and back to where they were. On a phone it lies in the tab of the log.
function toggleKeys() {
  const list = $("#keys");
  if (!list) return false;
  if (list.open) return leaveKeys(list);
  asked = document.activeElement;
  list.open = true;
  if (!list.getClientRects().length && $("#panel-log")) $("#panel-log").checked = true;
  list.querySelector("summary").focus();
  return true;
}

function leaveKeys(list) {
  fold(list);
  if (asked?.isConnected && list.contains(document.activeElement)) asked.focus();
  return true;
}

function stepBack() {
  if (document.activeElement.closest("#keys[open]")) return leaveKeys($("#keys"));
  const opened = document.activeElement.closest(OVER) ?? $(OVER);
  if (opened) {
    fold(opened);
    return true;
  }
  return follow($("#problems [data-close]") ?? $("[data-back]"));
}

// To the nearest lit place in that direction; from anywhere else, to what is chosen there, or the first one.
function walk([x, y]) {
  const places = lit();
  if (!places.length) return false;
  const here = places.includes(document.activeElement) ? document.activeElement : null;
  const next = here ? nearest(here, places, x, y) : places.find(each => each.ariaCurrent) ?? places[0];
  next?.focus();
  return true;
}

// Where nothing is lit, all places count.
function lit() {
  const all = [...document.querySelectorAll("svg [data-pick]")].filter(each => each.getClientRects().length);
  const found = all.filter(each => each.matches(".want, .lit, .lit *"));
  return found.length ? found : all;
}

function nearest(here, places, x, y) {
  const from = middle(here);
  let best, least = Infinity;
  for (const each of places) {
    const to = middle(each), ahead = (to.x - from.x) * x + (to.y - from.y) * y;
    const aside = Math.abs((to.x - from.x) * y) + Math.abs((to.y - from.y) * x);
    if (each !== here && ahead > 4 && ahead + 2 * aside < least) [best, least] = [each, ahead + 2 * aside];
  }
  return best;
}

function middle(element) {
  const box = (element.querySelector("rect:not(.touch), .wanted") ?? element).getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

// Why it can't be chosen, in the bar: on hover, focus and tap. A click needs no answer from the server then. Who hears the
// page has just heard it in the name of what has the focus: only a click says it again. Between the touch and the click of
// a tap nothing is said or taken back: the bar would grow or shrink, and the button move away below the finger.
function tell(event, isClick = false) {
  if (byFinger() && !byKeys && isClick !== true) return;
  const refused = event.target.closest?.("[data-why]");
  const line = $("#why");
  if (!refused || !line) return;
  line.setAttribute("aria-live", isClick === true ? "polite" : "off");
  tellWhy(line, refused.dataset.why);
  if (isClick === true) event.preventDefault();
}

function hush(event) {
  const line = $("#why");
  if (line && !byFinger() && event.target.closest?.("[data-why]") && !document.activeElement?.dataset?.why) line.textContent = "";
}

// Where the keys made the turn complete, the next Enter confirms it. Else what had the focus keeps it;
// where it is gone, the first lit place gets it. After the confirmation the next Tab goes on from the bar.
function refocus({ detail }) {
  if (document.activeElement?.matches("input:not([type=radio])")) return;   // who types goes on
  const confirm = $("#confirm");
  if (byKeys && confirm && !wasComplete) return confirm.focus();
  const isChoice = detail.ctx?.sourceElement?.matches?.(CHOICE);
  if (byKeys && (inBar || (isChoice && !focused)) && document.activeElement === document.body) return $(".bar")?.focus({ preventScroll: true });
  if (!focused || document.activeElement?.dataset?.key === focused) return;
  const all = [...document.querySelectorAll(`[data-key="${CSS.escape(focused)}"]`)];   // some are for other widths
  (all.find(each => each.getClientRects().length) ?? confirm ?? lit()[0])?.focus();
}
