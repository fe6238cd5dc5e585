"""What may still come of a city: what is of use or missing, where it can grow, and the spots for what comes next.

In whole numbers, and cheap: a page asks once for each square that a tile may go to.
"""

from collections.abc import Sequence
from functools import lru_cache

from shared.games.quadropolis.play.board import BOARDS
from shared.games.quadropolis.play.pieces import Kind
from shared.games.quadropolis.play.state import Holding
from shared.games.quadropolis.play.tiles import TILES
from shared.games.quadropolis.score.tables import (
    DISTRICTS,
    FACTORY,
    HARBOURS,
    MONUMENT,
    NEEDS,
    PARK,
    PLANS,
    TOWER,
    office,
)

Layout = tuple[int, ...]
"""By square: the number of the kind that stands there, as in `KINDS`, or EMPTY. Squares are as good as parks."""

KINDS = tuple([kind for kind in Kind if kind is not Kind.SQUARE])
EMPTY = len(KINDS)
TOWERS, SHOPS, SERVICES, PARKS, FACTORIES, HARBOUR, OFFICES, MONUMENTS = range(EMPTY)
KIND_OF = tuple(KINDS.index(Kind.PARK if tile.kind is Kind.SQUARE else tile.kind) for tile in TILES)
PEOPLE, ENERGY = ((*(NEEDS[kind][which] for kind in KINDS), 0) for which in (0, 1))
TO_FACTORY, TO_MONUMENT = ((*(table.get(kind, 0) for kind in KINDS), 0) for table in (FACTORY, MONUMENT))

SUPPLIES = (
    *(f"{what}_{how}" for what in ("energy", "people") for how in ("of_use", "missing", "beyond")),
    "customers",
    "customers_missing",
)
SPOTS = (Kind.TOWER, Kind.SHOP, Kind.PARK, Kind.FACTORY, Kind.HARBOUR, Kind.SERVICE, Kind.OFFICE, Kind.MONUMENT)
GROWTH = (
    *(kind.value for kind in KINDS),
    "empty",
    "tiles",
    *(f"room_{kind.value}" for kind in KINDS),
    *("highest_tower", "towers", "highest_office", "offices"),
    *(f"spots_{kind.value}" for kind in SPOTS),
)


def supplies(mode: str, holding: Holding, left: int) -> list[int]:
    """In the sequence of `SUPPLIES`. No turn uses up more than one of each: those for the turns left are of use."""
    layout, found = laid_out(holding), list[int]()
    people = holding.inhabitants - sum([PEOPLE[kind] for kind in layout])
    for past in (holding.energy - sum([ENERGY[kind] for kind in layout]), people):
        spare, short = max(0, past), max(0, -past)
        found += [min(spare, left), min(short, left), max(0, spare - left)]
    seats, free = PLANS[mode].customers * layout.count(SHOPS), max(0, people)
    return [*found, min(free, seats), min(max(0, seats - free), left)]


def growth(mode: str, holding: Holding) -> tuple[int, ...]:
    """In the sequence of `GROWTH`."""
    return _growth(mode, laid_out(holding), tuple([len(pile) for pile in holding.squares]))


def tiles(holding: Holding) -> int:
    """How many were not discarded."""
    return sum([len(pile) for pile in holding.squares])


def laid_out(holding: Holding) -> Layout:
    return tuple([KIND_OF[pile[0]] if pile else EMPTY for pile in holding.squares])


@lru_cache(maxsize=1 << 12)
def _growth(mode: str, layout: Layout, floors: tuple[int, ...]) -> tuple[int, ...]:
    near = [tuple([layout[other] for other in others]) for others in PLANS[mode].beside]
    room = [0] * EMPTY
    for kind, beside in zip(layout, near, strict=True):
        if kind != EMPTY:
            room[kind] += beside.count(EMPTY)
    counts = [layout.count(kind) for kind in range(EMPTY + 1)]
    return (*counts, sum(floors), *room, *_floors(mode, layout, floors, near), *_spots(mode, layout, near))


def _floors(mode: str, layout: Layout, floors: Sequence[int], near: Sequence[Layout]) -> tuple[int, int, int, int]:
    """What one more floor would score: the most on one tower, on all of them, and so for offices."""
    towers, offices = [0], [0]
    for square, kind in enumerate(layout):
        now = floors[square]
        if now < BOARDS[mode].floors:
            if kind == TOWERS:
                towers.append(TOWER[now + 1] - TOWER[now])
            elif kind == OFFICES:
                group = 1 + near[square].count(OFFICES)
                offices.append(office(group, now + 1) - office(group, now))
    return max(towers), sum(towers), max(offices), sum(offices)


def _spots(mode: str, layout: Layout, near: Sequence[Layout]) -> list[int]:
    """By kind of `SPOTS`: what one more would score on each empty square, added up; never less than nothing."""
    total, districts = [0] * len(SPOTS), PLANS[mode].districts
    lines = _lines(mode, tuple([kind == HARBOUR for kind in layout]))
    served = {districts[square] for square, kind in enumerate(layout) if kind == SERVICES}
    new = (*DISTRICTS, DISTRICTS[-1])[len(served) + 1] - DISTRICTS[len(served)]
    for square, kind in enumerate(layout):
        if kind == EMPTY:
            tower, shop, park, factory, harbour, service, offices, monument = _spot(near[square])
            harbour += lines[square]
            service += 0 if districts[square] in served else new
            for at, worth in enumerate((tower, shop, park, factory, harbour, service, offices, monument)):
                total[at] += max(0, worth)
    return total


@lru_cache(maxsize=1 << 12)
def _spot(near: Layout) -> tuple[int, ...]:
    """What each of `SPOTS` would score beside these, or let them score."""
    parks = near.count(PARKS)
    factories, monuments = near.count(FACTORIES), near.count(MONUMENTS)
    return (
        1 + 2 * parks,
        2 * factories + 3 * monuments,
        PARK[near.count(TOWERS) + near.count(OFFICES)] + 5 * monuments,
        sum([TO_FACTORY[kind] for kind in near]) - 5 * monuments,
        3 * factories - 5 * monuments,
        2 * monuments,
        2 * near.count(OFFICES) + 2 * parks + 4 * factories,
        sum([TO_MONUMENT[kind] for kind in near]),
    )


@lru_cache(maxsize=1 << 12)
def _lines(mode: str, harbours: tuple[bool, ...]) -> tuple[int, ...]:
    """By square: what longer lines of harbours would score with one there."""
    found = [0] * len(harbours)
    for lines in (PLANS[mode].rows, PLANS[mode].columns):
        longest = max([_longest([harbours[at] for at in line]) for line in lines])
        for line in lines:
            for here in line:
                length = _longest([harbours[at] or at == here for at in line])
                found[here] += max(0, HARBOURS[length] - HARBOURS[longest])
    return tuple(found)


def _longest(line: Sequence[bool]) -> int:
    longest = run = 0
    for is_harbour in line:
        run = run + 1 if is_harbour else 0
        longest = max(longest, run)
    return longest
