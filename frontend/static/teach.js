// A card beside whatever is pointed at: what it needs, gives and brings. And the rules beside the board, on request.
// Without this file both are on the page all the same: the list of cards below the log, and the page of rules.

const WAIT = 400, LINGER = 250;   // ms before a card comes, and before it goes: one passes over much, and may go onto the card
const GAP = 8;                    // pixels between the card and what it is about

let card, about = null, timer, muted = null, tappedAt = null;

document.addEventListener("pointerover", event => event.pointerType !== "touch" && meant(event.target));
document.addEventListener("pointerdown", event => event.pointerType !== "touch" && hide());
document.addEventListener("focusin", event => event.target.matches?.(":focus-visible") && meant(event.target));
document.addEventListener("focusout", event => !event.relatedTarget && later(hide, LINGER));
document.addEventListener("click", tapped);
document.addEventListener("keydown", escaped, true);
document.addEventListener("htmx:after:swap", swapped);
addEventListener("scroll", event => event.target === document && hide(), true);
addEventListener("resize", hide);

function later(act, wait) {
  clearTimeout(timer);
  timer = setTimeout(act, wait);
}

// Somebody points at something: at what is taught, at the card, or at anything else.
function meant(element) {
  if (card?.contains(element)) return clearTimeout(timer);
  const found = lessonOf(element);
  if (found && found.shown === about) return clearTimeout(timer);
  if (found) return later(() => show(found), WAIT);
  if (about) later(hide, LINGER);
  else clearTimeout(timer);
}

// A tap that chooses something as well shows the card beside what has been chosen, once the page has followed; but not
// for what lies in the bar: above it is the board, where one goes on.
function tapped(event) {
  if (card?.contains(event.target)) return hide();
  if (event.pointerType !== "touch") return;
  const found = lessonOf(event.target), chooses = found && event.target.closest("a[href]:not([aria-disabled])");
  hide();
  tappedAt = chooses && !chooses.closest(".bar") ? [event.clientX, event.clientY] : null;
  if (found && !chooses) show(found);
}

function swapped() {
  if (about && !about.isConnected) hide();
  const found = tappedAt && lessonOf(document.elementFromPoint(...tappedAt));
  tappedAt = null;
  if (found) show(found);
}

function escaped(event) {
  if (event.key !== "Escape") return;
  const guide = document.getElementById("guide");
  const opened = guide?.open && (guide.contains(document.activeElement) || document.activeElement === document.body);
  hide();                                                 // and one step back, as ever: the card was nobody's step
  if (!opened) return;
  closeGuide(guide);
  event.stopImmediatePropagation();                       // a step back is for the next Escape
}

// The first lesson whose pieces this is one of. The pieces of a list of lessons are no pieces.
function lessonOf(element) {
  if (!element?.closest || element.closest(".lessons, .help, .sprite")) return null;
  for (const lesson of document.querySelectorAll(".lesson")) {
    const shown = element.closest(lesson.dataset.of);
    if (shown) return { lesson, shown };
  }
  return null;
}

function show({ lesson, shown }) {
  hide();
  if (!shown.isConnected) return;
  card = Object.assign(document.createElement("div"), { className: "lesson-card" });
  card.setAttribute("role", "tooltip");
  const title = shown.querySelector("title")?.textContent;
  for (const part of [...lesson.children, ...rulesOf(lesson)]) card.append(part.cloneNode(true));
  for (const part of card.querySelectorAll("[id]")) part.removeAttribute("id");
  const named = card.querySelector("h3");
  if (title && !named.textContent.trim().toLowerCase().startsWith(title.toLowerCase())) named.after(Object.assign(document.createElement("p"), { className: "called", textContent: title }));
  keepHere(shown);
  document.body.append(card);
  mute(shown);
  about = shown;
  place(shown.getBoundingClientRect());
}

// What never changes is on the page once, outside of what live updates swap.
function rulesOf(lesson) {
  const [, ...rules] = document.getElementById(`${lesson.id}-rules`)?.children ?? [];   // but for the heading
  return rules;
}

// Of what the buildings of the city bring, only what this one does.
function keepHere(shown) {
  const at = shown.closest(".panel-city .city.big") ? shown.closest("[data-at]")?.dataset.at : null;
  for (const each of card.querySelectorAll(".here li")) if (each.dataset.at !== at) each.remove();
  for (const each of card.querySelectorAll(".here")) if (!each.children.length) each.remove();
}

// The browser's own hint would lie on the card and say less. Whoever hears the page needs its words as the name, though.
function mute(shown) {
  const title = shown.querySelector("title"), named = title?.parentNode === shown && !shown.hasAttribute("aria-label");
  muted = { shown, title, parent: title?.parentNode, hint: shown.getAttribute("title"), named };
  if (named) shown.setAttribute("aria-label", title.textContent);
  title?.remove();
  shown.removeAttribute("title");
}

function unmute({ shown, title, parent, hint, named }) {
  if (named) shown.removeAttribute("aria-label");
  if (hint !== null && !shown.hasAttribute("title")) shown.setAttribute("title", hint);
  if (title && !parent.querySelector(":scope > title")) parent.prepend(title);
}

function hide() {
  clearTimeout(timer);
  card?.remove();
  if (muted) unmute(muted);
  card = about = muted = null;
}

// On a desk in the column beside the boards, of which it speaks; elsewhere beside the piece, and above the bar of a phone.
function place(box) {
  const side = document.querySelector(".match > .side")?.getBoundingClientRect();
  if (side?.width && side.left > box.right) return dock(side);
  const bar = document.querySelector(".match > .bar"), around = bar?.getBoundingClientRect();
  if (bar?.contains(about)) box = { left: box.left, right: innerWidth, width: box.width, top: around.top, bottom: around.bottom, height: around.height };
  beside(box, document.documentElement.clientWidth, around?.top > box.bottom ? Math.min(around.top, innerHeight) : innerHeight);
}

function dock({ left, top, width }) {
  const from = Math.max(GAP, top);
  Object.assign(card.style, { left: `${left}px`, top: `${from}px`, width: `${width}px`, maxHeight: `${innerHeight - from - GAP}px` });
}

// Where it covers nothing of what it is about: to the right, to the left, below, above; else where most room is.
function beside(box, wide, high) {
  const { width, height } = card.getBoundingClientRect();
  const across = Math.min(Math.max(GAP, box.left + box.width / 2 - width / 2), wide - width - GAP);
  const down = Math.min(Math.max(GAP, box.top + box.height / 2 - height / 2), high - height - GAP);
  const places = [
    { fits: box.right + GAP + width <= wide - GAP && height <= high - 2 * GAP, left: box.right + GAP, top: down },
    { fits: box.left - GAP - width >= GAP && height <= high - 2 * GAP, left: box.left - GAP - width, top: down },
    { fits: box.bottom + GAP + height <= high - GAP, left: across, top: box.bottom + GAP },
    { fits: box.top - GAP - height >= GAP, left: across, top: box.top - GAP - height },
  ];
  const { left, top } = places.find(each => each.fits) ?? squeezed(box, height, across, high);
  Object.assign(card.style, { left: `${left}px`, top: `${top}px` });
}

// It has its own scrolling where no side holds all of it.
function squeezed(box, height, across, high) {
  const above = box.top - 2 * GAP, below = high - box.bottom - 2 * GAP, room = Math.max(above, below);
  card.style.maxHeight = `${room}px`;
  return { left: across, top: below >= above ? box.bottom + GAP : box.top - GAP - Math.min(height, room) };
}

// The rules come when they are first opened: most pages never need them.
document.addEventListener("toggle", event => event.target.id === "guide" && turned(event.target), true);
document.addEventListener("click", event => event.target.closest?.("[data-close-guide]") && closeGuide(document.getElementById("guide")));

async function turned(guide) {
  if (!guide.open) return;
  const rules = guide.querySelector(".guide-rules");
  guide.querySelector(".guide-body").focus({ preventScroll: true });
  if (rules.childElementCount) return;
  const failed = guide.querySelector(".guide-failed");
  failed.hidden = false;                                  // until they are there
  const answer = await fetch(guide.dataset.rules);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  rules.replaceChildren(...page.querySelectorAll("article.help > section"));
  failed.hidden = true;
}

function closeGuide(guide) {
  guide.open = false;
  guide.querySelector("summary").focus();
}

// What the coach says besides comes with a whole page, and when it is opened.
document.addEventListener("toggle", event => event.target.id === "coach-more" && event.target.open && complete(event.target), true);

async function complete(more) {
  const all = more.querySelector(".all");
  if (all.childElementCount) return;
  const answer = await fetch(location.pathname);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  all.replaceChildren(...page.querySelector("#coach-more .all")?.children ?? []);
}
