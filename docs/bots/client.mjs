// A remote bot in JavaScript, for Node 18 or newer, with no dependencies. docs/bots/remote.md describes what it says.
//
//     URBANIST_TOKEN=urbanist_… node client.mjs http://127.0.0.1:8000 my_bot
//
// It signs its moves with a key of its own, which it keeps in `my_bot.key`: whoever has that file can sign as this bot.
// Change `choose`, or import `Client` and give it a function of your own.

import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const SILENCE = 30_000; // milliseconds: the server says something every ten seconds, so the connection is dead by then
const PAUSE = 500; // milliseconds before another try
const FOR_GOOD = ["replaced", "revoked"]; // reasons for the end of a stream after which no other one helps

/** What the seat sees, the moves that the rules allow, and the match around them: one of these moves. */
export function choose(view, moves, match) {
  return moves[Math.floor(Math.random() * moves.length)];
}

/** Signs moves with the key in a file, which is made where it is missing (docs/ledger.md, "Signatures"). */
export class Signer {
  constructor(file) {
    const form = { type: "pkcs8", format: "pem" };
    if (!existsSync(file)) writeFileSync(file, generateKeyPairSync("ed25519").privateKey.export(form), { mode: 0o600 });
    this.key = createPrivateKey(readFileSync(file));
    this.public = createPublicKey(this.key).export({ type: "spki", format: "der" }).subarray(-32).toString("hex");
  }

  sign({ id, seat, turn, previous }, move) {
    const text = canonical(["urbanist-move-1", id, seat, turn, previous, move]);
    return { previous, signature: sign(null, Buffer.from(text), this.key).toString("hex") };
  }
}

/** The one way to write a value that is signed: fields in order, nothing between. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${fields.join(",")}}`;
}

/**
 * One version of a bot. `run` plays until another program takes its place, or its token ends. With a `signer`, it signs
 * wherever it sat down with that key.
 */
export class Client {
  constructor(url, token, offer, chooses = choose, name = "main", signer = null) {
    Object.assign(this, { url, token, offer, chooses, name, signer, cursor: null, isOver: false });
    this.bot = `${offer.name}@${offer.version}`;
  }

  async run() {
    this.isOver = (await this.post("", this.offer)) >= 400; // no stream would help a bot that is not registered
    while (!this.isOver) {
      try {
        for await (const line of this.lines()) await this.hear(line);
      } catch (error) { // cut off: go on where we were
        console.error(`${this.bot}: ${error.message}, and once more`);
      }
      if (!this.isOver) await pause(PAUSE);
    }
  }

  /** News as it comes. A line without its end was cut off, and comes again. */
  async *lines() {
    const asked = new URLSearchParams({ client: this.name, ...(this.cursor && { cursor: this.cursor }) });
    const watch = new Watch();
    try {
      const answer = await this.ask(`/${this.bot}/stream?${asked}`, { signal: watch.signal });
      if (!answer.ok) return await this.refused(answer);
      const decoder = new TextDecoder();
      let rest = "";
      for await (const part of answer.body) {
        watch.begin();
        const lines = (rest + decoder.decode(part, { stream: true })).split("\n");
        rest = lines.pop();
        for (const line of lines) yield JSON.parse(line);
      }
    } finally {
      watch.end();
    }
  }

  /** The cursor moves on once all of the line is done: after a crash it comes again. */
  async hear(line) {
    for (const match of line.matches ?? (line.match ? [line.match] : [])) await this.play(match);
    for (const each of line.invitations ?? (line.type === "invitation" ? [line] : [])) await this.accept(each);
    if (line.sentence) console.error(`${this.bot}: ${line.sentence}`);
    if (line.type === "end") this.isOver = FOR_GOOD.includes(line.reason);
    const page = `${this.url}/bots/${this.offer.name}`;
    if (line.type === "snapshot") console.error(`${this.bot} can be asked to tables now: ${page}`);
    this.cursor = line.cursor ?? this.cursor;
  }

  /**
   * Answer the turn if it calls us, once more if the rules did not allow it: then no third answer counts.
   * The turn's number is part of the key, so nothing is played twice.
   */
  async play(match) {
    if (!match.called.includes(match.seat) || match.legal_moves.length === 0) return;
    for (const which of ["move", "again"]) {
      const move = await this.chooses(match.view, match.legal_moves, match);
      const body = { turn: match.turn, move, cause: `${which}-${match.turn}-${match.seat}` };
      if (this.signer && this.signer.public === match.key) body.signed = this.signer.sign(match, move);
      if ((await this.post(`/${this.bot}/matches/${match.id}/moves`, body)) !== 422) return;
    }
  }

  async accept(invitation) {
    const body = { cause: `accept-${invitation.table}`, key: this.signer?.public ?? null };
    await this.post(`/${this.bot}/tables/${invitation.table}/accept`, body);
  }

  /** The status, 400 or more if the server says no: the match went on, or somebody was faster. Safe to repeat. */
  async post(path, body) {
    for (;;) {
      let wait = PAUSE;
      try {
        const answer = await this.ask(path, { body: JSON.stringify(body), signal: AbortSignal.timeout(SILENCE) });
        if (answer.ok) return (await answer.json()) && answer.status; // all of it has come
        if (answer.status < 500 && answer.status !== 429) return await this.refused(answer);
        wait = 1000 * Number(answer.headers.get("Retry-After") ?? PAUSE / 1000);
        await answer.text();
      } catch { // the answer was lost: the same again is the same command
      }
      await pause(wait);
    }
  }

  async refused(answer) {
    console.error(`${this.bot}: ${answer.status} ${await answer.text()}`);
    if (answer.status === 401) this.isOver = true;
    return answer.status;
  }

  ask(path, { body, signal }) {
    const headers = { Authorization: `Bearer ${this.token}`, ...(body && { "Content-Type": "application/json" }) };
    return fetch(`${this.url}/api/bots${path}`, { method: body ? "POST" : "GET", headers, body, signal });
  }
}

/** Ends what has been silent for too long. */
class Watch extends AbortController {
  constructor() {
    super();
    this.begin();
  }

  begin() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.abort(new Error("nothing was heard")), SILENCE);
  }

  end() {
    clearTimeout(this.timer);
    this.abort();
  }
}

function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

async function main([url, name]) {
  const games = { quadropolis: {}, sprawlopolis: {} };
  const offer = { name, version: 1, games, seconds: 30, at_once: 5 };
  const signer = new Signer(`${name}.key`);
  await new Client(url.replace(/\/$/, ""), process.env.URBANIST_TOKEN, offer, choose, "main", signer).run();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main(process.argv.slice(2));
