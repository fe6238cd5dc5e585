// One's own part of the luck: a secret number is sealed when sitting down and shown when the table is full.

import { isWaiting, show } from "./receipts.js";
import { beforeSending, newKey } from "./sending.js";
import { local } from "./stored.js";
import { hashOf, hex, isAble } from "./verify/hashes.js";
import { begin } from "./waiting.js";

const key = id => `urbanist-table-${id}`;
const table = () => document.getElementById("table");
let leaving = false, match = "";   // once it is known where the match is, an older answer does not take that back

beforeSending("#table [data-sit]", sealBeforeSitting);
document.addEventListener("submit", playNow);
document.addEventListener("htmx:after:swap", goOn);
addEventListener("DOMContentLoaded", () => setTimeout(goOn));
addEventListener("pageshow", comeBack);

// The number stays in this browser together with the server's seal, so that the audit can compare them later.
// Where the next page has to show it, it is no use to promise one that only this page keeps.
async function seal(id, commitment, { isForNextPage }) {
  if (!isAble()) return "";                              // without a secure context one sits without a number
  const kept = keptOf(id);                                // of another tab that sits already
  const nonce = kept?.commitment === commitment ? kept.nonce : hex(crypto.getRandomValues(new Uint8Array(32)));
  const isKept = local.write(key(id), { ...kept, nonce, commitment });
  return isKept || !isForNextPage ? hashOf(nonce) : "";
}

const keptOf = id => local.read(key(id));

// Kept beside the number, so that the audit sees whether the record names it. Of several tabs one sits down.
function given(id, own) {
  const kept = keptOf(id);
  if (kept && own) local.write(key(id), { ...kept, keys: [...kept.keys ?? [], own] });
  return own;
}

// What the server says that it has of our number: for the audit, if the record says something else one day.
// An older page, in another tab, does not take back that it was shown.
// Whether this page alone has the number: who leaves it should know.
function remember({ id, nonce, status, hostKey }) {
  const kept = keptOf(id);
  const isKept = !kept || local.write(key(id), { ...kept, said: kept.said === "shown" ? "shown" : nonce });
  say("number-unkept", nonce === "hashed" && !isKept);
  say("number-lost", nonce === "hashed" && !kept && status === "filled");
  say("number-unsigned", nonce === "shown" && hostKey && kept && !kept.receipt && !isWaiting());
}

function say(id, isSo) {
  const words = document.getElementById(id);
  if (words) words.hidden = !isSo;
}

async function sealBeforeSitting(form) {
  const { id, commitment } = table().dataset;
  const sealed = seal(id, commitment, { isForNextPage: !globalThis.htmx }).catch(() => "");
  const [number, own] = await Promise.all([sealed, newKey()]);
  form.elements.nonce_hash.value = number;
  form.elements.key.value = given(id, own);
}

// The seat is ours and the table is full: show the number. When the match is there, go to it.
function goOn() {
  const at = table()?.dataset;
  if (!at || leaving) return;
  remember(at);
  match ||= at.matchUrl;
  if (match) return leave();
  if (at.status !== "filled" || at.nonce !== "hashed" || !keptOf(at.id)) return;
  show(`/t/${at.id}/nonce`, { at: key(at.id), stream: `table:${at.id}`, key: at.hostKey, target: "#table", then: leave });
}

// Once the server has said that it has the number, or had the time to.
function leave() {
  const at = table()?.dataset;
  if (!at || leaving || isWaiting()) return;
  remember(at);
  match ||= at.matchUrl;
  if (!match) return;
  leaving = true;                                         // news that comes until the next page is there must not go there again
  location.replace(match);
}

// Open a table, read its seal, sit down: one click, two requests. Where no table is opened, the plain form does it all.
async function playNow(event) {
  const form = event.target;
  if (!form.matches("[data-play]")) return;
  const button = form.querySelector("button"), asked = Object.fromEntries(new FormData(form));
  event.preventDefault();
  button.disabled = true;
  begin(form);
  try {
    location.assign(await seated(asked));
  } catch {
    form.submit();
  }
}

// Who could not sit down can do so at the table.
async function seated(asked) {
  const { address, id, commitment, canSit } = await post("/play", { ...asked, sit: "later" });
  if (!canSit) return address;
  const sealed = seal(id, commitment, { isForNextPage: true }).catch(() => "");
  const [number, own] = await Promise.all([sealed, newKey()]);
  await post(`/t/${id}/sit`, { nonce_hash: number, key: given(id, own) }).catch(() => null);
  return address;
}

// Out of the browser's page cache: what was on its way when the page was left is over.
function comeBack({ persisted }) {
  if (!persisted) return;
  leaving = false;
  for (const button of document.querySelectorAll("[data-play] button:disabled")) button.disabled = false;
}

const inEveryForm = name => document.querySelector(`[name=${name}]`)?.value ?? "";

// Every answer leads to a page of the table; what is needed of it is in its attributes.
async function post(address, values) {
  const body = new URLSearchParams({ csrf_token: inEveryForm("csrf_token"), drawn_for: inEveryForm("drawn_for"), ...values });
  const response = await fetch(address, { method: "POST", body });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const { id, commitment } = page.getElementById("table")?.dataset ?? {};
  return { address: response.url, id, commitment, canSit: Boolean(page.querySelector("[data-sit]")) };
}
