// The talk: what is typed is never lost, what is new is marked where it can't be seen, a hidden talk stays hidden.

import { pressed } from "./pressed.js";
import { local, session } from "./stored.js";

const HIDDEN = "urbanist-talk-hidden";                    // in every match of this browser, until it is opened again
const $ = selector => document.querySelector(selector);
const field = () => $("#say-text");
const version = talk => Number(talk.dataset.talk);
const kept = name => `urbanist-talk-${name}-${$("#talk-fold")?.dataset.id}`;   // in this tab; a table and its match share the id
let sent, isPhrase = false;                               // with a phrase, what is being typed stays

document.addEventListener("visibilitychange", mark);
document.addEventListener("htmx:config:request", askForTalk);
document.addEventListener("submit", noticePhrase, true);
document.addEventListener("htmx:before:request", event => { if (isSaid(event)) sent = isPhrase ? null : field().value; });
document.addEventListener("htmx:before:swap", prepare);
document.addEventListener("htmx:after:swap", mark);
document.addEventListener("input", event => event.target === field() && session.set(kept("typed"), field().value));
document.addEventListener("change", choosesTab);          // another tab of a phone
document.addEventListener("toggle", mark, true);
document.addEventListener("click", fold);
document.addEventListener("click", event => field() && event.target.closest?.("[data-to-talk]") && (event.preventDefault(), open()));
document.addEventListener("keydown", press, true);

function noticePhrase({ submitter }) {
  isPhrase = submitter?.name === "phrase";
  if (isPhrase) submitter.closest("details").open = false;   // it lies on what was said
}

const isSaid = event => event.detail.ctx.sourceElement.id === "say";

// What was being typed at the table, or before a reload, goes on here.
function begin() {
  if (local.get(HIDDEN) && $("#talk-fold")) $("#talk-fold").open = false;
  if (field()) field().value ||= session.get(kept("typed")) ?? "";
  mark();
}

function askForTalk({ detail: { ctx } }) {
  if (ctx.sourceElement.id === "talk-poll") ctx.request.action += `?have=${version($("#talk"))}`;
}

// Moves are pushed without the talk, and answers may be older than what was heard since: the newer lines stay.
function prepare(event) {
  const here = $("#talk");
  for (const { fragment } of event.detail.tasks) {
    const fresh = fragment.querySelector("#talk");
    if (!fresh || !here) continue;
    if (fresh.querySelector("#talk-fold[open]") && !local.get(HIDDEN)) $("#talk-fold").open = true;
    if (version(fresh) >= version(here)) continue;
    const newer = here.cloneNode(true);
    newer.prepend(...fresh.querySelectorAll(".problem"));
    fresh.replaceWith(newer);
  }
  if (isSaid(event) && event.detail.ctx.response?.status === 200) clear();
}

// Who went on typing meanwhile keeps that.
function clear() {
  if (field()?.value === sent) field().value = "";
  session.set(kept("typed"), field()?.value ?? "");
}

// Lines that were on the screen are not new any more, however they are hidden later.
function mark() {
  const talk = $("#talk");
  if (!talk) return;
  const isUnseen = version(talk) > Number(session.get(kept("seen")) ?? 0), isNew = isUnseen && !isOnScreen();
  if (isUnseen && !isNew) session.set(kept("seen"), version(talk));
  for (const sign of document.querySelectorAll(".news")) sign.hidden = !isNew;
}

// Asked last: the whole page is laid out anew to answer it.
const isOnScreen = () => !document.hidden && $("#talk-fold").open && $("#said").getClientRects().length > 0;

// Who chooses the talk's tab wants to read it, also where it is folded up beside a larger board.
function choosesTab({ target }) {
  if (target.id === "panel-talk" && $("#talk-fold")) $("#talk-fold").open = true;
  mark();
}

// A click, or Enter, on the talk's heading; it opens or closes after that.
function fold(event) {
  const talk = event.target.closest("#talk-fold > summary")?.parentElement;
  if (talk?.open) local.set(HIDDEN, "yes");
  else if (talk) local.remove(HIDDEN);
}

// Keys that are typed here are no keys of the board.
function press(event) {
  if (event.target === field()) {
    event.stopPropagation();
    if (event.key === "Escape" && !event.isComposing) field().blur();
  } else if (opens(event)) {
    event.preventDefault();
    open();
  }
}

// Where a board or a sheet has a use for the letter, it is theirs.
const opens = event => pressed(event) === "t" && field() && !$("[data-sheet], [data-hotkey~=t]");

function open() {
  const panel = $("#panel-talk");
  if (panel) panel.checked = true;
  $("#talk-fold").open = true;
  local.remove(HIDDEN);
  field().focus();
  mark();
}

begin();   // before the page's own "toggle" is heard: a talk that opens and closes at once was seen by nobody
