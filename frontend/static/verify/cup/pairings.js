// Schedules and brackets, and which format pairs how. Source: docs/ledger.md, "Tournaments".

import { seeding } from "./divisions.js";
import { allOf, sorted } from "./state.js";
import { LATELY, seatedAt, sizes, swiss, withoutTable } from "./swiss.js";

const TIMES = { 3: [[0, 0, 0], [0, 1, 2], [0, 2, 1]], 4: [[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]] };

export function pairingOf(cup, field) {
  if (cup.format === "elimination") return knockedOut(cup, field);
  if (cup.format === "double_elimination") return twiceKnockedOut(cup, field);
  if (field.groups.length) return inGroups(field);
  if (cup.isSchedule) return scheduled(field, field.contenders);
  const found = swiss(field, field.contenders, cup.isDuplicate);
  return cup.format === "arena" ? inArena(cup, field, found) : found;
}

// Nobody has a bye. Those who have just left a table together wait for others.
function inArena(cup, field, found) {
  const isNew = seats => seats.some((one, at) => seats.slice(at + 1).some(other => field.timesMet(one, other) < LATELY));
  const tables = cup.lasts ? found.tables.filter(isNew) : found.tables, seated = new Set(tables.flat());
  return { tables, byes: [], pulled: found.pulled.filter(who => seated.has(who)) };
}

// Each group by itself; a schedule that a smaller group has played is over for it.
function inGroups(field) {
  const made = field.groups.flatMap(group => {
    const own = field.contenders.filter(({ entrant }) => group.includes(entrant));
    if (field.format === "swiss") return [swiss(field, own)];
    return field.round < roundsFor(group.length, field.seats) ? [scheduled(field, own)] : [];
  });
  const all = name => made.flatMap(one => one[name]);
  return { tables: all("tables"), byes: all("byes"), pulled: all("pulled") };
}

export const roundsFor = (entrants, seats) => Math.max(seats === 2 ? entrants - 1 + entrants % 2 : Math.ceil((entrants - 1) / (seats - 1)), 1);

function scheduled(field, contenders) {
  const { seats, round } = field;
  if (seats === 2) return berger(contenders.map(({ entrant }) => entrant), round);
  if (contenders.length !== seats ** 2) return swiss(field, contenders, true);
  const groups = linesOfPlane(seats, round % (seats + 1)).map(line => line.map(at => contenders[at]));
  return { tables: groups.map((group, at) => seatedAt(field, at, group)), byes: [], pulled: [] };
}

function linesOfPlane(order, slope) {
  const cells = [...Array(order).keys()], plus = (one, other) => (order === 4 ? one ^ other : (one + other) % order);
  if (slope === order) return cells.map(row => cells.map(column => row * order + column));
  return cells.map(start => cells.map(row => row * order + plus(TIMES[order][slope][row], start)));
}

function berger(entrants, round) {
  const count = entrants.length + entrants.length % 2, turn = round % (count - 1), again = Math.floor(round / (count - 1)) % 2;
  const ring = Array.from({ length: count - 1 }, (_, place) => (turn * (count / 2) + place) % (count - 1));
  const found = [turn % 2 ? [count - 1, ring[0]] : [ring[0], count - 1]];
  for (let place = 1; place < count / 2; place += 1) found.push([ring[place], ring.at(-place)]);
  const couples = found.map(pair => (again ? pair.reverse() : pair).filter(at => at < entrants.length).map(at => entrants[at]));
  return parted(couples);
}

const parted = couples => ({
  tables: couples.filter(pair => pair.length === 2), byes: couples.filter(pair => pair.length === 1).map(([one]) => one), pulled: [],
});

// The entrants of a table, the best first: by place, then by points of the game, then by seed.
function ranked({ results, tables }, table, seeds) {
  const { places, points } = results.get(table), seats = tables[table], last = seats.length + 1;
  const order = [...seats.keys()].sort((one, other) => (places[one] ?? last) - (places[other] ?? last) || points[other] - points[one]
    || seeds.indexOf(seats[one]) - seeds.indexOf(seats[other]));
  return order.map(seat => seats[seat]);
}

// Who is not knocked out.
export function alive(cup) {
  const seeds = seeding(cup), { seats, go_on: goOn } = cup.rules;
  if (cup.format !== "elimination") return seeds.filter(one => defeats(cup, seeds).get(one) < 2);
  let still = seeds;
  for (const one of cup.ofStage) {
    const through = table => ranked(one, table, seeds).slice(0, Math.min(goOn, one.tables[table].length - 1));
    const isLast = still.length <= seats, best = () => (one.results.has(0) ? ranked(one, 0, seeds).slice(0, 1) : []);
    const on = new Set(isLast ? best() : [...one.byes, ...[...one.results.keys()].flatMap(through)]);
    still = still.filter(who => on.has(who));
  }
  return still;
}

function knockedOut(cup, field) {
  const seeds = seeding(cup), still = alive(cup), { seats } = cup.rules;
  if (seats === 2) return inBracket(cup, still, seeds);
  return still.length <= seats ? { tables: [still], byes: [], pulled: [] } : spread(cup, still, field);
}

function inBracket(cup, still, seeds) {
  const rounds = cup.ofStage, first = rounds.length ? allOf(rounds[0]) : still;
  const bySeed = [...first].sort((one, other) => seeds.indexOf(one) - seeds.indexOf(other));
  let slots = bracket(bySeed.length).map(at => bySeed[at] ?? null);
  for (const one of rounds) {
    const on = new Set([...one.byes, ...[...one.results.keys()].map(table => ranked(one, table, seeds)[0])]);
    slots = couplesOf(slots).map(couple => couple.find(who => on.has(who)) ?? null);
  }
  const found = parted(couplesOf(slots).map(couple => couple.filter(who => who !== null)));
  return { ...found, tables: [...found.tables, ...third(cup, still, seeds)] };
}

const couplesOf = slots => slots.flatMap((_, at) => (at % 2 ? [] : [slots.slice(at, at + 2)]));

function third(cup, still, seeds) {
  const last = cup.ofStage.at(-1);
  if (!cup.rules.third_place || still.length !== 2 || !last) return [];
  const losers = sorted(last.results.keys()).filter(table => last.tables[table].length === 2).map(table => ranked(last, table, seeds)[1]);
  return losers.length === 2 ? [losers] : [];
}

function bracket(count) {
  let order = [0];
  while (order.length < count) {
    const { length } = order;
    order = order.flatMap(seed => [seed, 2 * length - 1 - seed]);
  }
  return order;
}

function spread(cup, still, field) {
  const wanted = sizes(still.length, cup.rules.seats, Math.min(cup.rules.shortest, 3));
  const seatedBefore = wanted.reduce((total, size) => total + size, 0);
  const byes = withoutTable(field.contenders.filter(({ entrant }) => still.includes(entrant)), still.length - seatedBefore);
  const playing = still.filter(one => !byes.includes(one)), tables = wanted.map(() => []);
  for (let row = 0; row * wanted.length < playing.length; row += 1) {
    const open = tables.filter((_, at) => wanted[at] > row);
    if (row % 2) open.reverse();
    playing.slice(row * wanted.length, (row + 1) * wanted.length).forEach((who, at) => open[at]?.push(who));
  }
  return { tables, byes, pulled: [] };
}

function defeats(cup, seeds) {
  const lost = new Map(seeds.map(one => [one, 0]));
  for (const one of cup.ofStage) {
    for (const table of one.results.keys()) for (const who of ranked(one, table, seeds).slice(1)) lost.set(who, lost.get(who) + 1);
  }
  return lost;
}

function twiceKnockedOut(cup, field) {
  const lost = defeats(cup, seeding(cup));
  const still = field.contenders.filter(({ entrant }) => lost.get(entrant) < 2);
  if (still.length === 2) return swiss(field, still, true);
  const made = [0, 1].map(times => swiss(field, still.filter(({ entrant }) => lost.get(entrant) === times), true));
  return { tables: made.flatMap(({ tables }) => tables), byes: sorted(made.flatMap(({ byes }) => byes)), pulled: [] };
}
