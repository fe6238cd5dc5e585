// Keeps the page at the newest version: by its socket, by polling while that is silent, and never backwards.

import { sentence } from "./sentences.js";

const SILENCE = 5000;    // ms; the hub sends a beat every 2 s, because a page can't hear protocol pings
const POLL = 2000;       // ms
const AGAIN = 500;       // ms
const PARTS = "[data-head]";   // whatever the page, its part says its newest version

let connection, heard = now(), state = "off", since;
let away = false;                      // the page was left, perhaps into the browser's page cache
let sending = false, passed = false;   // a turn is on its way; news came meanwhile

const part = () => document.querySelector(PARTS);
const head = () => Number(part()?.dataset.head ?? 0);
const expectsNews = () => document.querySelector("[hx-ws\\:connect]:not([hx-target='#talk'])") || part()?.dataset.counted === "no";
const headIn = text => Number(/data-head="(\d+)"/.exec(text)?.[1]);
const turnIn = text => /data-turn="(\d+)"/.exec(text)?.[1];

document.addEventListener("htmx:ws:before:connection", event => {   // before each reconnect too
  connection = event.detail.connection;
  const url = new URL(connection.url);
  url.searchParams.set("have", head());
  url.searchParams.set("talk", document.getElementById("talk")?.dataset.talk ?? 0);
  url.searchParams.set("lang", document.documentElement.lang);
  connection.url = url.href;
  if (state === "off") show("catching");
});
document.addEventListener("htmx:ws:after:connection", () => { heard = now(); show("live"); });
document.addEventListener("htmx:ws:close", () => { show("stale"); setTimeout(connect, AGAIN); });
document.addEventListener("htmx:ws:before:message:incoming", receive);
document.addEventListener("htmx:config:request", askForNews);
document.addEventListener("htmx:before:swap", refuseOlder);
document.addEventListener("visibilitychange", () => document.hidden || catchUp());
document.addEventListener("resume", comeBack);           // of a tab that the browser had frozen
addEventListener("online", comeBack);
addEventListener("pagehide", () => { away = true; });
addEventListener("pageshow", ({ persisted }) => persisted && comeBack());
setInterval(listen, 500);
setInterval(poll, POLL);

// While a turn is on its way the address still names what was chosen for it, and that has no meaning any more:
// news waits for the answer, which brings its own part and address.
document.addEventListener("htmx:before:request", event => { sending ||= isTurn(event); });
document.addEventListener("htmx:after:swap", event => sending && event.detail.ctx.target?.matches?.(PARTS) && setTimeout(answered));   // the form is gone by then
document.addEventListener("htmx:finally:request", event => isTurn(event) && setTimeout(answered));   // or it failed

const isTurn = event => Boolean(event.detail.ctx.sourceElement.matches?.("[data-again]"));

function answered() {
  sending = false;
  if (passed) catchUp();
  passed = false;
}

function receive(event) {
  heard = now();
  if (state !== "live") show("live");
  const text = event.detail.message.data;
  const pushed = typeof text === "string" ? headIn(text) : NaN;
  if (Number.isNaN(pushed)) return;                       // a beat
  if (pushed < head()) return event.preventDefault();
  if (sending) {
    passed = true;
    return event.preventDefault();
  }
  if (isOver(turnIn(text))) forgetChoices();
  if (!location.search) return;
  event.preventDefault();                                 // the address says what is shown: ask for that, nothing chosen is lost
  if (pushed > head()) { show("catching"); catchUp(); }
}

// What was chosen for a turn means nothing in the next one. (A replay and a spectator have no turn.)
const isOver = turn => Boolean(turn && part()?.dataset.turn && turn !== part().dataset.turn);

function forgetChoices() {
  if (location.search) history.replaceState(history.state, "", location.pathname);
}

function catchUp() {
  if (expectsNews()) htmx.trigger("#poll", "catch-up");
  if (document.getElementById("talk-poll")) htmx.trigger("#talk-poll", "catch-up");
}

// The one request for news: this address, and the version that is here already.
function askForNews(event) {
  const ctx = event.detail.ctx;
  if (ctx.sourceElement.id !== "poll") return;
  const url = new URL(location.href);
  url.searchParams.set("have", head());
  ctx.request.action = url.pathname + url.search;
}

function refuseOlder(event) {
  const { ctx, tasks } = event.detail;
  const fresh = tasks.find(task => task.type === "main")?.fragment.querySelector(PARTS);
  if (!fresh || fresh.id !== part()?.id || !fresh.dataset.head) return;
  if (ctx.sourceElement.id === "poll" && state === "catching") show("live");
  if (ctx.sourceElement.id === "poll" && location.search && isOver(fresh.dataset.turn)) {
    event.preventDefault();
    forgetChoices();
    return setTimeout(catchUp);
  }
  if (Number(fresh.dataset.head) >= head()) return;
  event.preventDefault();
  if (ctx.request?.method === "GET" && ctx.sourceElement !== document.body) htmx.ajax("GET", ctx.request.action, { target: `#${fresh.id}`, swap: "outerMorph" });
}

// Whatever happened meanwhile is asked for at once; whether the socket is still good, its beat will tell.
function comeBack() {
  away = false;
  if (state === "off") return;
  connect();
  catchUp();
}

function poll() {
  if (state === "stale") connect();
  if (state === "stale" || part()?.dataset.counted === "no") catchUp();
}

// hx-ws gives a socket up for good that was closed with certain codes, its own at `pagehide` too. Where it has one, or is
// about to open one, it lets this go by.
function connect() {
  if (!away && document.getElementById("content")?.hasAttribute("hx-ws:connect")) htmx.trigger("#content", "connect-again");
}

function listen() {
  if (state !== "live" || silence() < SILENCE) return;
  show("stale");
  connection?.socket?.close();                            // hx-ws opens a new one
  catchUp();
}

// One clock stands while a laptop sleeps, the other one may be set.
function now() {
  return { wall: Date.now(), steady: performance.now() };
}

function silence() {
  const { wall, steady } = now();
  return Math.max(wall - heard.wall, steady - heard.steady);
}

function show(next) {
  if (next === "stale" && state !== "stale") since = new Date().toTimeString().slice(0, 5);
  state = next;
  const line = document.getElementById("live");
  if (!line) return;
  const words = { live: () => sentence("live"), catching: () => sentence("catching_up"), stale: () => sentence("stale", { since }) }[next]();
  if (line.textContent !== words) line.textContent = words;
  line.closest(".live").dataset.state = next;
}
