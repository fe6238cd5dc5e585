"""The cheapest assignment of rows to columns, exactly: the Hungarian algorithm with shortest augmenting paths.

Source: Kuhn, The Hungarian Method for the Assignment Problem, 1955; Jonker and Volgenant, A Shortest Augmenting Path
Algorithm, 1987. Whole numbers only, and the lowest index wherever two are equally cheap: so the same on every machine.
"""

from collections.abc import Sequence


def assigned(costs: Sequence[Sequence[int]]) -> list[int]:
    """The column of each row, all different, with the least sum of costs. There are at least as many columns as rows.

    Costs are whole numbers of any size. Time grows with rows² x columns.
    """
    columns = len(costs[0]) if costs else 0
    of_row, of_column = [0] * len(costs), [0] * columns  # the potentials
    owner = [-1] * columns
    for row in range(len(costs)):
        _augment(costs, row, of_row, of_column, owner)
    found = [0] * len(costs)
    for column, row in enumerate(owner):
        if row >= 0:
            found[row] = column
    return found


def _augment(
    costs: Sequence[Sequence[int]], start: int, of_row: list[int], of_column: list[int], owner: list[int]
) -> None:
    """Gives `start` a column along the shortest path, on which others may have to move."""
    columns = range(len(of_column))
    open_, distance, before = list(columns), [-1] * len(of_column), [-1] * len(of_column)
    row, column, reached, done = start, -1, 0, []
    while row >= 0:
        line, offset = costs[row], reached - of_row[row]
        least, nearest = -1, -1
        for other in open_:
            through = line[other] - of_column[other] + offset
            known = distance[other]
            if known < 0 or through < known:
                distance[other], before[other] = through, column
                known = through
            if nearest < 0 or known < least:
                least, nearest = known, other
        reached, column = least, nearest
        open_.remove(column)
        done.append(column)
        row = owner[column]
    _update(start, reached, done, distance, of_row, of_column, owner)
    while column >= 0:
        earlier = before[column]
        owner[column] = start if earlier < 0 else owner[earlier]
        column = earlier


def _update(
    start: int,
    reached: int,
    done: Sequence[int],
    distance: Sequence[int],
    of_row: list[int],
    of_column: list[int],
    owner: Sequence[int],
) -> None:
    of_row[start] += reached
    for column in done[:-1]:
        step = reached - distance[column]
        of_column[column] -= step
        of_row[owner[column]] += step
