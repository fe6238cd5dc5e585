// The settings' page: what is chosen for this browser alone, and the subscription of its push service. Words stand in
// the page; this shows those that are true.

import { choose, chosen, play } from "./calling.js";

const WORKER = "/service-worker.js";
const root = document.querySelector("[data-ways]");
const find = name => root.querySelector(`[data-${name}]`);
const show = (name, isShown = true) => { const found = find(name); if (found) found.hidden = !isShown; };

if (root) begin();

function begin() {
  show("scripted");
  for (const way of ["sound", "notify"]) {
    const box = find(way);
    box.checked = chosen()[way] && (way === "sound" || globalThis.Notification?.permission === "granted");
    box.addEventListener("change", () => change(way, box));
  }
  find("try").addEventListener("click", () => show("silent", !play()));
  if (!globalThis.Notification) { find("notify").disabled = true; show("no-notification"); }
  else show("blocked", Notification.permission === "denied");
  beginPush();
}

async function change(way, box) {
  if (way === "notify" && box.checked && !(await isAllowed())) box.checked = false;
  choose({ [way]: box.checked });
  if (way === "sound" && box.checked) play();
}

async function isAllowed() {
  if (!globalThis.Notification) return false;
  const answer = Notification.permission === "default" ? await Notification.requestPermission() : Notification.permission;
  show("blocked", answer === "denied");
  return answer === "granted";
}

function beginPush() {
  if (!("serviceWorker" in navigator) || !globalThis.PushManager) return show(globalThis.isSecureContext ? "no-push" : "insecure");
  show("push-on", !root.dataset.here);
  if (root.dataset.here) offerAgain();
  find("push-on").addEventListener("click", subscribe);
  for (const form of root.querySelectorAll("[data-push-off]")) form.addEventListener("submit", unsubscribe);
}

// Whoever withdrew the permission, or cleared what the browser kept, has no subscription any more.
async function offerAgain() {
  const found = await navigator.serviceWorker.getRegistration();
  if (!(await found?.pushManager.getSubscription())) show("push-on");
}

async function subscribe() {
  show("push-failed", false);
  if (!(await isAllowed())) return;
  try {
    await navigator.serviceWorker.register(WORKER);
    const { pushManager } = await navigator.serviceWorker.ready;
    await (await pushManager.getSubscription())?.unsubscribe();   // of an older key perhaps
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: root.dataset.key });
    send(made.toJSON());
  } catch {
    show("push-failed");                                          // no service answers, or the person said no
  }
}

// As the form that it is: its answer is the page, or a sentence why not.
function send({ endpoint, keys }) {
  const form = find("push-form");
  for (const [name, value] of Object.entries({ endpoint, ...keys })) if (form.elements[name]) form.elements[name].value = value;
  form.requestSubmit();
}

// The browser forgets it too, where it is this one; the form goes on by itself.
async function unsubscribe(event) {
  if (!event.target.matches("[data-here]")) return;
  const found = await navigator.serviceWorker.getRegistration();
  await (await found?.pushManager.getSubscription())?.unsubscribe();
}
