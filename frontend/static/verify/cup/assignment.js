// The column of each row, with the least sum of costs: the Hungarian algorithm, and the lowest of equal columns. Costs are
// whole numbers so small that all sums are exact. Source: docs/ledger.md, "Tournaments".
export function assigned(costs) {
  const columns = costs[0]?.length ?? 0;
  const ofRow = costs.map(() => 0), ofColumn = Array(columns).fill(0), owner = Array(columns).fill(-1);
  costs.forEach((_, start) => augment(costs, start, ofRow, ofColumn, owner));
  return costs.map((_, row) => owner.indexOf(row));
}

function augment(costs, start, ofRow, ofColumn, owner) {
  const left = [...owner.keys()], distance = owner.map(() => -1), before = owner.map(() => -1), done = [];
  let row = start, column = -1, reached = 0;
  while (row >= 0) {
    let nearest = -1;
    for (const other of left) {
      const through = reached + costs[row][other] - ofRow[row] - ofColumn[other];
      if (distance[other] < 0 || through < distance[other]) [distance[other], before[other]] = [through, column];
      if (nearest < 0 || distance[other] < distance[nearest]) nearest = other;
    }
    column = nearest;
    reached = distance[nearest];
    left.splice(left.indexOf(column), 1);
    done.push(column);
    row = owner[column];
  }
  ofRow[start] += reached;
  for (const passed of done.slice(0, -1)) {
    ofColumn[passed] -= reached - distance[passed];
    ofRow[owner[passed]] += reached - distance[passed];
  }
  while (column >= 0) {
    owner[column] = before[column] < 0 ? start : owner[before[column]];
    column = before[column];
  }
}
