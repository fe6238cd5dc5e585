"""An allocation that somebody made: whether the buildings can use what they were given, and which are active then."""

from typing import Any

from shared.errors import IllegalMove, Malformed
from shared.rules.quadropolis.allocation import Allocation, Placed
from shared.rules.quadropolis.board import BOARDS
from shared.rules.quadropolis.pieces import Building, City, Kind
from shared.rules.quadropolis.tables import NEEDS, PLANS


def checked(mode: str, city: City, allocation: Allocation, inhabitants: int, energy: int) -> Allocation:
    """With `active` as it follows. Raises Malformed where nothing stands, and IllegalMove for what isn't allowed."""
    if len(allocation) != len(city):
        raise Malformed("a city of {squares} squares needs as many entries", squares=len(city))
    found = tuple(_checked(mode, square, city[square], given) for square, given in enumerate(allocation))
    placed = [given for given in found if given]
    if sum(given.inhabitants for given in placed) > inhabitants:
        raise IllegalMove("there are only {inhabitants} inhabitants", inhabitants=inhabitants)
    if sum(given.energy for given in placed) > energy:
        raise IllegalMove("there is only {energy} energy", energy=energy)
    return found


def _checked(mode: str, square: int, building: Building | None, given: Placed | None) -> Placed | None:
    row, column = divmod(square, BOARDS[mode].columns)
    where: dict[str, Any] = {"row": row + 1, "column": column + 1}
    if building is None and given is None:
        return None
    if building is None or given is None:
        raise Malformed("a building and what it is given belong together: row {row}, column {column}", **where)
    if min(given.inhabitants, given.energy) < 0:
        raise Malformed("nothing can be given less than none: row {row}, column {column}", **where)
    _check(mode, building.kind, given, {"kind": building.kind.value, **where})
    people, power = NEEDS[building.kind]
    return given._replace(active=given.inhabitants >= people and given.energy >= power)


def _check(mode: str, kind: Kind, given: Placed, told: dict[str, Any]) -> None:
    people, power = NEEDS[kind]
    if given.energy > power:
        told["most"] = power
        raise IllegalMove("the {kind} in row {row}, column {column} takes no more energy than {most}", **told)
    if kind is Kind.SHOP:
        people = PLANS[mode].customers
        if given.inhabitants and not given.energy:
            raise IllegalMove("the {kind} in row {row}, column {column} needs energy to have customers", **told)
    elif (people, power) == (1, 1) and given.inhabitants != given.energy:
        raise IllegalMove("the {kind} in row {row}, column {column} needs both an inhabitant and energy", **told)
    if given.inhabitants > people:
        told["most"] = people
        raise IllegalMove("the {kind} in row {row}, column {column} takes no more inhabitants than {most}", **told)
