// Checks the record of a tournament when it is asked to, and shows each check as it is done.

import { sentence } from "./sentences.js";
import { isAble } from "./verify/hashes.js";
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
  const { grade, first, doubts } = await verifyTournament(file, shown);
  $("verdict").dataset.is = grade;
  for (const words of $("verdict").querySelectorAll("[data-grade]")) words.hidden = words.dataset.grade !== grade;
  $("doubts").replaceChildren(...doubts.map(doubt => Object.assign(document.createElement("li"), { textContent: sentence("one_failure", doubt) })));
  if (first) $("first-failure").textContent = sentence("first_failure", first);
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
