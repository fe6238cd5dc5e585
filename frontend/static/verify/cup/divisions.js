// Who plays in which division of a league, and who rises and falls. Source: docs/ledger.md, "Tournaments".

export function seeding(cup) {
  if (cup.finalists) return cup.finalists;
  const of = one => cup.entrants[one].strength;
  return [...cup.members].sort((one, other) => of(other) - of(one) || cup.ties.get(one) - cup.ties.get(other));
}

// First those of the season before, as they rose and fell, then newcomers; cut into equal parts. None without a season.
export function divisionsOf(cup) {
  if (!cup.season) return [];
  const { size, moves, carried } = cup.season, members = new Set(cup.members);
  let at = 0;
  const before = carried.map(division => division.map(() => at++).filter(one => members.has(one)));
  const order = afterSeason(before, moves), known = new Set(order);
  order.push(...seeding(cup).filter(one => !known.has(one)));
  const count = Math.max(Math.floor(order.length / size), 1);
  return Array.from({ length: count }, (_, part) => order.slice(part * size, part < count - 1 ? (part + 1) * size : undefined));
}

// In each division first who fell into it, then who stays, then who rose into it.
function afterSeason(divisions, moves) {
  const change = (one, other) => Math.min(moves, Math.floor(one.length / 2), Math.floor(other.length / 2));
  return divisions.flatMap((own, at) => {
    const above = divisions[at - 1] ?? [], below = divisions[at + 1] ?? [], up = change(above, own), down = change(own, below);
    return [...above.slice(above.length - up), ...own.slice(up, own.length - down), ...below.slice(0, down)];
  });
}

// By division who is still in it, the best first.
export function rankedIn(cup, standings) {
  const found = [];
  for (const { entrant, numbers: [division] } of standings) {
    if (cup.entrants[entrant].isIn) (found[-division] ??= []).push(entrant);
  }
  return found.filter(Boolean);
}
