// Watches that the record of the match on this page only grows: what was seen before has to be in what is served now, and
// what is turned over has to be what was sealed. Whoever was there notices a past that was changed.

import { takeAway } from "./leaving.js";
import { close, part, see, seenOf } from "./seen.js";
import { sentence } from "./sentences.js";

let followed = null, work = Promise.resolve();

addEventListener("DOMContentLoaded", () => {
  if (!shown()) return;
  seenOf(shown().id).parted.filter(said => !said.closed).forEach(tell);
  soon(catchUp);
});
document.addEventListener("htmx:after:swap", () => soon(catchUp));
document.addEventListener("htmx:ws:after:connection", () => soon(compareHead));
// What live.js holds back because it is older may be another past.
document.addEventListener("htmx:before:swap", event => doubt(freshIn(event)?.dataset));
document.addEventListener("htmx:ws:before:message:incoming", event => doubt(attributesIn(event.detail.message.data)));

// One after the other: each begins where the last one ended, whether or not it was lucky.
const soon = act => (work = work.then(act, act));

function shown(element = document.querySelector("[data-digest]")) {
  if (!element) return null;
  const { id, head, digest, over } = element.dataset;
  return { id, head: Number(head), digest, isOver: over === "yes" };
}

const freshIn = event => event.detail.tasks.find(task => task.type === "main")?.fragment.querySelector("[data-digest]");

function attributesIn(text) {
  const said = typeof text === "string" && /data-head="(\d+)" data-id="(\w+)" data-digest="(\w+)"/.exec(text);
  return said ? { head: said[1], id: said[2], digest: said[3] } : null;
}

async function catchUp() {
  const at = shown();
  if (!at) return;
  if (followed?.id === at.id && at.head > followed.version) await goOn(at);
  if (!isIn(at)) await begin(at);
  if (isIn(at)) see(at.id, followed.version, followed.digest);
  sayWhatWasChecked();
}

const isIn = ({ id, head, digest }) => followed?.id === id && followed.digests.get(head) === digest;

// The part brings its newest events along; where that is too little (a replay has none), the rest is asked for.
async function goOn(at) {
  const { Wrong } = await import("./verify/record.js");
  const tail = document.getElementById("tail")?.textContent.split("\n").filter(Boolean) ?? [];
  const missing = at.head - followed.version;
  const rows = tail.length < missing ? await served(at.id, followed.version) : tail.slice(-missing);
  if (!rows) return;
  try {
    await followed.goOn(rows);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return;                                              // it is looked at as a whole before anything is said
  }
  tellReveals();
}

// The whole chain, and whether everything is in it that this browser saw before.
async function begin(at) {
  const { seen } = seenOf(at.id);
  if (at.isOver && !followed && isSettled(at, seen)) return see(at.id, at.head, at.digest);
  const known = followed?.id === at.id && followed.version ? [[followed.version, followed.digest]] : [];
  const rows = await served(at.id, 0);
  if (!rows) return;
  const fresh = await followedFrom(at.id, rows);
  if (!fresh) return;
  const isThere = ([version, digest]) => fresh.digests.get(version) === digest;
  const gone = [...seen, ...known, [at.head, at.digest]].filter(one => !isThere(one)).sort(([one], [other]) => one - other)[0];
  if (gone) parted(at.id, { version: gone[0], seen: gone[1], served: fresh.digests.get(gone[0]) ?? null }, isThere);
  followed = fresh;
  tellReveals();
}

// Nothing was seen before that a finished match could contradict. Its audit checks the rest.
const isSettled = (at, seen) => seen.every(([version, digest], which) => which < seen.length - 1 || (version === at.head && digest === at.digest));

async function followedFrom(id, rows) {
  const [{ Followed }, { Wrong }] = await Promise.all([import("./followed.js"), import("./verify/record.js")]);
  const fresh = new Followed(id);
  try {
    await fresh.goOn(rows);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    parted(id, { version: error.place.version ?? error.place, wrong: error.message }, () => true);
    return null;
  }
  return fresh;
}

// Stored envelopes after a version; null where nobody answers: the next news asks again.
async function served(id, after) {
  const answer = await fetch(`/m/${id}/chain?after=${after}`, { cache: "no-store" }).catch(() => null);
  if (answer?.status === 404) return [];
  return answer?.ok ? (await answer.text()).split("\n").slice(0, -1) : null;
}

// After a connection came back the version may be the same, and the past another one.
async function compareHead() {
  const at = shown();
  if (!at || followed?.id !== at.id || !followed.version) return;
  const rows = await served(at.id, followed.version - 1);
  if (rows && (!rows.length || JSON.parse(rows[0]).digest !== followed.digest)) await begin(at);
}

function doubt(said) {
  if (!said?.digest || followed?.id !== said.id) return;
  const at = { ...shown(), head: Number(said.head), digest: said.digest };
  if (at.head <= followed.version && !isIn(at)) soon(() => begin(at));
}

function parted(id, said, fits) {
  const known = { key: JSON.stringify(said), ...said, at: new Date().toISOString() };
  if (seenOf(id).parted.some(one => one.key === known.key)) return;
  part(id, known, fits);
  tell(known);
}

function tellReveals() {
  for (const said of followed.wrong.splice(0)) parted(followed.id, { ...said, isReveal: true }, () => true);
}

// Stays until it is closed, even when the page is reloaded.
function tell(said) {
  const { id } = shown(), section = element("section", { className: "problem" });
  section.setAttribute("role", "alert");
  for (const name of ["version", "seen", "served", "wrong"]) if (said[name]) section.dataset[name] = said[name];  // for programs
  const text = element("div");
  text.append(...wordsOf(said), links(id));
  const button = element("button", { className: "quiet", textContent: sentence("close"), type: "button" });
  button.addEventListener("click", () => { close(id, said.key); takeAway(section); });
  section.append(text, button);
  board().append(section);
}

// What differs, and where, is for the audit page.
function wordsOf({ wrong, isReveal }) {
  const where = line(sentence("see_the_audit"));
  if (isReveal) return [strong(sentence("wrong_reveal")), where];
  if (wrong) return [strong(sentence("wrong_record")), where];
  return [strong(sentence("other_record")), line(sentence("why_other_record")), where];
}

function links(id) {
  const row = element("p", { className: "row" });
  row.append(element("a", { href: `/m/${id}/audit`, textContent: sentence("check_record") }), element("a", { href: "", textContent: sentence("reload") }));
  return row;
}

const element = (name, values = {}) => Object.assign(document.createElement(name), values);
const strong = words => element("p", { className: "sentence", textContent: words });
const line = words => element("p", { textContent: words });

function board() {
  const found = document.getElementById("parted") ?? element("div", { id: "parted" });
  if (!found.isConnected) document.getElementById("problems").after(found);
  return found;
}

function sayWhatWasChecked() {
  const place = document.getElementById("continuity");
  if (!place) return;
  const words = globalThis.crypto?.subtle
    ? followed && sentence("checked_so_far", { events: followed.version, items: followed.shown.size })
    : sentence("checked_less");
  place.textContent = words || "";
}
