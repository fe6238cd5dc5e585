// A file becomes a record only if every line of it could have been written by the ledger. Source: docs/ledger.md, "Export".

import { sentence } from "../sentences.js";
import { parse, Refused } from "./canonical.js";
import { ENVELOPE, EVENTS, HEADER, LINE, TYPES } from "./forms.js";

export const FORMAT = "urbanist-1";
export const KINDS = ["table", "match", "score", "deal"];
export const ENDS = ["match.ended", "match.aborted", "match.adjudicated"];
export const FIRST = { table: "table.opened", match: "match.started", deal: "deal.committed" };

export const LARGEST_FILE = 32 * 1024 * 1024;   // bytes: a match has some hundred thousand
const LF = 0x0a;

// Something that a person can be told; `place` is a line, or the number of one that could not be read.
export class Wrong extends Error {
  constructor(place, wrong) {
    super(wrong);
    this.place = place;
  }

  // `stream` and `version` where the line could be read.
  failure(check) {
    const line = this.place.number ?? this.place;
    const at = this.place.number ? { stream: this.place.stream, version: this.place.version, at: String(this.place) } : { at: sentence("line", { number: line }) };
    return { line, check, wrong: this.message, ...at };
  }
}

// An event as it stands in the file, in the line of that number.
class Line {
  constructor(number, envelope, sealed) {
    Object.assign(this, { number, envelope, sealed });
  }

  get stream() { return this.envelope.stream; }
  get kind() { return this.envelope.stream.split(":")[0]; }
  get version() { return this.envelope.version; }
  get type() { return this.envelope.type; }
  get data() { return this.envelope.data; }
  get part() { return this.sealed?.part ?? {}; }   // empty where it isn't open
  toString() { return sentence(`place_${this.kind}`, { number: this.number, version: this.version }); }
}

// A file in which every line has its form. Streams hold the lines that belong there and stand there, by kind.
export class Record {
  constructor(header, lines) {
    this.header = header;
    this.id = header.id;
    this.lines = lines;
    this.streams = {};
    this.dealId = lines.map(dealIn).find(Boolean);
    for (const line of lines) if (this.holds(line) && !this.#isLate(line)) (this.streams[line.kind] ??= []).push(line);
    this.opened = this.#first("table");
    this.started = this.#first("match");
    this.committed = this.#first("deal");
    this.isFinished = header.finished;   // as it says; whether that is true is the header's check
  }

  // Whether the line's stream belongs into this file. That of a deal has an id of its own, which the match names.
  holds(line) {
    return KINDS.includes(line.kind) && line.stream === `${line.kind}:${line.kind === "deal" ? this.dealId : this.id}`;
  }

  #isLate(line) {
    return KINDS.slice(KINDS.indexOf(line.kind) + 1).some(later => later in this.streams);
  }

  // The event that a table, a match or a deal begins with, undefined where it begins with another one.
  #first(kind) {
    const line = this.streams[kind]?.[0];
    return line?.type === FIRST[kind] ? line : undefined;
  }

  // Whether the match ended in whatever way, and its deal too, or its table was closed without one.
  ends() {
    const { match = [], table = [], deal = [] } = this.streams;
    const isOver = !this.started?.data.deal || deal.some(line => line.type === "deal.ended");
    return isOver && match.some(line => ENDS.includes(line.type)) || table.some(line => line.type === "table.closed" && line.data.match === false);
  }

  // The lines of these types, as they stand.
  of(...types) {
    return Object.values(this.streams).flat().filter(line => types.includes(line.type));
  }
}

const dealIn = line => line.type === "match.started" && line.kind === "match" ? line.data.deal?.deal : undefined;

// Wrong names the first line that could not have been written by the ledger.
export function read(file) {
  if (file.length > LARGEST_FILE) throw new Wrong(1, sentence("too_large", { most: LARGEST_FILE >> 20 }));
  const rows = rowsOf(file);
  const header = headerIn(rows.next().value);
  const lines = [];
  for (const row of rows) lines.push(lineIn(lines.length + 2, row));
  if (!lines.length) throw new Wrong(1, sentence("no_event"));
  return new Record(header, lines);
}

// Lines end with LF, the last one too, and are split there only: other line ends are part of texts.
function* rowsOf(file) {
  let number = 1, start = 0;
  do {
    const end = file.indexOf(LF, start);
    if (end < 0) throw new Wrong(number, sentence("end_missing"));
    yield file.subarray(start, end);
    number += 1;
    start = end + 1;
  } while (start < file.length);
}

export const rowsIn = file => [...rowsOf(file)];

// Of a file of which nothing else can be read, undefined where even that can't be.
export function headerOf(file) {
  try {
    return headerIn(rowsOf(file).next().value);
  } catch (error) {
    if (error instanceof Wrong) return undefined;
    throw error;
  }
}

function headerIn(row) {
  const header = valueIn(1, row);
  if (!HEADER(header)) throw new Wrong(1, sentence("no_header"));
  if (header.format !== FORMAT) throw new Wrong(1, sentence("other_format", { format: FORMAT }));
  return header;
}

export const lineIn = (number, row) => lineOf(number, valueIn(number, row));

// An event and its sealed part, with just their fields, each in its form.
function lineOf(number, said) {
  const line = formed(number, said);
  if (TYPES.has(line.type)) checkFields(line);
  return line;
}

// The same, whatever is in the event: a newer release may have written it.
export function formed(number, said) {
  if (!LINE(said)) throw new Wrong(number, sentence("no_envelope"));
  const { envelope, sealed } = said;
  const wrong = Object.keys(ENVELOPE).filter(name => !has(envelope, name));
  if (wrong.length) throw new Wrong(number, sentence("wrong_fields", { fields: wrong.join(", ") }));
  const unknown = Object.keys(envelope).filter(name => !Object.hasOwn(ENVELOPE, name)).sort();
  if (unknown.length) throw new Wrong(number, sentence("unknown_fields", { fields: unknown.join(", ") }));
  return new Line(number, envelope, sealed);
}

// Only a signature may be missing: many orders have none.
const has = (envelope, name) => Object.hasOwn(envelope, name) ? ENVELOPE[name](envelope[name]) : name === "signed";

export const isKnown = ({ type, envelope }) => Object.hasOwn(EVENTS, `${type}@${envelope.schema}`);

// What the platform stores has its fields; games have their own, and their rules know them.
export function checkFields(line) {
  if (!isKnown(line)) throw new Wrong(line, sentence("newer_shape", { type: line.type }));
  const [open, sealed] = EVENTS[`${line.type}@${line.envelope.schema}`];
  if (!open(line.data)) throw new Wrong(line, sentence("other_fields", { type: line.type }));
  if ((line.envelope.seal === null) !== !sealed) throw new Wrong(line, sentence("wrongly_sealed", { type: line.type }));
  if (sealed && line.sealed && !sealed(line.part)) throw new Wrong(line, sentence("other_sealed_fields", { type: line.type }));
}

export function valueIn(number, row) {
  try {
    return parse(row);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Wrong(number, error.message);
  }
}
