// The first words about a record: for whom it is fair, by name, what operators did, and what it proves to each person.

import { sentence } from "./sentences.js";
import { actWords, isByOperator, isForAll, listed } from "./verify/verdict.js";

const MOST_ACTS = 3;   // in a heading
const GOOD = ["fair", "committed only", "practice"];

// `who` has the names of people, by player, as far as the page knows them, and who looks.
const called = ({ player, seat }, { names }) => names[player] ?? sentence("seat_nth", { seat: seat + 1 });
const all = (people, who) => listed([...new Set(people.map(one => called(one, who)))]);
const within = ({ seats }) => seats.filter(({ isIn }) => isIn);
const without = ({ seats }) => seats.filter(({ isIn }) => !isIn);

export const isForSome = verdict => verdict.grade === "fair" && !isForAll(verdict);

// Above the verdict, null where its usual heading says it all.
export function headline(verdict, who) {
  const { grade, acts } = verdict, isPartly = isForSome(verdict);
  const people = isPartly && all(within(verdict), who);
  if (!acts.length) return isPartly ? sentence("fair_without", { people, others: all(without(verdict), who) }) : null;
  const title = isPartly ? sentence("title_fair_for", { people }) : sentence(`title_${grade.replaceAll(" ", "_")}`);
  const isGood = GOOD.includes(grade);
  return sentence(isGood ? "title_but" : "title_and", { title, acts: actsTold(acts) });
}

function actsTold(acts) {
  const told = acts.slice(0, MOST_ACTS).map(act => actWords(act, isByOperator(act.by) ? sentence("an_operator") : act.by));
  const rest = acts.length - MOST_ACTS;
  return listed(rest > 0 ? [...told, sentence("more_acts", { n: rest })] : told).replaceAll(" : ", "\u00a0:\u00a0");
}

// Why it is not fair for everybody.
export const someTold = (verdict, who) => sentence("fair_for_some", { people: all(within(verdict), who), others: all(without(verdict), who) });

// To each person, whoever looks first. `grade` is what the page says of the record.
export function peopleTold({ seats }, grade, who) {
  const sorted = [...seats].sort((one, other) => (other.player === who.you) - (one.player === who.you));
  return sorted.map(own => ({ state: isFairFor(own, grade) ? "ok" : "look", words: seatTold(own, grade, who) }));
}

const isFairFor = ({ isIn, orders, signed }, grade) => grade === "fair" && isIn && signed === orders;

function seatTold(own, grade, who) {
  const { orders, signed, isKeyless, isIn } = own;
  const whose = own.player === who.you ? "your" : "their", number = isFairFor(own, grade) ? "fair" : isIn ? "in" : "out";
  const how = !orders ? "none" : signed === orders ? "all" : isKeyless ? "keyless" : "some";
  const name = called(own, who);
  return sentence(`own_${whose}_${number}_${how}`, { name: name[0].toUpperCase() + name.slice(1), signed, n: orders });
}
