// For whom a match is fair, by name, and what its record proves to each person in it.

import { howSigned, isFairFor, isUnsigned, titled, yours } from "./first_words.js";
import { sentence } from "./sentences.js";
import { isForAll, listed } from "./verify/verdict.js";

// `who` has the names of people, by player, as far as the page knows them, and who looks.
const called = ({ player, seat }, { names }) => names[player] ?? sentence("seat_nth", { seat: seat + 1 });
const all = (people, who) => listed([...new Set(people.map(one => called(one, who)))]);
const within = ({ seats }) => seats.filter(({ isIn }) => isIn);
const without = ({ seats }) => seats.filter(({ isIn }) => !isIn);

export const isForSome = verdict => verdict.grade === "fair" && !isForAll(verdict);

// Above the verdict, null where its usual heading says it all.
export function headline(verdict, who) {
  const { grade, acts, seats } = verdict, isPartly = isForSome(verdict);
  const people = isPartly && all(within(verdict), who);
  const unsigned = seats.filter(isUnsigned).map(own => sentence("unsigned_of", { n: own.orders - own.signed, name: called(own, who) }));
  if (acts.length || unsigned.length) return titled(grade, { acts, unsigned }, isPartly ? sentence("title_fair_for", { people }) : undefined);
  return isPartly ? sentence("fair_without", { people, others: all(without(verdict), who) }) : null;
}

// Why it is not fair for everybody.
export const someTold = (verdict, who) => sentence("fair_for_some", { people: all(within(verdict), who), others: all(without(verdict), who) });

// To each person, whoever looks first. `grade` is what the page says of the record.
export function peopleTold({ seats }, grade, who) {
  const sorted = [...seats].sort((one, other) => (other.player === who.you) - (one.player === who.you));
  return sorted.map(own => (own.player === who.you ? yours(own, grade) : theirs(own, grade, who)));
}

function theirs(own, grade, who) {
  const number = isFairFor(own, grade) ? "fair" : own.isIn ? "in" : "out", name = called(own, who);
  const words = sentence(`own_their_${number}_${howSigned(own)}`, { name: name[0].toUpperCase() + name.slice(1), signed: own.signed, n: own.orders });
  return { state: number === "fair" ? "ok" : "look", words };
}
