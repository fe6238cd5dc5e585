// What this browser keeps for our pages goes through this door: storage may be switched off, forbidden or full. What it
// does not take is kept in memory, as long as this page is open.

export const local = guarded("localStorage");
export const session = guarded("sessionStorage");

function guarded(name) {
  const memory = new Map();   // what could not be written; null: what could not be taken away

  function get(key) {
    if (memory.has(key)) return memory.get(key);
    try {
      return globalThis[name].getItem(key);
    } catch {
      return null;
    }
  }

  // Whether it will be there on the next page too.
  function set(key, value) {
    try {
      globalThis[name].setItem(key, value);
    } catch {
      memory.set(key, String(value));
      return false;
    }
    memory.delete(key);
    return true;
  }

  function remove(key) {
    memory.delete(key);
    try {
      globalThis[name].removeItem(key);
    } catch {
      memory.set(key, null);
    }
  }

  // Of an object; null where there is none, or where something else stands there.
  function read(key) {
    try {
      const found = JSON.parse(get(key));
      return typeof found === "object" ? found : null;
    } catch {
      return null;
    }
  }

  return { get, set, remove, read, write: (key, object) => set(key, JSON.stringify(object)) };
}
