"""Schedules in which everybody meets everybody as evenly as can be.

Tables of two: Berger's tables, FIDE Handbook C.05, annex 1. Tables of three with nine entrants and of four with
sixteen: the lines of an affine plane, on which any two meet just once. All others: each round as few repeats as an
assignment finds.
"""

from collections.abc import Mapping

from shared.platform.tournament.pairings.field import Field
from shared.platform.tournament.pairings.swiss import Pairing, Table, seated_at, swiss
from shared.platform.tournament.rules import SWISS

TIMES: Mapping[int, tuple[tuple[int, ...], ...]] = {  # products of the fields with three and four elements
    3: ((0, 0, 0), (0, 1, 2), (0, 2, 1)),
    4: ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2)),
}


def rounds_for(entrants: int, seats: int) -> int:
    """How many rounds a schedule takes, in which everybody can meet everybody."""
    if seats == 2:
        return max(entrants - 1 + entrants % 2, 1)
    return max(-(-(entrants - 1) // (seats - 1)), 1)


def in_groups(field: Field) -> Pairing:
    """Each group by itself; a schedule that a smaller group has played is over for it."""
    made = []
    for group in field.groups:
        own = field._replace(contenders=tuple(one for one in field.contenders if one.entrant in group))
        if field.format == SWISS:
            made.append(swiss(own))
        elif field.round < rounds_for(len(group), field.seats):
            made.append(scheduled(own))
    return Pairing(
        tuple(table for one in made for table in one.tables),
        tuple(entrant for one in made for entrant in one.byes),
        tuple(entrant for one in made for entrant in one.pulled),
    )


def scheduled(field: Field) -> Pairing:
    """`field.contenders` are the same in every round, in the order of the seeding."""
    entrants = [one.entrant for one in field.contenders]
    if field.seats == 2:
        return berger(entrants, field.round)
    if field.seats in TIMES and len(entrants) == field.seats**2:
        lines = lines_of_plane(field.seats, field.round % (field.seats + 1))
        groups = [[field.contenders[at] for at in line] for line in lines]
        return Pairing(tuple(seated_at(field, at, group) for at, group in enumerate(groups)), ())
    return swiss(field, is_flat=True)


def berger(entrants: list[int], round_: int) -> Pairing:
    """The last number stays, all others go round it; with an odd number who would meet it has a bye."""
    count = len(entrants) + len(entrants) % 2
    turn, again = round_ % (count - 1), round_ // (count - 1) % 2
    ring = [(turn * (count // 2) + place) % (count - 1) for place in range(count - 1)]
    found = [(ring[0], count - 1) if turn % 2 == 0 else (count - 1, ring[0])]
    found += [(ring[place], ring[-place]) for place in range(1, count // 2)]
    turned = [(second, first) if again else (first, second) for first, second in found]
    tables: list[Table] = []
    byes: list[int] = []
    for pair in turned:
        there = [entrants[at] for at in pair if at < len(entrants)]
        if len(there) == 2:
            tables.append(tuple(there))
        else:
            byes += there
    return Pairing(tuple(tables), tuple(byes))


def lines_of_plane(order: int, slope: int) -> list[list[int]]:
    """Parallel lines through the points `row * order + column`; the last slope is that of the rows themselves."""
    cells = range(order)
    if slope == order:
        return [[row * order + column for column in cells] for row in cells]
    times = TIMES[order][slope]
    return [[row * order + _plus(order, times[row], start) for row in cells] for start in cells]


def _plus(order: int, one: int, other: int) -> int:
    return one ^ other if order == 4 else (one + other) % order
