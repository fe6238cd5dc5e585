// Header, order, digest, previous and seal: the file is whole, nothing in it was moved or changed, and what was hidden is
// what was sealed. Every check gives all that is wrong.

import { canonical } from "./canonical.js";
import { digestOf, sealOf } from "./hashes.js";
import { ENDS, FIRST, FORMAT, KINDS, Wrong } from "./record.js";

const same = (one, other) => String(canonical(one)) === String(canonical(other));

// It is made from the lines, so whoever checks the file makes it again.
export function checkHeader(record) {
  const found = [], made = headerOf(record), { opened, started } = record;
  const wrong = Object.keys(made).filter(name => !same(made[name], record.header[name]));
  if (wrong.length) found.push(new Wrong(1, `the header says something else than the lines below it: ${wrong.join(", ")}`));
  if (opened && started && !(opened.data.game === started.data.game && same(opened.data.options, started.data.options))) {
    found.push(new Wrong(started, "the match is another game, or has other options, than its table"));
  }
  return found;
}

function headerOf(record) {
  const { started } = record, opened = record.opened ?? started;
  const last = ([kind, lines]) => [kind, { digest: lines.at(-1).envelope.digest, version: lines.at(-1).version }];
  return {
    commitment: opened?.data.commitment ?? null,
    finished: record.ends(),
    format: FORMAT,
    game: opened?.data.game ?? null,
    id: record.id,
    options: opened?.data.options ?? null,
    rules: started?.data.rules ?? null,
    streams: Object.fromEntries(Object.entries(record.streams).map(last)),
  };
}

// Streams, versions and times go on one way, and what one command led to stands together.
export function checkOrder(record) {
  const found = [];
  let reached = 0, before;
  for (const line of record.lines) {
    if (!record.holds(line)) {
      found.push(new Wrong(line, `${line.stream} does not belong into this file`));
      continue;
    }
    const kind = KINDS.indexOf(line.kind);
    if (kind < reached) found.push(new Wrong(line, "the streams are not in their order: table, match, score"));
    reached = kind;
    found.push(...placed(line, before?.kind === line.kind ? before : undefined, record));
    before = line;
  }
  return [...found, ...Object.values(record.streams).flatMap(wrongCommands)];
}

function placed(line, before, record) {
  const found = [], wrong = said => found.push(new Wrong(line, said));
  const expected = before ? before.version + 1 : 1;
  const game = record.started && line.kind === "match" ? record.started.data.game : line.kind;
  if (line.version !== expected) wrong(`version ${expected} should stand here`);
  if (before && line.envelope.at < before.envelope.at) wrong("the time goes back");
  if (!before && line.type !== (FIRST[line.kind] ?? line.type)) wrong(`a ${line.kind} does not begin with ${line.type}`);
  if (![line.kind, game].includes(line.type.split(".")[0])) wrong(`${line.type} does not belong into a ${line.kind}`);
  if (before && ["table.closed", ...ENDS].includes(before.type)) wrong(`something happened after the end, which was ${before.type}`);
  return found;
}

// The events of one command stand together, with one time; a branch repeats the moves before it when it starts.
function wrongCommands(lines) {
  const found = [], done = new Set();
  let first;
  for (const line of lines) {
    const key = `${line.envelope.by} ${line.envelope.cause}`;   // none of them has spaces inside
    if (first && key === `${first.envelope.by} ${first.envelope.cause}`) {
      if (line.envelope.at !== first.envelope.at) found.push(new Wrong(line, "what one command led to has more than one time"));
      if (line.envelope.move && first.type !== "match.started") found.push(new Wrong(line, "a move stands in the middle of what another one led to"));
      continue;
    }
    first = line;
    if (done.has(key)) found.push(new Wrong(line, "what one command led to does not stand together, or its key was used twice"));
    done.add(key);
  }
  return found;
}

export async function checkDigest(record) {
  const digests = await Promise.all(record.lines.map(line => digestOf(line.envelope)));
  return record.lines
    .filter((line, at) => line.envelope.digest !== digests[at])
    .map(line => new Wrong(line, "the hash of this event is not the digest that it carries: something in it was changed"));
}

// Each event names the one before, a match its table's last event, and a count the end that it counted.
export function checkPrevious(record) {
  const found = [], last = new Map();
  for (const line of record.lines) {
    if (line.envelope.previous !== (last.get(line.stream) ?? null)) {
      found.push(new Wrong(line, "the chain is broken: the event before is not the one that this event names"));
    }
    last.set(line.stream, line.envelope.digest);
  }
  found.push(...branchOfTable(record), ...citedTable(record));
  for (const line of record.of("score.counted")) {
    if (!record.of("match.ended").some(ended => cites(line.data.match, ended))) {
      found.push(new Wrong(line, "what was counted is not the end of the match in this file"));
    }
  }
  return found;
}

function branchOfTable({ opened, started }) {
  const of = line => line.data.branch ?? null;
  if (!opened || !started || same(of(opened), of(started))) return [];
  return [new Wrong(started, "the match goes on from something else than its table said")];
}

function citedTable({ started, streams }) {
  if (!started) return [];
  const { table: cited, practice } = started.data, closed = streams.table?.at(-1);
  if (!closed) {
    return cited && !practice ? [new Wrong(started, "the match names its table, and the table is not in this file")] : [];
  }
  if (!cited || !cites(cited, closed)) return [new Wrong(started, "the match does not name the last event of the table in this file")];
  if (closed.type !== "table.closed" || !closed.data.match) return [new Wrong(started, "the table did not close with a match to follow")];
  return [];
}

const cites = (cited, line) => cited.version === line.version && cited.digest === line.envelope.digest;

export async function checkSeal(record) {
  return (await Promise.all(record.lines.map(line => wrongSeal(line, record.isFinished)))).filter(Boolean);
}

async function wrongSeal(line, isFinished) {
  const { envelope: { seal }, sealed } = line;
  if (sealed && !isFinished) return new Wrong(line, "a sealed part is open before the end of the match");
  if (sealed && seal !== await sealOf(sealed.part, sealed.salt)) {
    return new Wrong(line, "the sealed part is not what was sealed: its hash is not the seal");
  }
  if (seal && !sealed && isFinished) return new Wrong(line, "the sealed part is missing, though all is over");
  return null;
}
