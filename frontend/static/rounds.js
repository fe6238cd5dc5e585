// A tournament's page: counts down to the next round, mixes the visitor's own luck in, and says which zone a start is in.

import { local } from "./stored.js";
import { hashOf, hex, isAble } from "./verify/hashes.js";

const MINUTE = 60, HOUR = 3600, DAY = 86400;     // seconds
const SOON = 10 * MINUTE;                        // before the start numbers are shown, when nobody enters late any more
const begun = new WeakMap();                     // by countdown: what was left when it was first seen, and when that was
const sealing = new WeakMap();                   // by form: whether its number is there, or can't be
const held = () => document.getElementById("tournament")?.dataset ?? {};
const key = id => `urbanist-tournament-${id}`;
let showing = false;

document.addEventListener("submit", sealBeforeEntering, true);
document.addEventListener("htmx:after:swap", look);
addEventListener("DOMContentLoaded", () => setTimeout(look));   // htmx starts after us
setInterval(look, 1000);
sayZone();

function look() {
  for (const countdown of document.querySelectorAll("[data-until]")) {
    const known = begun.get(countdown), drawn = countdown.dataset.until;
    if (known?.drawn !== drawn) begun.set(countdown, { drawn, left: Number(drawn), at: performance.now() });
    const { left, at } = begun.get(countdown);
    countdown.textContent = written(Math.max(0, Math.round(left - (performance.now() - at) / 1000)));
  }
  showNumber();
}

// As a clock: 0:09, 1:02:03; days and hours stand beside it as a moment.
function written(left) {
  if (left >= DAY) return "";
  const two = number => String(number).padStart(2, "0");
  const hours = Math.floor(left / HOUR), minutes = Math.floor(left / MINUTE) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${minutes}:${two(left % 60)}`;
}

// Whatever happens here, the form is sent: without a number where there can't be one.
async function sealBeforeEntering(event) {
  const form = event.target, { id } = held();
  if (!id || !form.matches("[data-enter]") || !isAble()) return;
  const isDone = sealing.get(form);
  if (isDone) return sealing.delete(form);
  event.preventDefault();
  event.stopImmediatePropagation();
  if (isDone === false) return;                  // a second click
  sealing.set(form, false);
  form.elements.nonce_hash.value = await seal(id).catch(() => "");
  sealing.set(form, true);
  setTimeout(() => form.requestSubmit());        // the first submit has to be over: a form is not sent within its own sending
}

// It is no use to promise a number that only this page keeps: the next page has to show it.
async function seal(id) {
  const nonce = hex(crypto.getRandomValues(new Uint8Array(32)));
  return local.write(key(id), { nonce }) ? hashOf(nonce) : "";
}

// Late enough that nobody can choose their own by it, early enough that it counts.
function showNumber() {
  const { id, awaited } = held(), kept = id && local.read(key(id));
  const countdown = document.querySelector("[data-until]"), form = document.querySelector("#tournament [name=csrf_token]");
  if (awaited !== "yes" || !kept || showing || !form || !globalThis.htmx) return;
  if (countdown && Number(countdown.dataset.until) - (performance.now() - begun.get(countdown).at) / 1000 > SOON) return;
  showing = true;
  htmx.ajax("POST", `/tournaments/${id}/nonces`, {
    values: { nonce: kept.nonce, drawn_for: document.querySelector("[name=drawn_for]")?.value ?? "" }, target: "#tournament", swap: "outerMorph",
  }).finally(() => { showing = false; });
}

// A browser writes a day and a time without its zone.
function sayZone() {
  const zone = document.querySelector("[data-zone]"), name = document.querySelector("[data-zone-name]"), start = document.getElementById("start");
  if (!zone || !start) return;
  const tell = () => {
    const at = start.value ? new Date(start.value) : new Date();
    zone.value = String(-at.getTimezoneOffset());
    name.textContent = `(${Intl.DateTimeFormat().resolvedOptions().timeZone})`;
  };
  start.addEventListener("input", tell);
  tell();
}
