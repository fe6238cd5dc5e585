// Waiting for opponents: to the table as soon as they are found, where one sits down at once; back if somebody does not
// come. Whoever closes the page waits no more.

const state = () => (document.getElementById("queue") ?? document.getElementById("table"))?.dataset ?? {};
let leaving = false, hasSat = false;

document.addEventListener("htmx:after:swap", goOn);
addEventListener("DOMContentLoaded", () => setTimeout(goOn));
addEventListener("pagehide", sayGoodbye);
addEventListener("pageshow", ({ persisted }) => persisted && isWaiting() && location.reload());

function goOn() {
  const { table, met } = state();
  if (leaving) return;
  if (table) leaveFor(`/t/${table}`);
  else if (met === "parted") leaveFor("/queue?said=parted");
  else if (met) sitAtOnce();
}

function leaveFor(address) {
  leaving = true;
  location.replace(address);
}

function sitAtOnce() {
  const form = document.querySelector("#table [data-sit]");
  if (!form || hasSat) return;
  hasSat = true;
  form.requestSubmit();
}

const isWaiting = () => state().status === "waiting";

// A page that is only loaded anew asks at once, and waits on.
function sayGoodbye() {
  if (!isWaiting()) return;
  const field = name => document.querySelector(`#queue [name=${name}]`)?.value ?? "";
  const said = { csrf_token: field("csrf_token"), drawn_for: field("drawn_for"), closes: "yes" };
  navigator.sendBeacon("/queue/leave", new URLSearchParams(said));
}
