// Shows what this server sends while no page is open, and leads to the match. It keeps no page and answers no request.

addEventListener("push", event => event.waitUntil(show(event.data.json())));
addEventListener("notificationclick", event => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data));
});
addEventListener("pushsubscriptionchange", event => event.waitUntil(renew(event.oldSubscription, event.newSubscription)));

function show({ title, body, tag, path }) {
  return registration.showNotification(title, { body, tag, icon: "/static/icon-called.svg", data: path });
}

// A page that shows the match already comes forward; nothing else than a page of ours is opened.
async function lead(path) {
  const address = new URL(path ?? "/", location.origin);
  if (address.origin !== location.origin) return;
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find(page => new URL(page.url).pathname === address.pathname);
  await (there ? there.focus() : clients.openWindow(address.href));
}

// The push service has given up the address that it had for this browser: the server hears of the next one. Browsers
// differ in what they say of the old one and the new one.
async function renew(old, made) {
  made ??= await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: await key() });
  const { endpoint, keys } = made.toJSON();
  const body = new URLSearchParams({ endpoint, ...keys, ...(old && { old: old.endpoint }) });
  await fetch("/settings/push/renewed", { method: "POST", body });
}

const key = async () => (await fetch("/settings/push/key")).text();
