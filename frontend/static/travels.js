// Pieces on their way: from where a piece lay before to where it lies now, above everything, for a moment.

const TIME = 220;    // ms
const EASING = "ease-in-out";
const MOST = 4;      // moves at once; after more of them nobody can follow
export const still = matchMedia("(prefers-reduced-motion:reduce)");

let pieces = [];     // what is about to travel: its picture, where it was, and where it goes
let was = null;      // where the ground of a board was that may be drawn to another scale

// Before the page changes: moves that it has not shown yet say what they take along.
export function takePieces(fresh, old) {
  pieces = [];
  was = null;
  const shown = Number(old.dataset.version);
  const moves = [...fresh.querySelectorAll("[data-move]")].filter(({ dataset }) => Number(dataset.move) > shown);
  if (still.matches || document.hidden || !moves.length || moves.length > MOST) return;
  was = ground()?.getScreenCTM() ?? null;
  for (const { dataset } of moves) pieces.push(...dataset.travels.split(" ").filter(Boolean).map(piece).filter(Boolean));
}

// "from|or from there>to": the names of spots; nowhere is away from the board.
function piece(said) {
  const [from, to] = said.split(">");
  const start = from.split("|").map(spot).find(Boolean);
  return start && { picture: pictureOf(start), box: start.getBoundingClientRect(), to };
}

// Whoever holds nothing that is to be seen has a sign beside the name.
function spot(name) {
  if (!name) return null;
  const [, seat] = /^seat-(\d)$/.exec(name) ?? [];
  const found = seat ? document.querySelectorAll(`.players li:nth-child(${Number(seat) + 1}) .chip`) : document.querySelectorAll(`[data-spot="${name}"]`);
  return [...found].map(each => each.querySelector(".tile, .architect") ?? each).find(each => each.getClientRects().length);
}

function pictureOf(element) {
  const copy = element.cloneNode(true);
  for (const each of [copy, ...copy.querySelectorAll("[id], [data-spot], [href]:not(use)")]) {
    for (const name of ["id", "data-spot", "data-key", "data-pick", "data-hotkey"]) each.removeAttribute(name);
    if (!each.matches("use")) each.removeAttribute("href");
  }
  for (const pin of copy.querySelectorAll(".pin, title")) pin.remove();
  const holder = Object.assign(document.createElement("div"), { className: "travelling" });
  holder.setAttribute("aria-hidden", "true");
  holder.append(element.ownerSVGElement ? framed(copy, element) : copy);
  return holder;
}

function framed(copy, element) {
  const { x, y, width, height } = element.getBBox();
  const frame = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  frame.setAttribute("class", element.ownerSVGElement.getAttribute("class"));
  frame.setAttribute("viewBox", [x, y, width, height].join(" "));
  copy.removeAttribute("transform");
  frame.append(copy);
  return frame;
}

// After the page has changed.
export function travel() {
  glide();
  for (const { picture, box, to } of pieces.splice(0)) {
    const goal = spot(to);
    Object.assign(picture.style, { width: `${box.width}px`, height: `${box.height}px` });
    document.body.append(picture);
    const there = picture.animate([at(box), goal ? at(goal.getBoundingClientRect(), box) : away(box)], { duration: TIME, easing: EASING, fill: "both" });
    goal?.animate([{ opacity: 0 }, { opacity: 0 }], TIME);
    there.finished.catch(() => null).finally(() => picture.remove());   // cancelled where it is removed otherwise
  }
}

const at = (box, from = box) => ({ transform: `translate(${box.x}px, ${box.y}px) scale(${box.width / from.width}, ${box.height / from.height})` });

const away = ({ x, y, width, height }) => ({ transform: `translate(${x + width / 4}px, ${y - height}px) scale(.5)`, opacity: 0 });

const ground = () => document.querySelector("[data-glides] svg > g");

// A board that was drawn anew to another scale moves there from where it was.
function glide() {
  const board = ground(), old = was;
  was = null;
  if (!old || !board?.getClientRects().length) return;
  const { a, e, f } = board.getScreenCTM(), { x, y } = board.ownerSVGElement.getBoundingClientRect();
  const scale = old.a / a, right = old.e - x - scale * (e - x), down = old.f - y - scale * (f - y);
  if (Math.abs(scale - 1) + Math.abs(right) + Math.abs(down) < 0.5) return;
  const frames = [{ transform: `translate(${right}px, ${down}px) scale(${scale})`, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }];
  board.ownerSVGElement.animate(frames, { duration: TIME, easing: EASING });
}
