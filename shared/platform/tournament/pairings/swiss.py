"""Pairs who has as many points, at tables of two to four: few repeats, few who are pulled up, and seats in turn.

Brackets as in British Parliamentary debating (WUDC): a band of those with nearly as many points, and where it doesn't
fill its tables, some of the next band are pulled up. Within a band the first quarter, third or half is spread over the
tables, and each further one is assigned to them at the least cost; then seats are assigned at each table.
docs/ledger.md, "Tournaments", says it so that anybody can do it again.
"""

from collections.abc import Sequence
from typing import NamedTuple

from shared.platform.tournament.pairings.assignment import assigned
from shared.platform.tournament.pairings.field import Contender, Field

REPEAT = 2**32  # each weighs more than all of the next together
PULL = 2**24
TURN = 2**14
MOST_REPEATS = 63  # more make no difference, so that costs stay exact in every language
SWEEPS = 4
TRIES = 16
MOST_TRIED = 64  # entrants of a band: in larger ones hardly anybody meets again, and tries take long

Table = tuple[int, ...]


class Pairing(NamedTuple):
    """`tables` hold entrants by seat. `pulled`: who plays above their own band."""

    tables: tuple[Table, ...]
    byes: tuple[int, ...]
    pulled: tuple[int, ...] = ()


def sizes(count: int, seats: int, shortest: int) -> list[int]:
    """Of the tables for so many, the fullest first. Whoever is too many has a bye."""
    tables = -(-count // seats)
    if tables and count // tables >= shortest:
        return [count // tables + int(at < count % tables) for at in range(tables)]
    return [seats] * (count // seats)


def swiss(field: Field, is_flat: bool = False) -> Pairing:
    """`is_flat`: everybody may meet everybody, whatever their points."""
    wanted = sizes(len(field.contenders), field.seats, field.shortest)
    byes = without_table(field.contenders, len(field.contenders) - sum(wanted))
    left = [one for one in field.contenders if one.entrant not in byes]
    groups: list[list[Contender]] = []
    pulled: list[int] = []
    while left:
        own = len(left) if is_flat else band(left, field.least)
        count = tables_for(own, wanted[len(groups) :])
        made, above, _ = _grouped(field, left, own, wanted[len(groups) : len(groups) + count])
        seated = {one.entrant for group in made for one in group}
        left = [one for one in left if one.entrant not in seated]
        groups, pulled = groups + made, pulled + [one.entrant for one in above]
    tables = [seated_at(field, at, group) for at, group in enumerate(groups)]
    return Pairing(tuple(tables), tuple(sorted(byes)), tuple(sorted(pulled)))


def without_table(contenders: Sequence[Contender], count: int) -> list[int]:
    """Those with the fewest byes, and of them the last."""
    worst_first = sorted(enumerate(contenders), key=lambda placed: (placed[1].byes, -placed[0]))
    return [one.entrant for _, one in worst_first[:count]]


def band(left: Sequence[Contender], least: int) -> int:
    """How many of the first form a band: whole groups of equal points, as few as make `least`; all, if few remain."""
    end = 0
    while end < len(left) and end < least:
        points = left[end].points
        while end < len(left) and left[end].points == points:
            end += 1
    return len(left) if len(left) - end < least else end


def tables_for(own: int, wanted: Sequence[int]) -> int:
    count, room = 0, 0
    while room < own:
        room, count = room + wanted[count], count + 1
    return count


class Groups(NamedTuple):
    """Those of a band, and who of the next ones was pulled up into them."""

    made: list[list[Contender]]
    pulled: list[Contender]
    cost: int


def _grouped(field: Field, left: Sequence[Contender], own: int, wanted: Sequence[int]) -> Groups:
    """Where somebody meets again, other beginnings are tried; the first of the best is taken."""
    best = _attempt(field, left, own, wanted, 0)
    for turn in range(1, TRIES if own <= MOST_TRIED else 1):
        if best.cost < REPEAT:
            break
        best = min(best, _attempt(field, left, own, wanted, turn), key=lambda groups: groups.cost)
    return best


def _attempt(field: Field, left: Sequence[Contender], own: int, wanted: Sequence[int], turn: int) -> Groups:
    """`turn`: by how many entrants the layers begin later; who would come before them comes last."""
    made: list[list[Contender]] = [[] for _ in wanted]
    begin = turn % own
    free, above = [*left[begin:own], *left[:begin]], list(left[own:])
    pulled: list[Contender] = []
    for layer in range(max(wanted)):
        open_ = [group for group, size in zip(made, wanted, strict=True) if size > layer]
        taken = free[: len(open_)]
        is_short = len(taken) < len(open_) or layer == max(wanted) - 1
        pool = [*taken, *above[: _pool(field, above, len(open_) - len(taken)) if is_short else 0]]
        places = _assigned(field, open_, pool, len(taken))
        for group, place in zip(open_, places, strict=True):
            group.append(pool[place])
        pulled += [pool[place] for place in places if place >= len(taken)]
        above = [one for one in above if one not in pulled]
        free = free[len(open_) :]
    _sweep(field, made)
    return Groups(made, pulled, _total(field, made) + sum(PULL * (1 + one.pulled) for one in pulled))


def _pool(field: Field, above: Sequence[Contender], needed: int) -> int:
    """How many of the following may be pulled up: the next band, and more where that is too few."""
    return max(band(above, field.least), needed) if above else 0


def _assigned(field: Field, groups: Sequence[Sequence[Contender]], pool: Sequence[Contender], own: int) -> list[int]:
    """Who of the pool comes to each group; those behind `own` are pulled up."""
    costs = [
        [
            beside(field, group, one) + abs(row - place) + (PULL * (1 + one.pulled) if place >= own else 0)
            for place, one in enumerate(pool)
        ]
        for row, group in enumerate(groups)
    ]
    return assigned(costs)


def beside(field: Field, group: Sequence[Contender], one: Contender) -> int:
    """What it costs to bring somebody to a table: whom they have met there, and whether their seats are left."""
    repeats, same, wanted, who = 0, 0, one.due, one.entrant
    for other in group:
        repeats += field.times_met(who, other.entrant)
        same += other.due == wanted
    return REPEAT * min(repeats, MOST_REPEATS) + TURN * int(same >= len(wanted))


def _sweep(field: Field, groups: list[list[Contender]]) -> None:
    """Assigns each layer again beside all others, for as long as that makes the band better."""
    least = _total(field, groups)
    for _ in range(SWEEPS if least else 0):
        for layer in range(max(map(len, groups))):
            _assign_again(field, groups, layer)
        now = _total(field, groups)
        if now >= least:
            break
        least = now


def _assign_again(field: Field, groups: list[list[Contender]], layer: int) -> None:
    open_ = [group for group in groups if len(group) > layer]
    moving = [group[layer] for group in open_]
    rest = [[*group[:layer], *group[layer + 1 :]] for group in open_]
    for group, place in zip(open_, _assigned(field, rest, moving, len(moving)), strict=True):
        group[layer] = moving[place]


def _total(field: Field, groups: Sequence[Sequence[Contender]]) -> int:
    return sum(beside(field, group[:at], one) for group in groups for at, one in enumerate(group))


def seated_at(field: Field, table: int, group: Sequence[Contender]) -> Table:
    """Everybody gets a seat that they had least often; whatever is left to choose turns with table and round."""
    count = len(group)
    costs = [
        [REPEAT * one.seats[seat] + (seat + row + table + field.round) % count for seat in range(count)]
        for row, one in enumerate(group)
    ]
    found = assigned(costs)
    return tuple(group[found.index(seat)].entrant for seat in range(count))
