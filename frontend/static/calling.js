// Calls whoever has a page open and looks elsewhere: the tab's icon, a short tone, the browser's notification. Tone and
// notification were chosen at /settings, for this browser. The part of the page says which matches call (`data-calls`).

import { sentence } from "./sentences.js";
import { local } from "./stored.js";

const KEY = "urbanist-calling";
const QUICK = 3000;                    // ms: whoever looks at the page, and was called that soon again, needs no call
const TONES = [[659, 0], [880, 0.16]];   // Hz, and seconds from now
const LENGTH = 0.3;                    // s of a tone

let calls = null, left = Date.now();   // when the last of them was answered
let sound = null;

addEventListener("DOMContentLoaded", look);
document.addEventListener("htmx:after:swap", look);
// A browser plays nothing before its person has touched the page.
for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, wake, { passive: true });

export const chosen = () => ({ sound: false, notify: false, ...local.read(KEY) });
export const choose = changed => local.write(KEY, { ...chosen(), ...changed });

function look() {
  const now = callsHere();
  if (!now) return;
  show(now.length > 0);
  const fresh = calls ? now.filter(call => !calls.includes(call)) : [];
  if (calls?.some(call => !now.includes(call))) left = Date.now();
  calls = now;
  if (fresh.length && (isAway() || Date.now() - left >= QUICK)) call(fresh[0]);
}

// Null where the page is about no match of one's own, and while it looks back at another moment.
function callsHere() {
  if (document.querySelector(".replaying")) return null;
  return document.querySelector("[data-calls]")?.dataset.calls.split(" ").filter(Boolean) ?? null;
}

const isAway = () => document.hidden || !document.hasFocus();

function show(isCalled) {
  const icon = document.querySelector("link[rel=icon][data-called]");
  const wanted = icon && (isCalled ? icon.dataset.called : icon.dataset.uncalled);
  if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
}

// Of several pages that show the same match, one calls.
async function call(which) {
  const name = `urbanist-call-${which}`;
  const { locks } = navigator;         // only where the page is secure
  if (!locks) return callHere(which);
  await locks.request(name, { ifAvailable: true }, async lock => {
    if (!lock) return;
    callHere(which);
    await new Promise(done => setTimeout(done, 1000));
  });
}

function callHere(which) {
  const { sound: isHeard, notify } = chosen();
  if (isHeard) play();
  if (notify && isAway()) notifyOf(which);
}

function wake() {
  if (!chosen().sound || !globalThis.AudioContext) return;
  sound ??= new AudioContext();
  if (sound.state === "suspended") sound.resume();
}

// Whether it can be heard.
export function play() {
  wake();
  if (!sound) return false;
  for (const [pitch, after] of TONES) ring(pitch, sound.currentTime + after);
  return true;
}

function ring(pitch, at) {
  const tone = new OscillatorNode(sound, { frequency: pitch }), loudness = new GainNode(sound, { gain: 0 });
  loudness.gain.setValueAtTime(0.12, at);
  loudness.gain.exponentialRampToValueAtTime(0.001, at + LENGTH);
  tone.connect(loudness).connect(sound.destination);
  tone.start(at);
  tone.stop(at + LENGTH);
}

async function notifyOf(which) {
  if (globalThis.Notification?.permission !== "granted") return;
  const id = which.split("@")[0];
  const title = sentence("called"), about = { body: document.title.replace(/^● /, ""), tag: `match-${id}`, icon: iconOf(), data: `/m/${id}` };
  try {
    const shown = new Notification(title, about);
    shown.addEventListener("click", () => { focus(); shown.close(); });
  } catch {                            // phones show those of a service worker only
    await (await navigator.serviceWorker?.getRegistration())?.showNotification(title, about);
  }
}

const iconOf = () => document.querySelector("link[rel=icon][data-called]")?.dataset.called;
