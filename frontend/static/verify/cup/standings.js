// Points of tables, and what breaks ties, in whole numbers. Source: docs/ledger.md, "Tournaments".

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

// All that is counted of a stage, by entrant.
export class Count {
  constructor(cup) {
    const { members } = cup;
    this.points = new Map(members.map(one => [one, 0]));
    this.byes = new Map(members.map(one => [one, 0]));
    this.sat = new Map(members.map(one => [one, []]));
    for (const one of cup.ofStage) this.#round(cup, one);
  }

  #round(cup, { round, tables, byes, results }) {
    for (const who of byes) {
      this.points.set(who, this.points.get(who) + cup.rules.bye);
      this.byes.set(who, this.byes.get(who) + 1);
    }
    for (const [table, { places, points }] of results) {
      const earned = tablePoints(cup.rules.points, places), others = tables[table].map((who, seat) => [who, places[seat]]);
      tables[table].forEach((who, seat) => {
        this.points.set(who, this.points.get(who) + earned[seat]);
        this.sat.get(who).push({ round, table, place: places[seat], scored: points[seat], others });
      });
    }
  }

  // Each opponent, with 2 where one was ahead, 1 for the same place and 0 else. Nobody plays who forfeits.
  opponents(who) {
    return this.sat.get(who).filter(({ place }) => place !== null).flatMap(({ place, others }) => others
      .filter(([other, theirs]) => other !== who && theirs !== null)
      .map(([other, theirs]) => [other, place < theirs ? 2 : Number(place === theirs)]));
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
  wins: (count, who) => count.sat.get(who).filter(({ place, others }) => place === 1 && others.filter(([, theirs]) => theirs === 1).length === 1).length,
};

export function standingsOf(cup) {
  const count = new Count(cup);
  const rows = cup.members.map(entrant => ({ entrant, points: count.points.get(entrant), numbers: [
    ...cup.isKnockOut ? reached(cup, count, entrant) : [], count.points.get(entrant), count.attended(entrant),
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
