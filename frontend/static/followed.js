// The chain of a match as far as it was followed: each event goes on from the one before, and shows what was sealed.

import { sentence } from "./sentences.js";
import { digestOf } from "./verify/digests.js";
import { ascii, isAble } from "./verify/hashes.js";
import { checkFields, formed, isKnown, valueIn, Wrong } from "./verify/record.js";
import { wrongReveals } from "./verify/reveals.js";

export class Followed {
  constructor(id) {
    this.id = id;
    this.digests = new Map();    // by version
    this.draws = new Map();      // public ones, by label; null where a newer release wrote them in a way unknown here
    this.shown = new Set();      // positions that were revealed
    this.wrong = [];             // { version, wrong }: reveals that are not what was sealed
  }

  get version() { return this.digests.size; }
  get digest() { return this.digests.get(this.version) ?? null; }

  // Raises Wrong at the first of these stored envelopes that does not go on from here.
  async goOn(rows) {
    for (const row of rows) {
      const line = formed(this.version + 1, { envelope: valueIn(this.version + 1, ascii(row)), sealed: null });
      await this.#check(line);
      this.digests.set(line.version, line.envelope.digest);
      if (line.type === "match.drawn") this.draws = drawsIn(line);
      if (this.draws && isAble()) await this.#checkReveals(line);
    }
  }

  // Where hashes can't be computed, what the server says of them is compared.
  async #check(line) {
    const { stream, version, envelope: { previous, digest } } = line;
    if (stream !== `match:${this.id}` || version !== this.version + 1) throw new Wrong(line, sentence("version_expected", { version: this.version + 1 }));
    if (previous !== this.digest) throw new Wrong(line, sentence("chain_broken"));
    const found = isAble() ? await digestOf(line.envelope).catch(() => digest) : digest;
    if (found !== digest) {
      throw new Wrong(line, sentence("hash_differs"));
    }
  }

  async #checkReveals({ version, envelope }) {
    const found = await wrongReveals(envelope, this.draws, this.shown);
    this.wrong.push(...found.map(wrong => ({ version, wrong })));
  }
}

function drawsIn(line) {
  if (!isKnown(line)) return null;
  checkFields(line);
  return new Map(line.data.draws.map(draw => [draw.label, draw]));
}
