"""Pairs who has as many points, at tables of two to four: few repeats, few who are pulled up, and seats in turn.

Brackets as in British Parliamentary debating (WUDC): a band of those with nearly as many points, and where it doesn't
fill its tables, some of the next band are pulled up. Within a band the first quarter, third or half is spread over the
tables, and each further one is assigned to them at the least cost; then seats are assigned at each table.
docs/ledger.md, "Tournaments", says it so that anybody can do it again.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from shared.platform.tournament.pairings.assignment import assigned
from shared.platform.tournament.pairings.field import Contender, Field

REPEAT = 2**32  # each weighs more than all of the next together
PULL = 2**24
TURN = 2**14
MOST_REPEATS = 63  # more make no difference, so that costs stay exact in every language
SWEEPS = 4
BAND: Mapping[int, int] = {2: 2, 3: 9, 4: 16}  # in tables of three or four all can be new to each other only in so many

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
        own = len(left) if is_flat else band(left, field.seats)
        count = tables_for(own, wanted[len(groups) :])
        made, above = _grouped(field, left, own, wanted[len(groups) : len(groups) + count])
        seated = {one.entrant for group in made for one in group}
        left = [one for one in left if one.entrant not in seated]
        groups, pulled = groups + made, pulled + above
    tables = [seated_at(field, at, group) for at, group in enumerate(groups)]
    return Pairing(tuple(tables), tuple(sorted(byes)), tuple(sorted(pulled)))


def without_table(contenders: Sequence[Contender], count: int) -> list[int]:
    """Those with the fewest byes, and of them the last."""
    worst_first = sorted(enumerate(contenders), key=lambda placed: (placed[1].byes, -placed[0]))
    return [one.entrant for _, one in worst_first[:count]]


def band(left: Sequence[Contender], seats: int) -> int:
    """How many of the first form a band: whole groups of equal points, as few as make up BAND; all who are left if fewer
    than that would remain.
    """
    least, end = BAND[seats], 0
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


def _grouped(
    field: Field, left: Sequence[Contender], own: int, wanted: Sequence[int]
) -> tuple[list[list[Contender]], list[int]]:
    """The groups of a band, and who of the next ones was pulled up into them."""
    groups: list[list[Contender]] = [[] for _ in wanted]
    free, above = list(left[:own]), list(left[own:])
    pulled: list[int] = []
    for layer in range(max(wanted)):
        open_ = [at for at, size in enumerate(wanted) if size > layer]
        taken = free[: len(open_)]
        is_short = len(taken) < len(open_) or layer == max(wanted) - 1
        pool = [*taken, *above[: _pool(field, above, len(open_) - len(taken)) if is_short else 0]]
        for at, place in zip(open_, _assigned(field, [groups[at] for at in open_], pool, len(taken)), strict=True):
            groups[at].append(pool[place])
            if place >= len(taken):
                pulled.append(pool[place].entrant)
                above.remove(pool[place])
        free = free[len(open_) :]
    _sweep(field, groups)
    return groups, pulled


def _pool(field: Field, above: Sequence[Contender], needed: int) -> int:
    """How many of the following may be pulled up: the next band, and more where that is too few."""
    return max(band(above, field.seats), needed) if above else 0


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
    if not group:
        return 0
    repeats = sum(field.times_met(one.entrant, other.entrant) for other in group)
    wanted = one.due
    same = sum(other.due == wanted for other in group)
    return REPEAT * min(repeats, MOST_REPEATS) + TURN * int(same >= len(wanted))


def _sweep(field: Field, groups: list[list[Contender]]) -> None:
    """Assigns each layer again beside all others, for as long as that makes the band better."""
    least = _total(field, groups)
    for _ in range(SWEEPS):
        if not least:
            return
        for layer in range(max(map(len, groups))):
            _assign_again(field, groups, layer)
        now = _total(field, groups)
        if now >= least:
            return
        least = now


def _assign_again(field: Field, groups: list[list[Contender]], layer: int) -> None:
    open_ = [at for at, group in enumerate(groups) if len(group) > layer]
    moving = [groups[at][layer] for at in open_]
    rest = [[*groups[at][:layer], *groups[at][layer + 1 :]] for at in open_]
    for at, place in zip(open_, _assigned(field, rest, moving, len(moving)), strict=True):
        groups[at][layer] = moving[place]


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
