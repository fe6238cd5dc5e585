// Points of tables, and what breaks ties, in whole numbers. Source: docs/ledger.md, "Tournaments".

import { divisionsOf } from "./divisions.js";

const POINT = 12;
const sum = numbers => numbers.reduce((total, number) => total + number, 0);

// In twelfths, by seat: places that are tied share what they bring, and who forfeits has nothing.
export function tablePoints(worth, places) {
  const there = places.filter(place => place !== null).sort((one, other) => one - other), ranks = worthOf(worth, places.length);
  return places.map(place => {
    if (place === null) return 0;
    const first = there.indexOf(place), count = there.lastIndexOf(place) + 1 - first;
    return Math.floor(sum(ranks.slice(first, first + count)) / count);
  });
}

// A short table spreads the places of a full one evenly.
function worthOf(worth, seats) {
  const gaps = worth.length - 1, steps = seats - 1;
  return Array.from({ length: seats }, (_, rank) => {
    const below = Math.floor(rank * gaps / steps), part = rank * gaps % steps;
    return worth[below] + Math.floor((worth[Math.min(below + 1, gaps)] - worth[below]) * part / steps);
  });
}

const average = ({ tables }) => tables.length - 1;

// By table, for each seat: twelfths of match points, and of points above the mean of who had the same seat elsewhere.
function alike(one) {
  const scores = new Map();
  for (const [table, { how, places, points }] of one.results) {
    const counts = ["played", "by_hand"].includes(how);
    scores.set(table, places.map((place, seat) => ({ isThere: place !== null, own: place !== null && counts ? points[seat] : null })));
  }
  const bySeat = (table, seat) => [...scores].filter(([other]) => other !== table).map(([, seats]) => seats[seat]?.own ?? null);
  return new Map([...scores].map(([table, seats]) => [table, seats.map(({ isThere, own }, seat) => (
    isThere ? against(own, bySeat(table, seat).filter(points => points !== null), average(one)) : [0, 0]
  ))]));
}

function against(own, others, mean) {
  if (own === null || !others.length) return [POINT * mean, 0];
  const won = sum(others.map(theirs => (own > theirs ? 2 : Number(own === theirs))));
  return [Math.floor(POINT * won * mean / others.length), Math.floor(POINT * (own * others.length - sum(others)) / others.length)];
}

// All that is counted of a stage, by entrant.
export class Count {
  constructor(cup) {
    const { members } = cup;
    this.points = new Map(members.map(one => [one, 0]));
    this.byes = new Map(members.map(one => [one, 0]));
    this.sat = new Map(members.map(one => [one, []]));
    for (const one of cup.ofStage) this.#round(cup, one);
  }

  #round(cup, one) {
    const { round, tables, byes, results } = one, isOver = results.size === tables.length;
    const bye = cup.isDuplicate ? Number(isOver) * POINT * average(one) : cup.rules.bye;
    const seatsOf = cup.isDuplicate && isOver ? alike(one) : null;
    for (const who of byes) {
      this.points.set(who, this.points.get(who) + bye);
      this.byes.set(who, this.byes.get(who) + 1);
    }
    for (const [table, { places, points }] of cup.isDuplicate && !isOver ? [] : results) {
      const others = tables[table].map((who, seat) => [who, places[seat]]);
      const earned = seatsOf?.get(table) ?? tablePoints(cup.rules.points, places).map(number => [number, 0]);
      tables[table].forEach((who, seat) => {
        const [number, difference] = earned[seat];
        this.points.set(who, this.points.get(who) + number);
        this.sat.get(who).push({ round, table, place: places[seat], scored: points[seat], others, difference });
      });
    }
  }

  // Each opponent, with 2 where one was ahead, 1 for the same place and 0 else. Nobody plays who forfeits.
  opponents(who) {
    return this.sat.get(who).filter(({ place }) => place !== null).flatMap(({ place, others }) => others
      .filter(([other, theirs]) => other !== who && theirs !== null)
      .map(([other, theirs]) => [other, place < theirs ? 2 : Number(place === theirs)]));
  }

  // Thousandths of a point for each table.
  average(who) {
    const { length } = this.sat.get(who);
    return length ? Math.floor(1000 * this.points.get(who) / (POINT * length)) : 0;
  }

  attended(who) {
    return this.sat.get(who).filter(({ place }) => place !== null).length + this.byes.get(who);
  }
}

const BREAKS = {
  buchholz: (count, who) => sum(count.opponents(who).map(([other]) => count.points.get(other))),
  sonneborn_berger: (count, who) => sum(count.opponents(who).map(([other, ahead]) => ahead * count.points.get(other))),
  head_to_head: (count, who) => sum(count.opponents(who).map(([other, ahead]) => (count.points.get(other) === count.points.get(who) ? ahead : 0))),
  points_scored: (count, who) => sum(count.sat.get(who).map(({ place, scored }) => (place === null ? 0 : scored))),
  difference: (count, who) => sum(count.sat.get(who).map(sat => sat.difference)),
  wins: (count, who) => count.sat.get(who).filter(({ place, others }) => place === 1 && others.filter(([, theirs]) => theirs === 1).length === 1).length,
};

export function standingsOf(cup) {
  const count = new Count(cup);
  const divisions = divisionsOf(cup), division = who => divisions.findIndex(part => part.includes(who));
  const rows = cup.members.map(entrant => ({ entrant, points: count.points.get(entrant), numbers: [
    ...divisions.length ? [-division(entrant) || 0] : [],
    ...cup.isKnockOut ? reached(cup, count, entrant) : [], count.points.get(entrant), ...cup.lasts ? [count.average(entrant)] : [],
    count.attended(entrant),
    ...cup.rules.tie_breaks.map(name => BREAKS[name](count, entrant)), -cup.ties.get(entrant) || 0,
  ] }));
  rows.sort((one, other) => compared(other.numbers, one.numbers));
  return rows.map((row, at) => ({ ...row, place: at + 1 }));
}

function compared(one, other) {
  const at = one.findIndex((number, place) => number !== other[place]);
  return at < 0 ? 0 : one[at] - other[at];
}

// The last round somebody was in, and minus their place there; the match for the third place is none.
function reached(cup, count, who) {
  const rounds = cup.ofStage;
  for (const one of [...rounds].reverse()) {
    if (one.byes.includes(who)) return [one.round + 1, -1];
    const sat = count.sat.get(who).find(({ round }) => round === one.round);
    if (sat) {
      const isLast = cup.format === "elimination" && one === rounds.at(-1) && sat.table > 0 && one.tables.length === 2;
      return [one.round + 1 - Number(isLast && cup.rules.third_place), -(sat.place ?? sat.others.length + 1)];
    }
    if (one.tables.some(seats => seats.includes(who))) return [one.round + 1, 0];
  }
  return [0, 0];
}
