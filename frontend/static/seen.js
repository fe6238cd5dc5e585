// What this browser saw of matches: versions with their digests, and where a record did not go on from them.
// It stays in this browser, so that whoever was there notices when the past is another one.

import { local } from "./stored.js";

const KEY = "urbanist-seen";
const MATCHES = 40;   // the ones looked at last
const SEEN = 24;      // versions of a match: the first one, and the newest
const PARTED = 8;     // of a match, the newest

const all = () => local.read(KEY) ?? {};

// `seen`: [version, digest], oldest first, all of one chain. `parted`: what was said of a record that did not go on.
export const seenOf = id => ({ seen: [], parted: [], ...all()[id] });

// The newest binds all before it. Another window may have seen more already.
export function see(id, version, digest) {
  if (seenOf(id).seen.every(([earlier]) => earlier < version)) change(id, ({ seen }) => ({ seen: [...seen, [version, digest]] }));
}

// From here on another chain is followed: what isn't in it is kept in what was said only.
export function part(id, said, fits) {
  change(id, ({ seen, parted }) => ({
    seen: seen.filter(fits),
    parted: parted.some(one => one.key === said.key) ? parted : [...parted, said].slice(-PARTED),
  }));
}

export function close(id, key) {
  change(id, ({ parted }) => ({ parted: parted.map(one => (one.key === key ? { ...one, closed: true } : one)) }));
}

function change(id, changed) {
  const { [id]: _, ...others } = all();
  const known = seenOf(id);
  const now = { ...known, ...changed(known) };
  if (now.seen.length > SEEN) now.seen.splice(1, now.seen.length - SEEN);
  const kept = [...Object.entries(others), [id, now]].slice(-MATCHES);   // the one looked at last stands last
  local.write(KEY, Object.fromEntries(kept));
}
