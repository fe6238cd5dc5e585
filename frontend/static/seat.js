// One's own part of the luck: a secret number is sealed when sitting down and shown when the table is full.

import { hashOf, hex, isAble } from "./verify/hashes.js";

const key = id => `urbanist-table-${id}`;
const table = () => document.getElementById("table");
let showing = false, leaving = false;

document.addEventListener("submit", sealBeforeSitting, true);
document.addEventListener("submit", playNow);
document.addEventListener("htmx:after:swap", goOn);
addEventListener("DOMContentLoaded", () => setTimeout(goOn));

// The number stays in this browser together with the server's seal, so that the audit can compare them later.
async function seal(id, commitment) {
  if (!isAble()) return "";                              // without a secure context one sits without a number
  const kept = keptOf(id);                                // of another tab that sits already
  const nonce = kept?.commitment === commitment ? kept.nonce : hex(crypto.getRandomValues(new Uint8Array(32)));
  localStorage.setItem(key(id), JSON.stringify({ ...kept, nonce, commitment }));
  return hashOf(nonce);
}

const keptOf = id => JSON.parse(localStorage.getItem(key(id)) ?? "null");

// What the server says that it has of our number: for the audit, if the record says something else one day.
function remember({ id, nonce }) {
  const kept = keptOf(id);
  if (kept) localStorage.setItem(key(id), JSON.stringify({ ...kept, said: nonce }));
}

async function sealBeforeSitting(event) {
  const form = event.target;
  if (!form.matches("[data-sit]") || form.elements.nonce_hash.value || !isAble()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  form.elements.nonce_hash.value = await seal(table().dataset.id, table().dataset.commitment);
  setTimeout(() => form.requestSubmit());                // the first submit has to be over: a form is not sent within its own sending
}

// The seat is ours and the table is full: show the number. When the match is there, go to it.
function goOn() {
  const at = table()?.dataset;
  if (!at || leaving) return;
  remember(at);
  if (at.matchUrl) {
    leaving = true;                                       // news that comes until the next page is there must not go there again
    return location.replace(at.matchUrl);
  }
  const kept = keptOf(at.id);
  if (at.status !== "filled" || at.nonce !== "hashed" || !kept || showing) return;
  showing = true;
  htmx.ajax("POST", `/t/${at.id}/nonce`, { values: { nonce: kept.nonce }, target: "#table", swap: "outerMorph" })
    .finally(() => { showing = false; });
}

// Open a table, read its seal, sit down: one click, two requests. If one fails, the plain form does it all.
async function playNow(event) {
  const form = event.target;
  if (!form.matches("[data-play]") || !isAble()) return;
  event.preventDefault();
  const button = form.querySelector("button");
  button.disabled = true;
  try {
    location.assign(await seated(new FormData(form)));
  } catch {
    form.submit();
  }
}

async function seated(asked) {
  const { address, id, commitment, canSit } = await post("/play", { ...Object.fromEntries(asked), sit: "later" });
  if (canSit) await post(`/t/${id}/sit`, { nonce_hash: await seal(id, commitment) });
  return address;
}

// Every answer leads to a page of the table; what is needed of it stands in its attributes.
async function post(address, values) {
  const token = document.querySelector("[name=csrf_token]").value;
  const response = await fetch(address, { method: "POST", body: new URLSearchParams({ csrf_token: token, ...values }) });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const { id, commitment } = page.getElementById("table")?.dataset ?? {};
  return { address: response.url, id, commitment, canSit: Boolean(page.querySelector("[data-sit]")) };
}
