// The end of a match: the pad fills line by line, once for each match; and ways to share and print, where the browser has them.

const SEEN = "urbanist-pads";   // in this browser: the matches whose pads have filled
const MOST = 50;
const PAUSE = 450;              // ms between two lines
const LINES = ".pad > tbody > tr:not(.because), .pad > tfoot > tr, .sheet-line > .because";

addEventListener("DOMContentLoaded", show);
document.addEventListener("htmx:after:swap", show);
document.addEventListener("click", press);
document.addEventListener("keydown", skip);
document.addEventListener("pointerdown", skip);
addEventListener("beforeprint", skip);

let timer = null;

function show() {
  for (const button of document.querySelectorAll("[data-print]")) button.hidden = false;
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
  const pad = document.querySelector("[data-fills]");
  if (pad && timer === null && isNew(pad.dataset.fills)) fill(pad);
}

// Where nothing can be kept, nothing fills: it would fill again with every look.
function isNew(match) {
  if (matchMedia("(prefers-reduced-motion:reduce)").matches || document.hidden) return false;
  try {
    const seen = JSON.parse(localStorage.getItem(SEEN) ?? "[]");
    if (!Array.isArray(seen) || seen.includes(match)) return false;
    localStorage.setItem(SEEN, JSON.stringify([match, ...seen].slice(0, MOST)));
    return true;
  } catch {
    return false;
  }
}

function fill(pad) {
  const lines = [...pad.querySelectorAll(LINES)];
  let at = 0;
  for (const line of lines) {
    if (!line.matches(".because")) at += 1;
    line.style.setProperty("--after", `${at * PAUSE}ms`);
  }
  pad.classList.add("filling");
  pad.querySelector("[data-skip]").hidden = false;
  timer = setTimeout(finish, at * PAUSE + PAUSE);
}

function skip() {
  if (timer !== null) finish();
}

function finish() {
  clearTimeout(timer);
  timer = null;
  document.querySelector("[data-fills]")?.classList.remove("filling");
  for (const button of document.querySelectorAll("[data-skip]")) button.hidden = true;
}

function press(event) {
  const button = event.target.closest?.("[data-share], [data-print]");
  if (button?.dataset.share) share(button.dataset);
  else if (button) print();
}

// With the picture where the device takes files; whoever changes their mind has lost nothing.
async function share({ share: url, picture }) {
  const what = { url, title: document.title };
  try {
    const files = picture ? await drawn(picture) : [];
    if (files.length && navigator.canShare?.({ ...what, files })) what.files = files;
    await navigator.share(what);
  } catch (error) {
    if (error.name !== "AbortError") document.querySelector('[data-copy="share"]')?.click();  // the link is still there
  }
}

async function drawn(picture) {
  const answer = await fetch(picture);
  return answer.ok ? [new File([await answer.blob()], "urbanist.png", { type: "image/png" })] : [];
}
