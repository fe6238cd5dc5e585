"""What an allocation is worth, as one whole number: worths add up, and the better allocation has the larger one.

From the highest digits down: points, inhabitants placed, buildings kept active (each one empty square fewer), and which
squares these stand on, the earlier square first. So the rulebook's three tie-breaks, and ours after them, are one
comparison of two numbers; and the best number tells which buildings are active.
"""

from collections.abc import Callable, Iterable
from functools import cache

from shared.games.quadropolis.score.tables import SHOP

POINT = 1 << 40
NOTHING = -(1 << 60)  # less than any allocation is worth
PLACED = 1 << 32
ACTIVE = 1 << 24
POWERED = tuple(ACTIVE + (1 << 23 - square) for square in range(24))  # active by energy
STAFFED = tuple(worth + PLACED for worth in POWERED)  # active by an inhabitant

Choice = Callable[[int], tuple[int, int]]
"""What taking one building makes of a state, and the worth it adds. A state's lowest digit counts what is taken."""

DIGIT = 5  # bits for numbers up to 20


def is_active(worth: int, square: int) -> bool:
    return bool(worth >> 23 - square & 1)


def placed(worth: int) -> int:
    return worth >> 32 & 0xFF


def number(state: int) -> int:
    return state & 31


def digit(state: int, place: int) -> int:
    return state >> DIGIT * place & 31


@cache
def customers(most: int, shops: int, inhabitants: int) -> int:
    """Inhabitants who shop, at most so many in one, or are left over.

    Shops fill one by one, as each place gives no less than the last.
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


def worth_of_all(choices: Iterable[Choice]) -> int:
    """Of taking every one of the buildings."""
    state = worth = 0
    for choice in choices:
        state, gain = choice(state)
        worth += gain
    return worth
