// Header, order, digest, previous and seal: the file is whole, nothing in it was moved or changed, and what was hidden is
// what was sealed. Every check gives all that is wrong.

import { sentence } from "../sentences.js";
import { canonical } from "./canonical.js";
import { digestOf, sealOf } from "./digests.js";
import { ENDS, FIRST, FORMAT, KINDS, Wrong } from "./record.js";

const same = (one, other) => String(canonical(one)) === String(canonical(other));

// It is made from the lines, so whoever checks the file makes it again.
export function checkHeader(record) {
  const found = [], made = headerOf(record), { opened, started, committed } = record;
  const wrong = Object.keys(made).filter(name => !same(made[name], record.header[name]));
  if (wrong.length) found.push(new Wrong(1, sentence("header_differs", { fields: wrong.join(", ") })));
  if (opened && started && !(opened.data.game === started.data.game && same(opened.data.options, started.data.options))) {
    found.push(new Wrong(started, sentence("other_game")));
  }
  if (committed && started && ["game", "options", "rules"].some(name => !same(committed.data[name], started.data[name]))) {
    found.push(new Wrong(started, sentence("other_game_than_deal")));
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
      found.push(new Wrong(line, sentence("other_stream", { stream: line.stream })));
      continue;
    }
    const kind = KINDS.indexOf(line.kind);
    if (kind < reached) found.push(new Wrong(line, sentence("streams_not_in_order")));
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
  if (line.version !== expected) wrong(sentence("version_expected", { version: expected }));
  if (before && line.envelope.at < before.envelope.at) wrong(sentence("time_goes_back"));
  if (!before && line.type !== (FIRST[line.kind] ?? line.type)) wrong(sentence(`wrong_beginning_${line.kind}`, { type: line.type }));
  if (![line.kind, game].includes(line.type.split(".")[0])) wrong(sentence(`wrong_kind_${line.kind}`, { type: line.type }));
  if (before && ["table.closed", "deal.ended", ...ENDS].includes(before.type)) wrong(sentence("after_the_end", { type: before.type }));
  return found;
}

// The events of one command stand together, with one time; a branch repeats the moves before it when it starts.
export function wrongCommands(lines) {
  const found = [], done = new Set();
  let first;
  for (const line of lines) {
    const key = `${line.envelope.by} ${line.envelope.cause}`;   // none of them has spaces inside
    if (first && key === `${first.envelope.by} ${first.envelope.cause}`) {
      if (line.envelope.at !== first.envelope.at) found.push(new Wrong(line, sentence("command_with_two_times")));
      if (line.envelope.move && first.type !== "match.started") found.push(new Wrong(line, sentence("move_in_the_middle")));
      continue;
    }
    first = line;
    if (done.has(key)) found.push(new Wrong(line, sentence("command_apart")));
    done.add(key);
  }
  return found;
}

export async function checkDigest(record) {
  const digests = await Promise.all(record.lines.map(line => digestOf(line.envelope)));
  return record.lines
    .filter((line, at) => line.envelope.digest !== digests[at])
    .map(line => new Wrong(line, sentence("hash_differs")));
}

// Each event names the one before, a match its table's last event or its deal, and a count the end that it counted.
export function checkPrevious(record) {
  const found = [], last = new Map();
  for (const line of record.lines) {
    if (line.envelope.previous !== (last.get(line.stream) ?? null)) {
      found.push(new Wrong(line, sentence("chain_broken")));
    }
    last.set(line.stream, line.envelope.digest);
  }
  found.push(...branchOfTable(record), ...citedTable(record), ...citedDeal(record));
  for (const line of record.of("score.counted")) {
    if (!record.of("match.ended").some(ended => cites(line.data.match, ended))) {
      found.push(new Wrong(line, sentence("counted_elsewhere")));
    }
  }
  return found;
}

function branchOfTable({ opened, started }) {
  const of = line => line.data.branch ?? null;
  if (!opened || !started || same(of(opened), of(started))) return [];
  return [new Wrong(started, sentence("other_branch"))];
}

function citedTable({ started, streams }) {
  if (!started) return [];
  const { table: cited, practice } = started.data, closed = streams.table?.at(-1);
  if (!closed) {
    return cited && !practice ? [new Wrong(started, sentence("table_missing"))] : [];
  }
  if (!cited || !cites(cited, closed)) return [new Wrong(started, sentence("other_table"))];
  if (closed.type !== "table.closed" || !closed.data.match) return [new Wrong(started, sentence("table_without_match"))];
  return [];
}

// Also when it was: the deal was committed before it began, its matches came then, and it ended after that.
function citedDeal(record) {
  const { started, committed } = record, cited = started?.data.deal;
  if (!cited) return [];
  if (!committed) return [new Wrong(record.lines.length + 2, sentence("deal_missing"))];
  if (!cites(cited, committed)) return [new Wrong(started, sentence("other_deal"))];
  const found = [], { name, begins, ends, entrants } = committed.data, { at } = started.envelope;
  if (name !== cited.name) found.push(new Wrong(started, sentence("other_name_of_deal")));
  if (committed.envelope.at > begins) found.push(new Wrong(committed, sentence("committed_late")));
  if (at < begins || at >= ends) found.push(new Wrong(started, sentence("not_within_deal")));
  for (const ended of record.of("deal.ended")) {
    if (!entrants.length && ended.envelope.at < ends) found.push(new Wrong(ended, sentence("deal_opened_early")));
  }
  return found;
}

const cites = (cited, line) => cited.version === line.version && cited.digest === line.envelope.digest;

export async function checkSeal(record) {
  return (await Promise.all(record.lines.map(line => wrongSeal(line, record.isFinished)))).filter(Boolean);
}

async function wrongSeal(line, isFinished) {
  const { envelope: { seal }, sealed } = line;
  if (sealed && !isFinished) return new Wrong(line, sentence("open_too_early"));
  if (sealed && seal !== await sealOf(sealed.part, sealed.salt)) {
    return new Wrong(line, sentence("other_part"));
  }
  if (seal && !sealed && isFinished) return new Wrong(line, sentence("part_missing"));
  return null;
}
