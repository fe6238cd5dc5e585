"""What an allocation is worth, as one whole number: worths add up, and the better allocation has the larger one.

From the highest digits down: points, inhabitants placed, buildings kept active (each one empty square fewer), and the
squares that these stand on, earlier squares first. So the rulebook's tie-breaks, and ours after them, are one
comparison of two numbers, and the best number says which buildings are active.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import accumulate

from shared.games.quadropolis.play.board import bits
from shared.games.quadropolis.play.pieces import Building, Kind
from shared.games.quadropolis.score.tables import DISTRICTS, MONUMENT, PARK, SHOP, TOWER, Plan

POINT = 1 << 40
NOTHING = -(1 << 60)  # less than any allocation is worth
PLACED = 1 << 32
ACTIVE = 1 << 24
POWERED = tuple(ACTIVE + (1 << 23 - square) for square in range(24))  # active by energy
STAFFED = tuple(worth + PLACED for worth in POWERED)  # active by an inhabitant

DIGIT = 5  # bits for numbers up to 20
DIGITS = (1 << DIGIT) - 1

Squares = Mapping[Kind, Mapping[int, Building]]
"""The buildings of each kind by the square that they stand on, in reading order."""

BySquare = tuple[tuple[int, int], ...]

Choice = Callable[[int], tuple[int, int]]
"""From a state: the state after one more building is taken, and the worth that this adds.

The lowest digit of a state counts what is taken.
"""


def stays_active(worth: int, square: int) -> bool:
    return bool(worth >> 23 - square & 1)


def points_of(worth: int) -> int:
    return worth // POINT


def placed(worth: int) -> int:
    return worth >> 32 & 0xFF


def active(worth: int) -> int:
    """How many buildings are kept active, of those that need something for it."""
    return worth >> 24 & 0xFF


def number(state: int) -> int:
    return state & DIGITS


def digit(state: int, index: int) -> int:
    return state >> DIGIT * index & DIGITS


def alone(plan: Plan, squares: Squares, kind: Kind) -> BySquare:
    """What a building of this kind adds by itself: printed points and those of the monuments beside it."""
    monuments, gain = squares[Kind.MONUMENT], MONUMENT.get(kind, 0)
    if not monuments or not gain:
        return tuple([(square, building.points) for square, building in squares[kind].items()])
    there = bits(monuments)
    return tuple(
        (square, building.points + gain * (plan.near[square] & there).bit_count())
        for square, building in squares[kind].items()
    )


def in_common(plan: Plan, squares: Squares) -> int:
    """The points that all allocations of a city have in common: of monuments, for what is always active."""
    return sum(points for kind in (Kind.PARK, Kind.SQUARE) for _, points in alone(plan, squares, kind))


def tower(plan: Plan, square: int, floors: int, parks: Mapping[int, int]) -> Choice:
    """`parks`: the active offices beside each. The state counts, digit by digit, the active towers beside it."""
    own = TOWER[floors] * POINT + POWERED[square]
    near = [(index, parks[park]) for index, park in enumerate(parks, 1) if plan.near[park] >> square & 1]
    step = 1 + sum(1 << DIGIT * index for index, _ in near)

    def take(state: int) -> tuple[int, int]:
        counts = (digit(state, index) + offices for index, offices in near)
        return state + step, own + POINT * sum(PARK[count + 1] - PARK[count] for count in counts)

    return take


def service(plan: Plan, square: int, points: int) -> Choice:
    """The state has a bit for each district: 1 once a service is active there."""
    own = points * POINT + STAFFED[square]
    flag = 1 << DIGIT * plan.districts[square]

    def take(state: int) -> tuple[int, int]:
        if state & flag:
            return state + 1, own
        districts = (state >> DIGIT).bit_count()
        return state + 1 + flag, own + POINT * (DISTRICTS[districts + 1] - DISTRICTS[districts])

    return take


def factory(worth: int, asks: int) -> Choice:
    """The state counts, digit by digit, the active factories beside each partner (a shop or harbour, active or not).

    `asks`: a 1 for each partner beside this factory, and for itself.
    """
    return lambda state: (state + asks, worth)


@cache
def customers(most: int, shops: int, inhabitants: int) -> int:
    """Inhabitants who shop, at most so many in one, or are left over.

    Shops fill one by one, because each further customer brings no less than the one before.
    """
    served = min(inhabitants, shops * most)
    full, some = divmod(served, most)
    return (full * SHOP[most] + SHOP[some] - (inhabitants - served)) * POINT + served * PLACED


def best_by_state(choices: Iterable[Choice]) -> dict[int, int]:
    """The best worth of every state that taking some of the buildings can reach."""
    found = {0: 0}
    for choice in choices:
        for state, worth in list(found.items()):
            reached, gain = choice(state)
            if found.get(reached, NOTHING) < worth + gain:
                found[reached] = worth + gain
    return found


def best_by_number(choices: Iterable[Choice]) -> tuple[int, ...]:
    """The best worth of taking 0, 1, 2 … of the buildings."""
    found: dict[int, int] = {}
    for state, worth in best_by_state(choices).items():
        found[number(state)] = max(worth, found.get(number(state), worth))
    return tuple(found[count] for count in sorted(found))


def largest_first(worths: BySquare) -> tuple[int, ...]:
    """The best worth of 0, 1, 2 … buildings that don't depend on each other, from what each adds."""
    return tuple(accumulate(sorted([worth for _, worth in worths], reverse=True), initial=0))
