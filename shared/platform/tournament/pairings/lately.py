"""In an arena everybody who is free is paired at once: who has waited longest, and who has met lately.

The players of a table become free together, so without this they would meet again at once.
"""

from collections import Counter
from collections.abc import Sequence

from shared.platform.tournament.state import Tournament

LATELY = 16

Pair = tuple[int, int]


def pairs(table: Sequence[int]) -> list[Pair]:
    inside = sorted(table)
    return [(one, other) for at, one in enumerate(inside) for other in inside[at + 1 :]]


def met_lately(tournament: Tournament) -> dict[Pair, int]:
    """LATELY for who left a table together, and one less for each table that either of them sat at since.

    Where nobody else plays it is one less: then nobody can be waited for.
    """
    tables: Counter[int] = Counter()
    last: dict[Pair, int] = {}
    for one in tournament.of_stage:
        for seats in one.tables:
            tables.update(seats)
            last.update({pair: tables[pair[0]] + tables[pair[1]] for pair in pairs(seats)})
    most = LATELY if tournament.busy else LATELY - 1
    found = {pair: most - tables[pair[0]] - tables[pair[1]] + sat for pair, sat in last.items()}
    return {pair: left for pair, left in found.items() if left > 0}


def waited(tournament: Tournament) -> dict[int, int]:
    """A thousand for each round that was paired without somebody since they came, or since their last table; less the
    tables they sat at, so that of two who have just left one, whoever wins does not always stay.
    """
    since = {who: tournament.entrants[who].since for who in tournament.members}
    tables: Counter[int] = Counter()
    for one in tournament.of_stage:
        there = [who for seats in one.tables for who in seats]
        tables.update(there)
        since.update(dict.fromkeys(there, one.number + 1))
    return {who: 1000 * max(len(tournament.rounds) - round_, 0) - tables[who] for who, round_ in since.items()}
