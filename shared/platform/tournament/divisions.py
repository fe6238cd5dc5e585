"""The divisions of a league: who plays in which one, and who of a season that is over rises and falls.

All entrants stand in one sequence, which is cut into divisions of the same size; the last one has the rest. In a first
season it is that of their strength. In each later one it follows from the season before: the divisions one after the
other, in each of them first who fell into it, then who stays, then who rose into it, and newcomers behind them all. Who
does not come back leaves a gap that is closed from below, so divisions keep their size.
"""

from collections.abc import Sequence
from itertools import pairwise

from shared.errors import NotAllowed
from shared.platform.cited import Cited
from shared.platform.tournament.events import SeasonOpened, Standing
from shared.platform.tournament.season import Carried, Season
from shared.platform.tournament.state import Tournament

LEAST, MOST = 2, 64  # entrants of a division
Division = tuple[int, ...]


def divided(order: Sequence[int], size: int) -> tuple[Division, ...]:
    """Each has `size`; the last one up to as many more as make no division of their own."""
    starts = [size * at for at in range(max(len(order) // size, 1))]
    return tuple(tuple(order[start:end]) for start, end in zip(starts, [*starts[1:], len(order)], strict=True))


def moving(upper: int, lower: int, moves: int) -> int:
    """How many change between two neighbours of so many: never more than half of one, so nobody does both."""
    return min(moves, upper // 2, lower // 2)


def after_season(divisions: Sequence[Sequence[int]], moves: int) -> list[int]:
    """The sequence for the next season, of divisions in which the best come first."""
    between = [moving(len(one), len(other), moves) for one, other in pairwise(divisions)]
    order: list[int] = []
    for at, own in enumerate(divisions):
        up = between[at - 1] if at else 0
        down = between[at] if at < len(between) else 0
        fallen = divisions[at - 1][len(divisions[at - 1]) - up :] if at else ()
        risen = divisions[at + 1][:down] if at < len(between) else ()
        order += [*fallen, *own[up : len(own) - down], *risen]
    return order


def divisions_of(tournament: Tournament, season: SeasonOpened, newcomers: Sequence[int]) -> tuple[Division, ...]:
    """`newcomers`: the sequence of all entrants by strength, of which those who are carried over are left out."""
    members = frozenset(tournament.members)
    carried = [[one for one in division if one in members] for division in numbered(season.carried)]
    order = after_season(carried, season.moves)
    known = frozenset(order)
    return divided([*order, *(one for one in newcomers if one not in known)], season.size)


def numbered(carried: Sequence[Sequence[int]]) -> list[list[int]]:
    """By division, the numbers that those who are carried over have here: they are the first, in their sequence."""
    found, at = [], 0
    for division in carried:
        found.append([*range(at, at + len(division))])
        at += len(division)
    return found


def check_season(season: Season, seats: int) -> None:
    """Raises NotAllowed."""
    if not max(LEAST, seats) <= season.size <= MOST:
        raise NotAllowed("a division has at least a table of entrants, and {most} at most", most=MOST)
    if not 1 <= season.moves <= season.size // 2:
        raise NotAllowed("of a division at least one rises and falls, and no more than half of it")


def ranked(tournament: Tournament, standings: Sequence[Standing] | None = None) -> list[list[int]]:
    """By division who is still in it, the best first, as its standings have them."""
    divisions: dict[int, list[int]] = {}
    for one in tournament.standings if standings is None else standings:
        if tournament.entrants[one.entrant].is_in:
            divisions.setdefault(-one.numbers[0], []).append(one.entrant)
    return [divisions[at] for at in sorted(divisions)]


def movements(divisions: Sequence[Sequence[int]], moves: int) -> dict[int, int]:
    """1 for who rises by these standings, -1 for who falls; nothing for who stays."""
    found: dict[int, int] = {}
    for upper, lower in pairwise(divisions):
        count = moving(len(upper), len(lower), moves)
        found |= dict.fromkeys(upper[len(upper) - count :], -1) | dict.fromkeys(lower[:count], 1)
    return found


def season_after(former: Tournament, end: Cited) -> Season:
    """Of everybody who is still in it. `end`: the last event of the season before. Raises NotAllowed."""
    season = former.season
    if season is None or former.ended is None or not former.standings:
        raise NotAllowed("only a league in divisions that was played has a next season, once it is over")
    carried = tuple(
        tuple(Carried(one, former.entrants[one].player, former.entrants[one].strength) for one in division)
        for division in ranked(former)
    )
    return Season(season.number + 1, season.size, season.moves, former.id, end, carried)
