// Moves and orders are signed on their way out, by signing/orders.js, which is asked for where somebody has a key. Whatever
// happens there, they are sent.

const FORMS = "[data-order], [data-keyed]";

const held = () => document.querySelector("[data-signs]")?.dataset;
const orders = () => import("./signing/orders.js");

addEventListener("DOMContentLoaded", look);
document.addEventListener("htmx:after:swap", look);
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  const form = ctx.sourceElement;
  if (!form.matches?.(FORMS) || !(held() || form.elements.key)) return;
  const seen = { ...document.getElementById("match")?.dataset };   // by the time it is signed there may be more
  const added = orders().then(({ fieldsOf }) => fieldsOf(form, held(), seen)).catch(() => ({}));
  ctx.fetch = async (address, request) => {
    for (const [name, value] of Object.entries(await added)) request.body.set(name, value);
    return fetch(address, request);
  };
});

function look() {
  if (held()) orders().then(({ look: found }) => found(held())).catch(() => null);
}
