// A tournament's page: counts down to the next round, mixes the visitor's own luck in, and says which zone a start is in.

import { show } from "./receipts.js";
import { beforeSending } from "./sending.js";
import { local } from "./stored.js";
import { hashOf, hex, isAble } from "./verify/hashes.js";

const MINUTE = 60, HOUR = 3600, DAY = 86400;     // seconds
const SOON = 10 * MINUTE;                        // before the start numbers are shown, when nobody enters late any more
const begun = new WeakMap();                     // by countdown: what was left when it was first seen, and when that was
const held = () => document.getElementById("tournament")?.dataset ?? {};
const key = id => `urbanist-tournament-${id}`;

beforeSending("#tournament [data-enter]", sealBeforeEntering);
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

async function sealBeforeEntering(form) {
  form.elements.nonce_hash.value = await seal(held().id).catch(() => "");
}

// It is no use to promise a number that only this page keeps: the next page has to show it.
async function seal(id) {
  if (!isAble()) return "";                      // without a secure context one enters without a number
  const nonce = hex(crypto.getRandomValues(new Uint8Array(32)));
  return local.write(key(id), { nonce }) ? hashOf(nonce) : "";
}

// Late enough that nobody can choose their own by it, early enough that it counts.
function showNumber() {
  const { id, awaited } = held(), kept = id && local.read(key(id));
  const countdown = document.querySelector("[data-until]"), form = document.querySelector("#tournament [name=csrf_token]");
  if (awaited !== "yes" || !kept || !form || !globalThis.htmx) return;
  if (countdown && Number(countdown.dataset.until) - (performance.now() - begun.get(countdown).at) / 1000 > SOON) return;
  show(`/tournaments/${id}/nonces`, { at: key(id), stream: `tournament:${id}`, target: "#tournament" });
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
