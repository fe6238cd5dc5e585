// Reads lines of JSON, does what each asks for with the pages' own modules, and answers in lines of JSON.

import { createInterface } from "node:readline";

globalThis.document = { documentElement: { lang: "en" }, querySelectorAll: () => [] };   // for sentences.js, as what follows
if (!globalThis.navigator) globalThis.navigator = { languages: ["en-GB"] };   // Node has none before 21
const { crypto: whole } = globalThis, without = process.argv[2] === "without WebCrypto";
if (without) Object.defineProperty(globalThis, "crypto", { value: { getRandomValues: array => whole.getRandomValues(array) } });

const [{ drawn, generated, isSigned, signed }, { ofMove, ofOrder }, { hex, raw }] = await Promise.all(
  ["./signing/curve.js", "./signing/messages.js", "./verify/hashes.js"].map(name => import(new URL(name, `file://${process.cwd()}/`))),
);
const WAYS = {
  sign: ({ secret, message }) => signed({ secret }, raw(message)),
  check: ({ key, message, signature }) => isSigned(key, raw(message), signature),
  make: async ({ message }) => {
    const made = await (without ? drawn() : generated());
    return { key: made.key, signature: await signed(made, raw(message)), said: made.privateKey?.extractable ?? null };
  },
  move: async said => hex(ofMove(said)),
  order: async said => hex(ofOrder(said)),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { way, ...said } = JSON.parse(line);
  console.log(JSON.stringify(await WAYS[way](said)));
}
