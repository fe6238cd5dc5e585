// What was packed, unpacked by the browser itself; null where it can't be, or is more than a record can have.

import { binary, bytesOf } from "./bytes.js";
import { LARGEST_FILE } from "./record.js";

const MOST_ENTRIES = 16;   // of an archive

export const ofGzip = file => (file.startsWith("\x1f\x8b") ? inflated(file, "gzip") : null);

// The one file of an archive, found by its directory: APPNOTE.TXT, sections 4.3.7 to 4.3.16.
export async function ofZip(file) {
  const end = file.startsWith("PK\x03\x04") ? file.lastIndexOf("PK\x05\x06") : -1;
  if (end < Math.max(0, file.length - 65557)) return null;
  try {
    const view = new DataView(bytesOf(file).buffer);
    const found = entries(file, view, view.getUint32(end + 16, true), view.getUint16(end + 10, true));
    if (found.length !== 1) return null;
    const [{ method, size, at }] = found;
    const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
    const packed = file.slice(start, start + size);
    return method === 0 ? packed : method === 8 ? await inflated(packed, "deflate-raw") : null;
  } catch (error) {
    if (error instanceof RangeError) return null;   // a place outside of the file
    throw error;
  }
}

// None where there are too many to be an archive of a record.
function entries(file, view, at, count) {
  const found = [];
  for (let left = count <= MOST_ENTRIES ? count : 0; left; left -= 1) {
    const [name, extra, comment] = [28, 30, 32].map(place => view.getUint16(at + place, true));
    const method = view.getUint16(at + 10, true), size = view.getUint32(at + 20, true), start = view.getUint32(at + 42, true);
    found.push({ name: file.slice(at + 46, at + 46 + name), method, size, at: start });
    at += 46 + name + extra + comment;
  }
  return found.filter(({ name }) => !name.endsWith("/") && !name.startsWith("__MACOSX/"));
}

// A small file may unpack to one that fills every memory.
async function inflated(packed, format) {
  let size = 0, text = "";
  try {
    const stream = new Blob([bytesOf(packed)]).stream().pipeThrough(new DecompressionStream(format));
    for (const reader = stream.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) return text;
      size += value.length;
      if (size > LARGEST_FILE) {
        await reader.cancel();
        return null;
      }
      text += binary(value);
    }
  } catch {
    return null;   // it is cut off, changed, or more stands behind it
  }
}
