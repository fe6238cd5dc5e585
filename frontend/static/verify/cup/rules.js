// Whether a tournament can be opened with these rules, as far as no game is asked. Source: docs/ledger.md, "Tournaments".

import { KNOCK_OUT, SCHEDULES } from "./state.js";

export const MOST_ENTRANTS = 2000;
const POINT = 12, MOST_GROUPS = 64, MOST_ROUNDS = 100, YEAR = 366 * 24 * 60;
const LEAST_OF_DIVISION = 2, MOST_OF_DIVISION = 64;
const FORMATS = ["swiss", ...SCHEDULES, ...KNOCK_OUT, "arena", "duplicate"];
const TIE_BREAKS = ["buchholz", "sonneborn_berger", "head_to_head", "points_scored", "wins", "difference"];
const isWithin = (number, least, most) => number >= least && number <= most;

export function areRules(rules) {
  const { final, seats, shortest, tie_breaks: breaks } = rules, stages = final ? [rules, final] : [rules];
  const isSpan = rules.format === "arena" && !rules.rounds;
  const formats = stages.map(({ format }) => format), isAlike = formats.includes("duplicate");
  return formats.every(format => FORMATS.includes(format))
    && isWithin(shortest, 2, seats)
    && (seats === 2 || !formats.includes("double_elimination"))
    && (!isAlike || shortest === seats)
    && (isAlike || !breaks.includes("difference"))
    && stages.every(({ format, rounds }) => isWithin(rounds, Number(![...KNOCK_OUT, ...SCHEDULES, "arena"].includes(format)), MOST_ROUNDS))
    && (!isSpan || (rules.minutes > 0 && rules.check_in !== "rounds"))
    && areStages(rules)
    && breaks.every(name => TIE_BREAKS.includes(name)) && new Set(breaks).size === breaks.length
    && ["never", "start", "rounds"].includes(rules.check_in) && ["stand_in", "forfeit"].includes(rules.absent)
    && isWithin(rules.most, 2, MOST_ENTRANTS) && isWithin(rules.minutes, 0, YEAR)
    && areWorth(rules) && rules.go_on === (seats === 2 ? 1 : 2);
}

// Only a league is played in divisions, of which at most half rise and fall.
export function isSeason({ format, rounds, final, seats }, { size, moves }) {
  const isLeague = format === "league" && !rounds && !final;
  return isLeague && isWithin(size, Math.max(LEAST_OF_DIVISION, seats), MOST_OF_DIVISION) && isWithin(moves, 1, Math.floor(size / 2));
}

function areStages({ format, groups, final }) {
  const isParted = isWithin(groups, 2, MOST_GROUPS) && final && ["swiss", "round_robin"].includes(format);
  const isFinal = !final || (final.entrants >= 2 && !KNOCK_OUT.includes(format) && !["arena", "league"].includes(final.format));
  return (groups === 1 || isParted) && isFinal;
}

function areWorth({ points, seats, bye }) {
  const isFalling = points.every((worth, at) => !at || worth <= points[at - 1]);
  return points.length === seats && isFalling && points.every(worth => worth >= 0 && worth % POINT === 0)
    && isWithin(points[0], POINT, 100 * POINT) && isWithin(bye, 0, points[0]);
}
