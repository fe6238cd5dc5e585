// The keys that this browser made, by their public halves: those of the browser's own in its database, where no script can
// read them, others in local storage.

import { local } from "../stored.js";

const DATABASE = "urbanist", STORE = "keys", BY_TIME = "at";
const YEAR = 366 * 24 * 3600 * 1000;                 // ms; no match lasts longer
const PATIENCE = 3000;                               // ms; a database may be held up by another tab
const secretAt = key => `urbanist-key-${key}`;

export async function keepPrivate({ key, privateKey }) {
  await inStore("readwrite", store => {
    const old = store.index(BY_TIME).openCursor(IDBKeyRange.upperBound(Date.now() - YEAR));
    old.onsuccess = () => { if (old.result) { old.result.delete(); old.result.continue(); } };
    return store.put({ key, privateKey, at: Date.now() });
  });
}

// Whether it will be there on the next page too.
export const keepSecret = ({ key, secret }) => local.write(secretAt(key), { secret });

// In the form that it was kept in; null where this browser has none.
export async function keptOf(key) {
  const found = local.read(secretAt(key));
  return found ?? await inStore("readonly", store => store.get(key)).catch(() => null) ?? null;
}

// What was asked for, once all is written.
function inStore(mode, ask) {
  return inTime(opened().then(database => new Promise((resolve, reject) => {
    const work = database.transaction(STORE, mode), asked = ask(work.objectStore(STORE));
    work.oncomplete = () => resolve(asked.result);
    work.onabort = work.onerror = () => reject(work.error);
  }).finally(() => database.close())));
}

function opened() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(DATABASE, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "key" }).createIndex(BY_TIME, "at");
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

const inTime = work => Promise.race([work, new Promise((_, reject) => setTimeout(reject, PATIENCE, "late"))]);
