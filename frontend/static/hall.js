// A projector's view goes through its screens by itself. Where the server is away for a moment, the last one stays.

import { dated, locale } from "./sentences.js";

const main = () => document.querySelector("main.hall");

setTimeout(goOn, seconds());

async function goOn() {
  try {
    const answer = await fetch(main().dataset.next);
    if (answer.ok) show(await answer.text());
  } catch {
    // The next look may find it.
  }
  setTimeout(goOn, seconds());
}

function show(text) {
  const next = new DOMParser().parseFromString(text, "text/html").querySelector("main.hall");
  if (!next) return;
  main().replaceWith(document.adoptNode(next));
  const whole = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  for (const time of document.querySelectorAll("time[data-when]")) time.textContent = dated(whole, new Date(time.dateTime));
}

function seconds() {
  return 1000 * Number(main().dataset.seconds);
}
