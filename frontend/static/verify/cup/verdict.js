// What a person reads first of a tournament: whose numbers are in it, and what operators and its organiser did.

import { bySeat, corrected, isByOperator } from "../verdict.js";

const DONE = ["opened", "started", "paused", "resumed", "ended"];

// People who sat at its tables, as they entered; whoever took a seat over comes last.
export function playersIn({ lines, matches }) {
  const nonces = lines.find(({ type }) => type === "tournament.started")?.data.nonces ?? [];
  const players = lines.filter(({ type }) => type === "tournament.entered").map(({ data }) => data.player);
  const found = new Map(players.filter(Boolean).map(player => [player, []]));
  const entered = new Map(players.map((player, entrant) => [player, Boolean(nonces[entrant])]));
  for (const own of matches.flatMap(({ seats }) => seats)) found.set(own.player, [...found.get(own.player) ?? [], own]);
  const people = [...found].filter(([player, sat]) => sat.length && player.startsWith("person:"));
  return people.map(([player, sat]) => of(player, sat, entered.get(player) ?? false));
}

function of(player, sat, hasEntered) {
  const sum = name => sat.reduce((total, one) => total + Number(one[name]), 0);
  const [matches, numbers] = [sat.length, sum("isIn")];
  const said = { player, matches, numbers, hasEntered, orders: sum("orders"), signed: sum("signed") };
  return { ...said, isKeyless: sat.every(({ isKeyless }) => isKeyless), isIn: hasEntered && numbers === matches };
}

// What operators did, in the tournament itself and in its matches, and results that its organiser changed.
export async function actsIn({ fresh, lines, matches }) {
  const cup = fresh(), found = [];
  for (const line of lines) {
    const { data, type, envelope: { by } } = line, kind = type.split(".")[1];
    const isOrganiser = by === cup.opened.data.organiser && isChange(cup, kind, data);
    if (isByOperator(by) || isOrganiser) found.push({ by, note: data.note || "", ...actIn(cup, kind, data) });
    await cup.take(line);
  }
  const inside = matches.flatMap(({ record, acts }) => acts.map(act => ({ ...act, match: record.id })));
  return [...found, ...inside];
}

function actIn(cup, kind, data) {
  const at = { table: data.table + 1, round: data.round + 1 }, type = kind.replaceAll("_", " ");
  if (kind === "result_recorded") {
    const before = resultBefore(cup, data);
    return before ? { ...corrected(before, data), at } : { act: "table_decided", ...at, after: bySeat(data.places) };
  }
  if (kind === "pairing_changed") return { act: "pairing_changed", round: at.round };
  if ("entrant" in data) return { act: "of_entrant", type, entrant: data.entrant + 1 };
  return DONE.includes(kind) ? { act: `cup_${kind}` } : { act: "wrote", type };
}

// Whether this replaces something that stood there, or what would have been played.
function isChange(cup, kind, data) {
  const isResult = kind === "result_recorded" && (data.how === "adjudicated" || Boolean(resultBefore(cup, data)));
  return isResult || kind === "pairing_changed";
}

const resultBefore = (cup, { round, table }) => cup.rounds[round].results.get(table);
