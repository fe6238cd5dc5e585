// The audit page: fetches the record, checks it here, and shows each check as it is done and what follows from all of them.

import { headline, isForSome, peopleTold, someTold } from "./for_whom.js";
import { sentence } from "./sentences.js";
import { told } from "./told.js";
import { isAble } from "./verify/hashes.js";
import { verify } from "./verify.js";
import { withName } from "./verify/verdict.js";

const PACE = 60;   // ms between two checks, so that an eye can follow
const MARKS = { ok: "✓", no: "✕", "after the end": "…", "not checked": "–", questionable: "?" };

const page = document.getElementById("audit");
const who = { names: JSON.parse(page.dataset.names), you: page.dataset.you };
const $ = id => document.getElementById(id);
const show = (...ids) => ids.forEach(id => { $(id).hidden = false; });

if (isAble()) check().catch(error => { if (isAble()) throw error; giveUp(); });
else show("unable");

// Hashes are there, and fail.
function giveUp() {
  for (const id of ["verdict", "checks-card"]) $(id).hidden = true;
  show("unable");
}

async function check() {
  const file = await fetched();
  if (!file) return;
  show("verdict", "checks-card");
  const verdict = await verify(file, shown);
  grade(verdict.grade);
  begin(verdict);
  if (verdict.first) $("first-failure").textContent = sentence("first_failure", withName(verdict.first));
  if (verdict.cause) explain(verdict);
  $("doubts").replaceChildren(...verdict.doubts.map(doubt => fact({ state: "look", words: sentence("one_failure", doubt) })));
  if (verdict.record) await compare(verdict);
}

async function fetched() {
  const answer = await fetch(page.dataset.record, { cache: "no-store" }).catch(() => null);
  if (answer?.ok) return new Uint8Array(await answer.arrayBuffer());
  const said = answer && await answer.json().catch(() => null);
  $("why-unread").textContent = said?.sentence ?? sentence("no_answer");
  show("unread");
  return null;
}

function shown({ name, state, failures, count, of }) {
  const row = document.querySelector(`[data-check="${name}"]`);
  row.dataset.state = state;
  row.querySelector(".mark").textContent = MARKS[state];
  row.querySelector(".count").textContent = state === "ok" ? sentence(`count_${named(of)}`, { n: count }) : sentence(`state_${named(state)}`);
  for (const failure of failures.slice(0, 3)) row.append(paragraph(sentence("one_failure", failure)));
  if (failures.length > 3) row.append(paragraph(sentence("more_failures", { n: failures.length - 3 })));
  return new Promise(done => setTimeout(done, PACE));
}

const named = code => code.replaceAll(" ", "_");

function paragraph(words) {
  return Object.assign(document.createElement("p"), { className: "wrong", textContent: words });
}

function grade(found) {
  $("verdict").dataset.is = found;
  for (const words of $("verdict").querySelectorAll("[data-grade]")) words.hidden = words.dataset.grade !== found;
}

// The first words, where they are about somebody: for whom it is fair, and what operators did.
function begin(verdict) {
  const words = headline(verdict, who);
  if (words) document.querySelector(`[data-grade="${verdict.grade}"] h2`).textContent = words;
  if (verdict.acts.length) $("verdict").dataset.acts = "yes";
  if (isForSome(verdict)) $("fair-for").textContent = someTold(verdict, who);
}

// What happened to the file on its way, in a verdict that says either that nothing else did, or that this is not all.
function explain({ grade: found, cause }) {
  const place = document.querySelector(`[data-grade="${found}"] .cause`);
  place.textContent = `${cause[0].toUpperCase()}${cause.slice(1)}.`;
  place.hidden = false;
}

// Everything beyond the file itself: who brought luck, what this browser kept, what operators did, what was noted.
async function compare(verdict) {
  const { seats, kept, receipt, repairs, head, noted } = await told(verdict, page.dataset.id);
  const isOdd = kept.some(fact => fact.state === "no"), isByHost = kept.some(fact => fact.isByHost);
  const found = isByHost ? "broken by the host" : isOdd && verdict.grade !== "broken" ? "odd" : verdict.grade;
  list("own-verdicts", "own-facts", peopleTold(verdict, found, who));
  list("luck", "seats", seats);
  list("kept", "kept-facts", kept);
  list("repairs", "repair-facts", repairs);
  $("head").value = head.digest;
  $("head-of").textContent = sentence(`head_of_${head.kind}`, head);
  show("compare");
  if (receipt) offer(receipt);
  if (found !== verdict.grade) grade(found);
  $("noted-form").addEventListener("submit", event => {
    event.preventDefault();
    const { state, words } = noted($("noted").value);
    Object.assign($("noted-said"), { textContent: words, className: state === "no" ? "wrong" : "right" });
  });
}

// The bytes that were signed, with their signature: for whoever is to believe it.
function offer(receipt) {
  $("receipt").href = URL.createObjectURL(new Blob([receipt], { type: "application/json" }));
  show("receipt");
}

function list(section, place, facts) {
  $(place).replaceChildren(...facts.map(fact));
  if (facts.length) show(section);
}

function fact({ state, words }) {
  const item = Object.assign(document.createElement("li"), { textContent: words });
  item.dataset.state = state;
  return item;
}
