// Counts down what the page says that is left, without asking the server. A new page begins anew with what it says.

const SOON = 10_000;       // ms
const DAY = 86_400_000;
const STEP = 200;          // ms between two looks

const begun = new WeakMap();   // by clock: what was left when it was first seen, and when that was
let told = "";             // the turn whose end was announced

setInterval(look, STEP);
document.addEventListener("htmx:after:swap", look);
look();

function look() {
  for (const clock of document.querySelectorAll("[data-clock]")) {
    const known = begun.get(clock);
    const drawn = clock.dataset.left + ("runs" in clock.dataset);
    if (known?.drawn !== drawn) begun.set(clock, { drawn, left: Number(clock.dataset.left), at: performance.now() });
    else if ("runs" in clock.dataset) show(clock, Math.max(0, known.left - (performance.now() - known.at)));
  }
}

function show(clock, left) {
  const number = clock.querySelector("b"), words = written(left);
  if (words && number.textContent !== words) number.textContent = words;
  clock.querySelector("progress").value = left;
  clock.classList.toggle("soon", left <= SOON);
  if ("own" in clock.dataset && left <= SOON) announce();
}

// Once a turn.
function announce() {
  const turn = document.getElementById("match")?.dataset.turn, line = document.querySelector("[data-soon]");
  if (!line || told === turn) return;
  told = turn;
  line.textContent = line.dataset.soon;
}

// As templates/_clock.html writes it; what lasts for days is told by the page alone.
function written(left) {
  if (left >= DAY) return "";
  const seconds = Math.ceil(left / 1000), two = number => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
