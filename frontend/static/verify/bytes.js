// Bytes as a text of letters up to U+00FF, so that what is looked for among them is found as in any text.

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();
const CHUNK = 0x8000;   // as many as a call takes arguments everywhere

export function binary(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return text;
}

export function bytesOf(text) {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

// The text that bytes stand for in an encoding, null where they stand for none.
export function decoded(file, from = decoder) {
  try {
    return from.decode(bytesOf(file));
  } catch {
    return null;
  }
}

export const encoded = text => binary(encoder.encode(text));
