// Tells every moment in the visitor's own zone; without this file its zone stands beside it, which is UTC.

const MOMENTS = "time[data-when], [data-moment]";
// Made once: to make one takes longer than to tell a hundred moments.
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" });   // with the zone's name

document.addEventListener("htmx:before:swap", event => { for (const { fragment } of event.detail.tasks) inOwnZone(fragment); });
inOwnZone(document);

function inOwnZone(part) {
  for (const each of part?.querySelectorAll?.(MOMENTS) ?? []) {
    const at = new Date(each.dataset.moment ?? each.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    if (each.dataset.moment) each.title = each.title.replace(/^.* UTC/, exact.format(at));
    else tell(each, at);
  }
}

function tell(time, at) {
  time.textContent = time.dataset.when === "hour" ? at.toTimeString().slice(0, 5) : whole.format(at);
  time.title = exact.format(at);
}
