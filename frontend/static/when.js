// Tells every moment in the visitor's own zone; without this file its zone stands beside it, which is UTC.

import { dated, locale } from "./sentences.js";

const MOMENTS = "time[data-when], [data-moment]";
const SAID = /^(\S+) (\S+) UTC/;   // where a hint begins with a moment
// Made once: to make one takes longer than to tell a hundred moments.
const whole = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const exact = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "long" });   // with the zone's name
const minutes = new Intl.DateTimeFormat(locale, { year: "numeric", month: "long", day: "numeric", hour: "numeric", minute: "numeric", timeZoneName: "short" });

document.addEventListener("htmx:before:swap", event => { for (const { fragment } of event.detail.tasks) inOwnZone(fragment); });
inOwnZone(document);

function inOwnZone(part) {
  for (const each of part?.querySelectorAll?.(MOMENTS) ?? []) {
    const at = new Date(each.dateTime ?? each.title.replace(SAID, "$1T$2Z").slice(0, 17));
    if (Number.isNaN(at.getTime())) continue;
    if (each.matches("time")) tell(each, at);
    else each.title = each.title.replace(SAID, dated(minutes, at));
  }
}

function tell(time, at) {
  time.textContent = time.dataset.when === "hour" ? at.toTimeString().slice(0, 5) : dated(whole, at);
  time.title = dated(exact, at);
}
