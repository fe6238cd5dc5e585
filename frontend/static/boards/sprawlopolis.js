// The map of a city: it grows and moves under wheel, fingers and keys; the chosen card follows the pointer and says at
// once what it would bring. Without this file places are links with all that in their words, and the map scrolls.

import { click as clickOn } from "../click.js";
import { tellWhy } from "../finger.js";
import { pressed } from "../pressed.js";
import { sentence } from "../sentences.js";

const WIDE = 96;          // units of the drawing to a block
const MOST = 8;           // times as large as when all of the city is seen
const STEP = 1.4;         // of a button or key
const LEGIBLE = 40;       // pixels to a block: below that places are dots without numbers
const ROOMY = 62;         // below that only what a place promises is shown, not what it changes now
const STILL = 6;          // pixels that a finger may move and still tap
const CLICKED = 350;      // ms until a browser has made a click of a tap
const PAN = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ZOOM = { "+": STEP, "=": STEP, "-": 1 / STEP };

let view = null;          // what is in the middle and how large, in units of the drawing; null: all of the city
let pointer = null;       // where it was last, in pixels
let fingers = new Map();  // that are down, by id
let moved = false;        // since the first of them came down
let pinched = false;      // there were two
let letting;              // the map take its own height again

const $ = selector => document.querySelector(selector);
const $$ = selector => [...document.querySelectorAll(selector)];
const map = () => $("[data-map]");
const world = () => $("[data-map] .world");
const carried = () => $("[data-carried]");

document.addEventListener("wheel", wheel, { passive: false });
document.addEventListener("pointerdown", down);
document.addEventListener("pointermove", move);
document.addEventListener("pointerup", up);
document.addEventListener("pointercancel", up);
document.addEventListener("click", click, true);
document.addEventListener("focusin", event => { if (event.target.matches(":focus-visible")) stand(event.target); rove(event.target); });
document.addEventListener("focusout", () => put(null));
document.addEventListener("mouseover", light);
document.addEventListener("htmx:after:swap", () => { free(); show(); rove(); follow(); setTimeout(offer); });
addEventListener("resize", show);
addEventListener("keydown", key);                        // after the page's own keys

// Where a point of the screen lies in the drawing.
function at({ x, y }) {
  return new DOMPoint(x, y).matrixTransform(world().getScreenCTM().inverse());
}

function box() {
  const { x, y, width, height } = world().ownerSVGElement.viewBox.baseVal;
  return { x, y, width, height, middle: { x: x + width / 2, y: y + height / 2 } };
}

// A swap leaves the page's main element alone: what is set there stays.
function show() {
  if (!map()) return;
  const { x, y, width, height, middle } = box();
  if (view?.zoom <= 1) view = null;
  const { zoom } = view ?? { zoom: 1 };
  if (view) [view.x, view.y] = [clamp(view.x, x, x + width), clamp(view.y, y, y + height)];
  const style = $("#content").style;
  style.setProperty("--zoom", zoom);
  style.setProperty("--pan-x", `${middle.x - zoom * (view ?? middle).x}px`);
  style.setProperty("--pan-y", `${middle.y - zoom * (view ?? middle).y}px`);
  map().classList.toggle("larger", Boolean(view));
  map().classList.toggle("small", world().getScreenCTM().a * WIDE < LEGIBLE);
  map().classList.toggle("tight", world().getScreenCTM().a * WIDE < ROOMY);
}

const clamp = (value, least, most) => Math.min(Math.max(value, least), most);

// `still` is the point of the drawing that stays where it is.
function zoomBy(times, still) {
  const now = view ?? { zoom: 1, ...box().middle };
  const zoom = clamp(now.zoom * times, 1, MOST);
  still ??= now;
  view = { zoom, x: still.x - (still.x - now.x) * now.zoom / zoom, y: still.y - (still.y - now.y) * now.zoom / zoom };
  show();
}

function moveBy(x, y) {
  if (!view) return;
  const scale = world().getScreenCTM().a;
  view.x -= x / scale;
  view.y -= y / scale;
  show();
}

function wheel(event) {
  if (!event.target.closest("[data-map]") || (!view && event.deltaY > 0)) return;
  event.preventDefault();
  zoomBy(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), at(event));
}

function key(event) {
  const name = event.defaultPrevented || !map() ? null : pressed(event);
  if (ZOOM[name]) zoomBy(ZOOM[name]);
  else if (name === "0") zoomBy(0);
  else if (PAN[name] && view) moveBy(...PAN[name].map(way => -60 * way));
  else return;
  event.preventDefault();
}

function down(event) {
  if (!event.target.closest("[data-map]") || event.button) return;
  if (!fingers.size) hold();
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  if (fingers.size > 1) pinched = true;
}

// What the bar says of the card makes it higher or lower: until a tap is over that must not move the map below the finger.
function hold() {
  moved = pinched = false;
  clearTimeout(letting);
  $("#content").style.setProperty("--held", `${map().offsetHeight}px`);
}

function free() {
  if (!fingers.size) $("#content").style.removeProperty("--held");
}

// One finger carries the card, if there is one; a pressed mouse or two fingers move the map.
function move(event) {
  pointer = { x: event.clientX, y: event.clientY };
  const before = fingers.get(event.pointerId);
  if (before && fingers.size === 2) pinch(event.pointerId, before, pointer);
  else if (before && drags(event, before)) moveBy(pointer.x - before.x, pointer.y - before.y);
  if (before && (moved || distance(before, pointer) > STILL)) {
    moved = true;
    fingers.set(event.pointerId, pointer);
  }
  if (fingers.size < 2 && !(pinched && before)) follow(event.target);
}

function drags(event, before) {
  return (moved || distance(before, pointer) > STILL) && (event.pointerType === "mouse" || !carried());
}

function pinch(id, before, now) {
  const [, other] = [...fingers].find(([each]) => each !== id);
  const still = at(between(before, other));
  zoomBy(distance(now, other) / Math.max(distance(before, other), 1), still);
  moveBy((now.x - before.x) / 2, (now.y - before.y) / 2);
  moved = true;
  fingers.set(id, now);
  put(null);
}

const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);
const between = (one, other) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });

// A finger that carried the card puts it down; a tap is a click of its own.
function up(event) {
  const wasOnly = fingers.size === 1 && fingers.has(event.pointerId);
  fingers.delete(event.pointerId);
  if (!fingers.size) letting = setTimeout(free, CLICKED);
  if (!wasOnly || event.pointerType === "mouse") return;
  const puts = moved && !pinched && event.type === "pointerup" && carried();
  if (puts) clickOn(place(at(event)));
  pointer = null;
  put(null);
}

function click(event) {
  const step = event.target.closest?.("[data-zoom]")?.dataset.zoom;
  const wasDragged = moved && event.isTrusted && event.target.closest?.("[data-map]");
  moved = false;
  if (!step && !wasDragged) return;
  event.preventDefault();
  event.stopPropagation();
  if (step) zoomBy({ in: STEP, out: 1 / STEP, fit: 0 }[step]);
}

// Tab stops once at the places, and arrows walk over them: there may be a hundred between the hand and the button.
function rove(target) {
  const places = $$("[data-map] .place.want");
  const here = places.find(each => each === target) ?? places.find(each => each.matches(".chosen, [tabindex='0']")) ?? places[0];
  for (const each of places) each.setAttribute("tabindex", each === here ? 0 : -1);
}

// Where the card was put, the next Enter confirms.
function offer() {
  if (document.activeElement?.matches(".place.chosen")) $("#confirm")?.focus();
}

// The link of the place whose middle is nearest.
function place({ x, y }) {
  return $(`[data-map] [data-key="place-${Math.round(y / WIDE) - 1},${Math.round(x / WIDE) - 1}"]`);
}

const whereOf = link => link?.dataset.key.replace("place-", "");

// The card follows the pointer over the map, from block to block.
function follow(target = pointer && document.elementFromPoint(pointer.x, pointer.y)) {
  if (!carried() || !pointer) return;
  if (!target?.closest?.("[data-map]")) return stand(document.activeElement);
  const { x, y } = at(pointer);
  put(place({ x, y }), `${Math.round(y / WIDE) - 1},${Math.round(x / WIDE) - 1}`);
}

// With the keys it stands on the place that has the focus. A tap gives the focus too, in the middle of its click.
function stand(element) {
  const link = element?.closest?.("[data-map] .want");
  put(link, whereOf(link));
}

// The card at a place, or nowhere. `link` says what it would bring there; without one it can't lie there.
function put(link, where = whereOf(link)) {
  const card = carried();
  if (!card) return;
  const isHere = Boolean(where) && !link?.matches(".chosen");
  card.toggleAttribute("hidden", !isHere);
  const isAllowed = Boolean(link?.matches(".want"));
  card.classList.toggle("refused", !isAllowed);
  tell(isHere && !isAllowed ? link?.dataset.why ?? map().dataset.apart : "");
  foresee(isHere && isAllowed ? foreseenAt(link) : null);
  const badge = card.querySelector(".badge");
  if (!isHere) return;
  const [row, column] = where.split(",");
  card.setAttribute("transform", `translate(${column * WIDE} ${row * WIDE})`);
  badge.toggleAttribute("hidden", isAllowed && !isHinted(link.dataset));
  badge.querySelector("[data-promised]").textContent = !isAllowed ? "✕" : isHinted(link.dataset) ? signed(Number(link.dataset.promise)) : "";
}

// The total is the sum of all lines.
function foreseenAt({ dataset: { covers, promise, lines } }) {
  const values = lines?.split(" ").map(Number);
  return { covers, promise, values, total: values?.reduce((sum, each) => sum + each, 0) };
}

const now = () => Number($('[data-line="total"]').dataset.now);
const gain = ({ total }) => total - now();
const minus = number => String(number).replace("-", "−");
const signed = number => (number > 0 ? `+${number}` : number ? minus(number) : "±0");
const isHinted = ({ promise }) => promise !== undefined;       // else the table plays without hints

// Other reasons than these stay: a connection that failed, a choice that the server refused.
function tell(why) {
  const line = $("#why");
  const ours = ["", map().dataset.apart, $("[data-map] .refused[data-why]")?.dataset.why];
  if (line && ours.includes(line.textContent)) tellWhy(line, why);
}

// Each line as it would be, in the list of points and in the bar.
function foresee(there) {
  const names = $("[data-points]").dataset.names.split("|");
  for (const output of $$("[data-points] [data-line]")) {
    const { line, now, then } = output.dataset;
    const value = line === "total" ? there?.total : there?.values?.[names.indexOf(line)];
    output.textContent = value === undefined ? then : value === Number(now) ? "" : minus(value);
  }
  const [idle, hovered] = [$("[data-idle]"), $("[data-hovered]")];
  if (!hovered) return;
  [idle.hidden, hovered.hidden] = [Boolean(there), !there];
  if (there) hovered.textContent = foreseen(there);
}

function foreseen(there) {
  if (!isHinted(there)) return sentence("here_it_only_covers", { n: Number(there.covers) });
  const values = { n: Number(there.covers), promise: signed(Number(there.promise)), total: minus(there.total), gain: signed(gain(there)) };
  return sentence(values.n ? "here_it_covers" : "here_it_covers_nothing", values);
}

// A line of the points shows its blocks while it is pointed at.
function light(event) {
  const line = event.target.closest?.("[data-lights]") ?? $("[data-lights].shown");
  const plan = $("[data-map] .plan");
  if (!plan) return;
  const cells = new Set(line?.dataset.lights.trim().split(" "));
  plan.classList.toggle("showing", Boolean(line));
  for (const block of $$("[data-map] [data-block]")) block.classList.toggle("lit", cells.has(block.dataset.block));
  for (const road of $$("[data-map] [data-road]")) road.classList.toggle("lit", road.dataset.blocks.split(" ").every(cell => cells.has(cell)));
}

show();
rove();
