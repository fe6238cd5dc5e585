// Checks the record of a tournament when it is asked to, and shows each check as it is done.

import { isUnsigned, titled, yours } from "./first_words.js";
import { sentence } from "./sentences.js";
import { isAble } from "./verify/hashes.js";
import { actWords, withName } from "./verify/verdict.js";
import { verifyTournament } from "./verify_tournament.js";

const MARKS = { ok: "✓", no: "✕", "after the end": "…", "not checked": "–", questionable: "?" };
const SHOWN = 3;   // failures of a check
const $ = id => document.getElementById(id);

if ($("check")) begin();

function begin() {
  $(isAble() ? "check" : "unable").hidden = false;
  $("check").addEventListener("click", check);
}

async function check() {
  $("check").disabled = true;
  const file = await fetched();
  $("unread").hidden = Boolean(file);
  $("check").disabled = Boolean(file);
  if (!file) return;
  $("verdict").hidden = $("checks-card").hidden = false;
  const verdict = await verifyTournament(file, shown), { grade, first, doubts } = verdict;
  $("verdict").dataset.is = grade;
  for (const words of $("verdict").querySelectorAll("[data-grade]")) words.hidden = words.dataset.grade !== grade;
  $("doubts").replaceChildren(...doubts.map(doubt => Object.assign(document.createElement("li"), { textContent: sentence("one_failure", doubt) })));
  tellFirst(verdict);
  if (first) $("first-failure").textContent = sentence("first_failure", withName(first));
}

// For whom it is fair, what operators did, and what it proves to who looks.
function tellFirst({ grade, seats, acts }) {
  const within = seats.filter(({ isIn }) => isIn).length, people = { within, n: seats.length };
  const isPartly = grade === "fair" && within < seats.length, heading = document.querySelector(`[data-grade="${grade}"] h2`);
  const some = seats.filter(isUnsigned).length, unsigned = some ? [sentence("unsigned_people", { n: some })] : [];
  if (acts.length || some) heading.textContent = titled(grade, { acts, unsigned }, isPartly ? sentence("title_fair_for_some", people) : undefined);
  else if (isPartly) heading.textContent = sentence("fair_for_some_people", people);
  const own = seats.find(({ player }) => player === $("proof").dataset.you);
  list("own-verdicts", own ? [yours(own, grade)] : []);
  list("repairs", acts.map(act => ({ state: "look", words: actWords(act) })));
}

function list(section, facts) {
  $(section).hidden = !facts.length;
  $(section).querySelector("ul").replaceChildren(...facts.map(fact));
}

function fact({ state, words }) {
  const item = Object.assign(document.createElement("li"), { textContent: words });
  item.dataset.state = state;
  return item;
}

async function fetched() {
  const answer = await fetch($("proof").dataset.record, { cache: "no-store" }).catch(() => null);
  return answer?.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
}

function shown({ name, state, failures }) {
  const row = document.querySelector(`[data-check="${name}"]`);
  row.dataset.state = state;
  row.querySelector(".mark").textContent = MARKS[state];
  row.querySelector(".count").textContent = state === "ok" ? "" : sentence(`state_${state.replaceAll(" ", "_")}`);
  for (const failure of failures.slice(0, SHOWN)) row.append(paragraph(sentence("one_failure", failure)));
  if (failures.length > SHOWN) row.append(paragraph(sentence("more_failures", { n: failures.length - SHOWN })));
  return new Promise(done => setTimeout(done));
}

function paragraph(words) {
  return Object.assign(document.createElement("p"), { className: "wrong", textContent: words });
}
