// Whether the page was last met by a finger, which only taps: what a browser says it hovers over is long left.

let finger = false;
for (const kind of ["pointerdown", "pointermove"]) document.addEventListener(kind, event => { finger = event.pointerType === "touch"; }, true);

export const byFinger = () => finger;

// What is told because of a mouse or a key lies over the bar and moves nothing, so that the mouse stays where it is.
export function tellWhy(line, why) {
  line.textContent = why;
  line.classList.toggle("passing", !finger);
}
