// What every page does beyond links and forms. Without this file everything still works, with full page loads.

import { takeAway } from "./leaving.js";
import { sentence } from "./sentences.js";

const AGAIN = [1000, 2000, 4000, 8000, 8000];   // waits before the same form is sent again, in ms

// htmx starts when its own file is read, perhaps before hx-ws is there: a second look finds what the first one missed.
addEventListener("DOMContentLoaded", () => {
  if (!globalThis.htmx) return;                           // it did not come: the page works as without scripts
  document.documentElement.classList.add("scripted");
  htmx.registerExtension("urbanist", { htmx_before_morph_attr: mayChange });
  htmx.process(document.body);
  settle();
});

document.addEventListener("htmx:before:swap", keepWhatFits);
document.addEventListener("htmx:after:swap", settle);
document.addEventListener("htmx:error", event => event.detail.ctx && failed(event.detail.ctx));
document.addEventListener("htmx:response:error", event => event.detail.ctx.response.status >= 500 && sendAgain(event.detail.ctx));
document.addEventListener("htmx:before:request", event => sent.set(event.detail.ctx.sourceElement, keyOf(event.detail.ctx.sourceElement)));
document.addEventListener("click", copy);
document.addEventListener("click", close);

const sent = new WeakMap();
let tries = 0;

// An opened list stays open while news comes in, and what is being typed stays, with the key of its form.
function mayChange(element, { attrName }) {
  if (attrName === "open") return !element.matches("details");
  const typed = attrName === "value" && element.closest("#say")?.elements.text;
  return !typed || (element !== typed && !typed.value);
}

function settle() {
  const part = document.querySelector("[data-title]");
  if (part) document.title = part.dataset.title;
  keepProblems();
  followPanel();
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
}

// An error moves out of what is swapped, so that it stays until it is closed.
function keepProblems() {
  const found = document.querySelectorAll("#content .problem");
  if (found.length) document.getElementById("problems").replaceChildren(...found);
}

function close(event) {
  const link = event.target.closest("#problems [data-close]");
  if (!link) return;
  event.preventDefault();
  takeAway(link.closest(".problem"));
}

// On a phone the board that the next choice needs comes forward.
let shown;
function followPanel() {
  const panel = document.getElementById("match")?.dataset.panel;
  if (panel && shown && panel !== shown) document.getElementById(`panel-${panel}`).checked = true;
  shown = panel;
}

// An answer without the part it is to replace is an error page: its words are shown, the part stays.
function keepWhatFits(event) {
  const { ctx, tasks } = event.detail;
  const main = tasks.find(task => task.type === "main");
  const id = main?.target?.id;
  if (!["match", "table", "lobby", "result", "score", "talk"].includes(id) || ctx.swap === "none") return;
  if (main.fragment.querySelector(`#${id}`)) return;
  event.preventDefault();
  if (ctx.sourceElement.matches?.("[data-news]")) return;  // nobody asked: it asks again by itself
  const said = name => main.fragment.querySelector(name)?.textContent;
  complain(said("#error-sentence") ?? sentence("unreadable"), said("#error-advice") ?? sentence("reload_it"));
}

function complain(happened, advice) {
  const problem = document.createElement("section");
  problem.className = "problem";
  problem.setAttribute("role", "alert");
  const text = document.createElement("div");
  text.append(Object.assign(document.createElement("p"), { textContent: happened, className: "sentence" }));
  text.append(Object.assign(document.createElement("p"), { textContent: advice }));
  const link = Object.assign(document.createElement("a"), { href: "", textContent: sentence("close"), className: "button quiet" });
  link.dataset.close = "";
  problem.append(text, link);
  document.getElementById("problems").replaceChildren(problem);
}

// Nobody answered. A choice changes nothing that is stored: it only has to be made again.
function failed(ctx) {
  sendAgain(ctx);
  if (ctx.sourceElement.matches?.("[data-pick], [data-back], [data-replay], #at")) say(sentence("choose_again"));
  else if (!ctx.sourceElement.matches?.("[data-again], #poll, #talk-poll, [data-news], body")) complain(sentence("no_connection"), sentence("try_again"));
}

// The same turn with the same key: the server gives the same answer, however often it hears it.
function sendAgain(ctx) {
  const form = ctx.sourceElement;
  if (!form.matches?.("[data-again]")) return;
  if (tries === AGAIN.length) {
    tries = 0;
    complain(sentence("turn_not_sent"), sentence("press_again"));
    return;
  }
  say(sentence("sending_again", { try: tries + 2 }));
  setTimeout(() => form.isConnected && keyOf(form) === sent.get(form) && form.requestSubmit(), AGAIN[tries++]);
}

document.addEventListener("htmx:after:request", event => {
  if (event.detail.ctx.response.status < 500 && event.detail.ctx.sourceElement.matches?.("[data-again]")) tries = 0;
});

function keyOf(element) {
  return element.querySelector?.("[name=cause]")?.value;
}

function say(text) {
  const line = document.getElementById("why");
  if (!line) return;
  line.setAttribute("aria-live", "polite");               // keys.js is silent there where a name says it already
  line.textContent = text;
}

async function copy(event) {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = sentence("copied");
  } catch {
    field.select();                                       // the browser does not let pages copy
    button.textContent = sentence("selected");
  }
}
