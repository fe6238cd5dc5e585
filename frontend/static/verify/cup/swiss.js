// Who plays whom by points: bands, layers and seats. Source: docs/ledger.md, "Tournaments".

import { canonical } from "../canonical.js";
import { sha256 } from "../hashes.js";
import { assigned } from "./assignment.js";
import { Count, standingsOf } from "./standings.js";
import { divisionsOf, seeding } from "./divisions.js";
import { sorted } from "./state.js";

const REPEAT = 2 ** 32, PULL = 2 ** 24, TURN = 2 ** 14, MOST_REPEATS = 63, SWEEPS = 4;
export const MOST_TRIED = 64;
const BAND = { 2: 2, 3: 9, 4: 16 }, TRIES = 16;
export const LATELY = 16;   // tables, until it makes no difference in an arena that two have met

const sum = numbers => numbers.reduce((total, number) => total + number, 0);
const pairKey = (one, other) => (one < other ? `${one} ${other}` : `${other} ${one}`);

// What the pairing of the next round follows from: who is there, the best first, and who has met whom.
export class Field {
  constructor(cup) {
    const { format, rules: { seats, shortest } } = cup, count = new Count(cup);
    Object.assign(this, { format, round: cup.ofStage.length, seats, shortest });
    this.least = cup.lasts && seats === 2 ? 4 : BAND[seats];
    const byes = cup.lasts ? waited(cup) : count.byes;
    const had = seated(cup), pulled = cup.ofStage.flatMap(one => one.pulled);
    this.contenders = there(cup).map(entrant => {
      const own = had[entrant], least = Math.min(...own);
      return {
        entrant, points: count.points.get(entrant), byes: byes.get(entrant), seats: own,
        pulled: pulled.filter(one => one === entrant).length, due: own.map(times => times === least).join(),
        wanted: own.filter(times => times === least).length,
      };
    });
    this.groups = groupsOf(cup);
    this.met = (cup.lasts ? metLately : met)(cup, new Set(this.contenders.map(({ entrant }) => entrant)));
  }

  timesMet(one, other) {
    return this.met.get(pairKey(one, other)) ?? 0;
  }

  digest() {
    const pairs = [...this.met].map(([key, count]) => [...key.split(" ").map(Number), count]);
    pairs.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
    return sha256(canonical({
      contenders: this.contenders.map(one => [one.entrant, one.points, one.byes, one.pulled, one.seats]),
      format: this.format, groups: this.groups, met: pairs, round: this.round, seats: this.seats, shortest: this.shortest,
    }));
  }
}

function seated(cup) {
  const found = cup.entrants.map(() => Array(cup.rules.seats).fill(0));
  for (const { tables } of cup.rounds) for (const table of tables) table.forEach((who, seat) => { found[who][seat] += 1; });
  return found;
}

function met(cup, known) {
  const found = new Map();
  for (const table of cup.ofStage.flatMap(one => one.tables)) {
    table.forEach((one, at) => table.slice(at + 1).forEach(other => {
      if (known.has(one) && known.has(other)) found.set(pairKey(one, other), (found.get(pairKey(one, other)) ?? 0) + 1);
    }));
  }
  return found;
}

// A thousand for each round without somebody since they came or last sat at a table, less their tables.
function waited(cup) {
  const since = new Map(cup.members.map(who => [who, cup.entrants[who].since])), tables = new Map();
  for (const { round, tables: [...seats] } of cup.ofStage) {
    for (const who of seats.flat()) {
      tables.set(who, (tables.get(who) ?? 0) + 1);
      since.set(who, round + 1);
    }
  }
  return new Map([...since].map(([who, round]) => [who, 1000 * Math.max(cup.rounds.length - round, 0) - (tables.get(who) ?? 0)]));
}

// How lately two have met: LATELY for those who left a table together, one less where nobody plays.
function metLately(cup, known) {
  const tables = new Map(), last = new Map(), sat = (one, other) => tables.get(one) + tables.get(other);
  for (const seats of cup.ofStage.flatMap(one => one.tables)) {
    for (const who of seats) tables.set(who, (tables.get(who) ?? 0) + 1);
    seats.forEach((one, at) => seats.slice(at + 1).forEach(other => last.set(pairKey(one, other), [one, other, sat(one, other)])));
  }
  const most = LATELY - Number(!busy(cup).size);
  return new Map([...last].filter(([, [one, other]]) => known.has(one) && known.has(other))
    .map(([key, [one, other, then]]) => [key, most - sat(one, other) + then]).filter(([, left]) => left > 0));
}

// Who sits at a table that still plays.
function busy(cup) {
  const playing = ({ tables, results }) => tables.filter((_, table) => !results.has(table)).flat();
  return new Set(cup.rounds.filter(one => !one.ended).flatMap(playing));
}

// Who is paired in the next round, the best first.
export function there(cup) {
  if (cup.isSchedule) return seeding(cup);
  const order = cup.ofStage.length ? standingsOf(cup).map(({ entrant }) => entrant) : seeding(cup);
  const sitting = busy(cup);
  return order.filter(one => !sitting.has(one) && (cup.isKnockOut || cup.isActive(one)));
}


// By the seeding, dealt back and forth, never into more than have a table each, or the divisions of a league; none where
// there is one only.
function groupsOf(cup) {
  if (cup.season) return divisionsOf(cup).length > 1 ? divisionsOf(cup) : [];
  const count = cup.groups, found = Array.from({ length: count > 1 ? count : 0 }, () => []);
  if (found.length) seeding(cup).forEach((who, at) => found[Math.floor(at / count) % 2 ? count - 1 - at % count : at % count].push(who));
  return found;
}

// Of groups first those who won one, then those who came second in one, and so on.
export function bestOf(cup) {
  const best = standingsOf(cup).map(one => one.entrant).filter(one => cup.entrants[one].isIn);
  const groups = groupsOf(cup).map(group => best.filter(one => group.includes(one)));
  const rank = one => groups.find(group => group.includes(one))?.indexOf(one) ?? 0;
  return [...best].sort((one, other) => rank(one) - rank(other));
}

export function sizes(count, seats, shortest) {
  const tables = Math.ceil(count / seats), least = Math.floor(count / tables);
  if (tables && least >= shortest) return Array.from({ length: tables }, (_, at) => least + Number(at < count % tables));
  return Array(Math.floor(count / seats)).fill(seats);
}

// Those with the fewest byes, and of them the last.
export function withoutTable(contenders, count) {
  const lastFirst = [...contenders.keys()].sort((one, other) => contenders[one].byes - contenders[other].byes || other - one);
  return lastFirst.slice(0, count).map(at => contenders[at].entrant);
}

export function swiss(field, contenders, isFlat = false) {
  const wanted = sizes(contenders.length, field.seats, field.shortest);
  const byes = withoutTable(contenders, contenders.length - sum(wanted));
  let left = contenders.filter(({ entrant }) => !byes.includes(entrant));
  const groups = [], pulled = [];
  while (left.length) {
    const own = isFlat ? left.length : band(left, field.least);
    let count = 0;
    while (sum(wanted.slice(groups.length, groups.length + count)) < own) count += 1;
    const { made, pulled: above } = grouped(field, left, own, wanted.slice(groups.length, groups.length + count));
    const seatedNow = new Set(made.flat());
    left = left.filter(one => !seatedNow.has(one));
    groups.push(...made);
    pulled.push(...above.map(({ entrant }) => entrant));
  }
  return { tables: groups.map((group, at) => seatedAt(field, at, group)), byes: sorted(byes), pulled: sorted(pulled) };
}

function band(left, least) {
  let end = 0;
  while (end < left.length && end < least) {
    const { points } = left[end];
    while (left[end]?.points === points) end += 1;
  }
  return left.length - end < least ? left.length : end;
}

// The groups of a band, and who was pulled up into them: the first of the best of several beginnings.
function grouped(field, left, own, wanted) {
  let best = attempt(field, left, own, wanted, 0);
  for (let turn = 1; turn < (own <= MOST_TRIED ? TRIES : 1) && best.cost >= REPEAT; turn += 1) {
    const other = attempt(field, left, own, wanted, turn);
    if (other.cost < best.cost) best = other;
  }
  return best;
}

function attempt(field, left, own, wanted, turn) {
  const made = wanted.map(() => []), pulled = [], most = Math.max(...wanted), begin = turn % own;
  let free = [...left.slice(begin, own), ...left.slice(0, begin)], behind = left.slice(own);
  for (let layer = 0; layer < most; layer += 1) {
    const open = made.filter((_, at) => wanted[at] > layer), taken = free.slice(0, open.length);
    const isShort = taken.length < open.length || layer === most - 1;
    const more = isShort && behind.length ? Math.max(band(behind, field.least), open.length - taken.length) : 0;
    const pool = [...taken, ...behind.slice(0, more)];
    const chosen = assignedTo(field, open, pool, taken.length).map(place => pool[place]);
    open.forEach((group, row) => group.push(chosen[row]));
    pulled.push(...chosen.filter(one => !taken.includes(one)));
    behind = behind.filter(one => !pulled.includes(one));
    free = free.slice(open.length);
  }
  sweep(field, made);
  return { made, pulled, cost: total(field, made) + sum(pulled.map(one => PULL * (1 + one.pulled))) };
}

function assignedTo(field, groups, pool, own) {
  return assigned(groups.map((group, row) => pool.map((one, place) =>
    beside(field, group, one) + Math.abs(row - place) + (place >= own ? PULL * (1 + one.pulled) : 0))));
}

function beside(field, group, one) {
  if (!group.length) return 0;
  const repeats = sum(group.map(other => field.timesMet(one.entrant, other.entrant)));
  const same = group.filter(other => other.due === one.due).length;
  return REPEAT * Math.min(repeats, MOST_REPEATS) + TURN * Number(same >= one.wanted);
}

function sweep(field, groups) {
  let least = total(field, groups);
  for (let times = 0; times < SWEEPS && least; times += 1) {
    for (let layer = 0; layer < Math.max(...groups.map(group => group.length)); layer += 1) {
      const open = groups.filter(group => group.length > layer), moving = open.map(group => group[layer]);
      const rest = open.map(group => group.filter((_, at) => at !== layer));
      const places = assignedTo(field, rest, moving, moving.length);
      open.forEach((group, row) => { group[layer] = moving[places[row]]; });
    }
    const now = total(field, groups);
    if (now >= least) return;
    least = now;
  }
}

const total = (field, groups) => sum(groups.flatMap(group => group.map((one, at) => beside(field, group.slice(0, at), one))));

export function seatedAt(field, table, group) {
  const { length } = group;
  const found = assigned(group.map((one, row) => [...group.keys()].map(seat => REPEAT * one.seats[seat] + (seat + row + table + field.round) % length)));
  return [...group.keys()].map(seat => group[found.indexOf(seat)].entrant);
}
