// Says once, in the page's live region, what happened in the match: each move in the log's words, points that are other
// ones, and whose turn it is. What a page draws again because somebody chooses is no news.

import { sentence } from "./sentences.js";

const MOST = 30;   // utterances that can still be read again

let told = null;

addEventListener("DOMContentLoaded", listen);
document.addEventListener("htmx:after:swap", listen);

function listen() {
  const now = news();
  if (!now) return;
  if (told?.id !== now.id) say([now.turn.words]);   // whoever has just come hears whose turn it is
  else if (now.version >= told.version) say([...moves(now), ...points(now), ...turn(now)]);
  else return;                                     // another past, of which the page says more by itself
  told = now;
}

// What the part has to tell; nothing of a moment that somebody looks back at.
function news() {
  const part = document.getElementById("news");
  if (part?.dataset.now !== "yes") return null;
  const { version, before } = part.dataset, called = part.querySelector("[data-turn]");
  return {
    id: document.getElementById("match").dataset.id,
    version: Number(version),
    before: Number(before),
    lines: [...part.querySelectorAll("li")].map(line => ({ version: Number(line.dataset.version), words: words(line) })),
    points: new Map([...part.querySelectorAll("[data-count]")].map(line => [line.dataset.count, words(line)])),
    turn: { key: called.dataset.turn, words: words(called) },
  };
}

const words = element => element.textContent.trim();

function moves({ lines, before }) {
  const fresh = lines.filter(line => line.version > told.version).map(line => line.words);
  return before > told.version ? [sentence("more_happened"), ...fresh] : fresh;
}

const points = now => [...now.points].filter(([whose, words]) => told.points.get(whose) !== words).map(([, words]) => words);

const turn = now => (now.turn.key === told.turn.key ? [] : [now.turn.words]);

// One paragraph for each time: a live region reads out what is added to it, however much has been said before.
function say(sentences) {
  const region = document.getElementById("heard"), said = sentences.filter(Boolean).join(" ");
  if (!region || !said) return;
  region.append(Object.assign(document.createElement("p"), { textContent: said }));
  while (region.childElementCount > MOST) region.firstElementChild.remove();
}
