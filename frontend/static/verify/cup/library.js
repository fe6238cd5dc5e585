// What FIDE's Dutch system never breaks: C1, C2, C3, and that whoever must have a seat is given it.

import { sentence } from "../../sentences.js";
import { allOf, sorted } from "./state.js";

export const OURS = "urbanist 1";
export const MOST_OF_LIBRARY = 200;
const LIBRARY = "py4swiss ", POINT = 12;

// Whether the Dutch system is what the rules name first.
export function isOfFide({ format, groups, rules: { seats, points, bye } }) {
  return format === "swiss" && seats === 2 && groups === 1 && points.join() === `${POINT},0` && bye === POINT;
}

export function wrongByLibrary(cup, field, { by, tables, byes, pulled }) {
  if (!by.startsWith(LIBRARY) || !isOfFide(cup) || field.contenders.length > MOST_OF_LIBRARY) return sentence("cup_unknown_maker", { by });
  const known = field.contenders.map(one => one.entrant);
  if (sorted(allOf({ tables, byes })).join() !== sorted(known).join() || pulled.length || byes.length > 1 || tables.some(seats => seats.length !== 2)) {
    return sentence("cup_somebody_missing");
  }
  if (tables.some(pair => field.timesMet(...pair))) return sentence("cup_met_before");
  const has = one => one.byes || played(cup, one.entrant).some(({ own, others }) => own !== null && others.includes(null));
  if (field.contenders.some(one => byes.includes(one.entrant) && has(one))) return sentence("cup_second_bye");
  const points = new Map(field.contenders.map(one => [one.entrant, one.points]));
  return tables.some(table => isOutOfTurn(cup, table, points)) ? sentence("cup_same_seat") : null;
}

// The tables of somebody that have a result: their seat and place, and all places.
function played(cup, entrant) {
  return cup.ofStage.flatMap(({ tables, results }) => [...results]
    .filter(([table]) => tables[table].includes(entrant))
    .map(([table, { places }]) => {
      const seat = tables[table].indexOf(entrant);
      return { seat, own: places[seat], others: places };
    }));
}

// The seat that somebody must have: after the other one twice in a row, or twice more often.
function seatWanted(cup, entrant) {
  const had = played(cup, entrant).filter(({ others }) => !others.includes(null)).map(({ seat }) => seat);
  const more = had.filter(seat => seat === 0).length - had.filter(seat => seat === 1).length;
  if (Math.abs(more) < 2 && (had.length < 2 || had.at(-1) !== had.at(-2))) return null;
  return more ? Number(more > 0) : 1 - had.at(-1);
}

// C3 and E2. In the last round it is different for those with more than half of all points.
function isOutOfTurn(cup, table, points) {
  const [one, other] = table.map(entrant => seatWanted(cup, entrant)), rounds = cup.ofStage.length;
  if (one !== null && one === other) {
    return !table.some(entrant => rounds === cup.length - 1 && 2 * points.get(entrant) > POINT * rounds);
  }
  return (one !== null && one !== 0) || (other !== null && other !== 1);
}
