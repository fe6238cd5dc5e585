// What a person reads first: for whom a match was fair, and what operators did. In the words of infra/verify.py.

import { sentence } from "../sentences.js";

export const isByOperator = by => by.startsWith("operator:");

// What operators did, with the points before and after. `act` names the sentence that `words` fill.
export function actsOf({ lines }) {
  const found = [];
  let before = null;
  for (const { type, data, envelope: { by } } of lines) {
    const act = actIn(type, data, by, before);
    if (act) found.push({ by, note: data.note || "", ...act });
    if (type === "score.counted" || type === "score.corrected") before = data;
  }
  return found;
}

const DONE = { "match.aborted": "ended", "table.closed": "closed" };

function actIn(type, data, by, before) {
  if (type === "score.corrected") return corrected(before, data);
  if (type === "match.adjudicated") return { act: "places_decided", after: bySeat(data.places) };
  return isByOperator(by) ? { act: DONE[type] ?? "wrote", type } : null;
}

// Also what is behind points that stayed the same.
export function corrected(before, after) {
  if (!before) return { act: "points_set", after: bySeat(after.points) };
  const name = ["points", "places"].find(one => bySeat(before[one]) !== bySeat(after[one]));
  return name ? { act: `${name}_changed`, before: bySeat(before[name]), after: bySeat(after[name]) } : { act: "pad_changed" };
}

// As scores are written.
export const bySeat = numbers => numbers.map(number => number ?? sentence("no_place")).join(" : ");

// `by`: what the page calls whoever did it.
export function actWords(act, by = act.by) {
  const bare = sentence(`act_${act.act}`, { ...act, by });
  const told = act.at ? sentence("act_at_table", { act: bare, ...act.at }) : bare;
  const noted = act.note ? sentence("act_noted", { act: told, note: act.note }) : told;
  return act.match ? sentence("act_in_match", { act: noted, match: act.match }) : noted;
}

// A failure with what people call its check.
export const withName = failure => ({ ...failure, check: sentence(`check_${failure.check}`) });

export const isForAll = ({ seats }) => seats.every(({ isIn }) => isIn);

// The grade, and for which seats: they count from 1 for people.
export function gradedOf({ grade, seats }) {
  if (grade !== "fair" || isForAll({ seats })) return sentence(`grade_${grade.replaceAll(" ", "_")}`);
  const within = [...new Set(seats.filter(({ isIn }) => isIn).map(({ seat }) => seat + 1))].sort((one, other) => one - other);
  return sentence(within.length > 1 ? "grade_fair_for_seats" : "grade_fair_for_seat", { seats: listed(within) });
}

export function listed(all) {
  const [last, ...others] = [...all].reverse();
  if (!others.length) return String(last);
  return sentence("listed_last", { first: others.reverse().reduce((first, next) => sentence("listed", { first, next })), last });
}
