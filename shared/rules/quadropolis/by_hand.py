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
    people, power = NEEDS[building.kind]
    most = PLANS[mode].customers if building.kind is Kind.SHOP else people
    if given.inhabitants > most:
        told = {"kind": building.kind.value, "most": most, **where}
        raise IllegalMove("the {kind} in row {row}, column {column} takes at most {most} inhabitants", **told)
    if given.energy > power:
        told = {"kind": building.kind.value, "most": power, **where}
        raise IllegalMove("the {kind} in row {row}, column {column} takes at most {most} energy", **told)
    active = given.inhabitants >= people and given.energy >= power
    if not active and (given.inhabitants or given.energy):
        told = {"kind": building.kind.value, "inhabitants": people, "energy": power, **where}
        raise IllegalMove(
            "the {kind} in row {row}, column {column} needs {inhabitants} inhabitants and {energy} energy", **told
        )
    return given._replace(active=active)
