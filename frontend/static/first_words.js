// The first words about a record, of a match or of a tournament: what operators did, and what it proves to who looks.

import { sentence } from "./sentences.js";
import { actWords, isByOperator, listed } from "./verify/verdict.js";

const MOST_ACTS = 3;   // in a heading
const GOOD = ["fair", "committed only", "practice"];

// The title of a grade with whose moves are unsigned and what operators did.
export function titled(grade, { acts, unsigned }, title = sentence(`title_${grade.replaceAll(" ", "_")}`)) {
  const isGood = GOOD.includes(grade), told = listed([...unsigned, ...actsTold(acts)]).replaceAll(" : ", "\u00a0:\u00a0");
  return sentence(isGood ? "title_but" : "title_and", { title, acts: told });
}

function actsTold(acts) {
  const told = acts.slice(0, MOST_ACTS).map(calmly);
  const rest = acts.length - MOST_ACTS;
  return rest > 0 ? [...told, sentence("more_acts", { n: rest })] : told;
}

// Whoever gave a key and is said to have given orders without it: nobody but them knows whether they did.
export const isUnsigned = ({ orders, signed, isKeyless }) => orders > signed && !isKeyless;

// Who it was is for the list below.
const calmly = act => actWords(act, isByOperator(act.by) ? sentence("an_operator") : act.by);

export const isFairFor = ({ isIn, orders, signed }, grade) => grade === "fair" && isIn && signed === orders;

export const howSigned = ({ orders, signed, isKeyless }) =>
  !orders ? "none" : signed === orders ? "all" : isKeyless ? "keyless" : "some";

// To whoever looks. In a tournament their number may be in some matches.
export function yours(own, grade) {
  const { isIn, numbers, hasEntered, signed, orders } = own;
  const number = isFairFor(own, grade) ? "fair" : isIn ? "in" : numbers || hasEntered ? "part" : "out";
  const words = sentence(`own_your_${number}_${howSigned(own)}`, { ...own, signed, n: orders });
  return { state: number === "fair" ? "ok" : "look", words };
}
