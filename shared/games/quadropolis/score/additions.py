"""What each kind of building adds to a city when it is kept active, as worths for the search of the best allocation."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from shared.games.quadropolis.play.pieces import Building, City, Kind
from shared.games.quadropolis.score.tables import (
    DISTRICTS,
    MONUMENT,
    PARK,
    TOWER,
    Plan,
)
from shared.games.quadropolis.score.worth import DIGIT, POINT, POWERED, STAFFED, Choice, digit

Squares = Mapping[Kind, tuple[int, ...]]
"""Where the buildings of each kind stand."""


def squares_by_kind(city: City) -> Squares:
    found: dict[Kind, list[int]] = {kind: [] for kind in Kind}
    for square, building in enumerate(city):
        if building is not None:
            found[building.kind].append(square)
    return {kind: tuple(squares) for kind, squares in found.items()}


def alone(plan: Plan, city: City, square: int) -> int:
    """The points that a building adds wherever it stands: printed ones, and those of the monuments beside it."""
    building = city[square]
    assert building is not None
    near = sum(there is not None and there.kind is Kind.MONUMENT for there in beside(plan, city, square))
    return building.points + near * MONUMENT.get(building.kind, 0)


def beside(plan: Plan, city: City, square: int) -> Iterator[Building | None]:
    return (city[other] for other in plan.beside[square])


def tower(plan: Plan, city: City, square: int, parks: Mapping[int, int]) -> Choice:
    """`parks` with the active offices beside each. The state counts, digit by digit, the active towers beside it."""
    building = city[square]
    assert building is not None
    own = TOWER[building.floors] * POINT + POWERED[square]
    places = [(place, parks[park]) for place, park in enumerate(parks, 1) if park in plan.beside[square]]
    step = 1 + sum(1 << DIGIT * place for place, _ in places)

    def take(state: int) -> tuple[int, int]:
        near = (digit(state, place) + offices for place, offices in places)
        return state + step, own + POINT * sum(PARK[count + 1] - PARK[count] for count in near)

    return take


def service(plan: Plan, city: City, square: int) -> Choice:
    """The state has a digit for each district: 1 once a service is active there."""
    own = alone(plan, city, square) * POINT + STAFFED[square]
    flag = 1 << DIGIT * plan.districts[square]

    def take(state: int) -> tuple[int, int]:
        if state & flag:
            return state + 1, own
        districts = (state >> DIGIT).bit_count()
        return state + 1 + flag, own + POINT * (DISTRICTS[districts + 1] - DISTRICTS[districts])

    return take


def factory(plan: Plan, square: int, points: int, partners: Sequence[int]) -> Choice:
    """The state counts, digit by digit, the active factories beside each partner (a shop or harbour, active or not)."""
    own = points * POINT + STAFFED[square]
    step = 1 + sum(1 << DIGIT * place for place, partner in enumerate(partners, 1) if partner in plan.beside[square])
    return lambda state: (state + step, own)


def largest_first(worths: Mapping[int, int]) -> tuple[int, ...]:
    """The best worth of 0, 1, 2 … buildings that don't depend on each other, from what each adds."""
    return tuple(accumulate(sorted(worths.values(), reverse=True), initial=0))
