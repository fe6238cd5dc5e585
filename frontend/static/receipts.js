// Keeps the receipts that the server gives for secret numbers, in this browser, beside the numbers themselves.

import { local } from "./stored.js";

const HEADER = "Urbanist-Receipt";
const PATIENCE = 3000;   // ms for which a page waits for one, before it goes where it has to go

let begun = -PATIENCE, showing = false;

export const isWaiting = () => showing && performance.now() - begun < PATIENCE;

// Shows a number by a form's request, and keeps what the answer brings at once: the page may be left in a moment.
export async function show(address, { at, stream, key, target, then }) {
  if (showing) return;
  const { nonce } = local.read(at), values = { nonce, drawn_for: document.querySelector("[name=drawn_for]")?.value ?? "" };
  const take = ({ detail: { ctx } }) => { if (ctx.request.action === address) keep(at, ctx.response.headers.get(HEADER)); };
  [begun, showing] = [performance.now(), true];
  if (then) setTimeout(then, PATIENCE + 50);              // a timer may be a little early
  document.addEventListener("htmx:after:request", take);
  try {
    await htmx.ajax("POST", address, { values, target, swap: "outerMorph" });
    await check(at, { stream, nonce, key });
  } finally {
    document.removeEventListener("htmx:after:request", take);
    showing = false;
    then?.();
  }
}

// As it came: each byte of it is signed.
function keep(at, receipt) {
  if (receipt) local.write(at, { ...local.read(at), receipt });
}

// One that nobody would believe is none. Where it can't be checked now, the audit does it later.
async function check(at, expected) {
  const { receipt, ...kept } = local.read(at);
  if (!receipt) return;
  const { isReceipt } = await import("./signing/receipts.js").catch(() => ({}));
  if (isReceipt && !await isReceipt(receipt, expected)) local.write(at, kept);
}
