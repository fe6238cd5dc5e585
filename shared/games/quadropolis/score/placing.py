"""Inhabitants and energy on buildings: what each building can use, when it is active, and what is not allowed."""

from typing import Any, NamedTuple

from shared.errors import IllegalMove, Malformed
from shared.games.quadropolis.play.board import CELLS
from shared.games.quadropolis.play.pieces import Building, City, Kind
from shared.games.quadropolis.score.tables import CUSTOMERS, NEEDS


class Placed(NamedTuple):
    """What one building was given. A shop's inhabitants are its customers."""

    active: bool
    inhabitants: int
    energy: int


Allocation = tuple[Placed | None, ...]
"""By square; None: nothing stands there."""


class Gift(NamedTuple):
    """What lies on one building."""

    inhabitants: int = 0
    energy: int = 0


Given = tuple[Gift, ...]
"""By square of a city."""


def needs(building: Building) -> Gift:
    """What it takes to be active."""
    return Gift(*NEEDS[building.kind])


def room(mode: str, building: Building) -> Gift:
    """The most that a building takes: shops have customers."""
    wanted = needs(building)
    return wanted._replace(inhabitants=CUSTOMERS[mode]) if building.kind is Kind.SHOP else wanted


def is_active(building: Building, gift: Gift) -> bool:
    wanted = needs(building)
    return gift.inhabitants >= wanted.inhabitants and gift.energy >= wanted.energy


def checked(mode: str, city: City, allocation: Allocation, inhabitants: int, energy: int) -> Allocation:
    """With `active` as it follows. Raises Malformed for squares without a building, IllegalMove for broken rules."""
    if len(allocation) != len(city):
        raise Malformed("a city of {squares} squares needs as many entries", squares=len(city))
    found = tuple(_checked(mode, square, city[square], given) for square, given in enumerate(allocation))
    placed = [given for given in found if given]
    if sum(given.inhabitants for given in placed) > inhabitants:
        if inhabitants == 1:
            raise IllegalMove("there is only 1 inhabitant")
        raise IllegalMove("there are only {inhabitants} inhabitants", inhabitants=inhabitants)
    if sum(given.energy for given in placed) > energy:
        raise IllegalMove("there is only {energy} energy", energy=energy)
    return found


def _checked(mode: str, square: int, building: Building | None, given: Placed | None) -> Placed | None:
    cell = CELLS[mode][square]
    where: dict[str, Any] = {"row": cell.row + 1, "column": cell.column + 1}
    if building is None and given is None:
        return None
    if building is None or given is None:
        raise Malformed("an entry for every building, and for nothing else: row {row}, column {column}", **where)
    gift = Gift(given.inhabitants, given.energy)
    if min(gift) < 0:
        raise Malformed("no building can be given less than nothing: row {row}, column {column}", **where)
    _check(mode, building, gift, where)
    return Placed(is_active(building, gift), *gift)


def _check(mode: str, building: Building, gift: Gift, values: dict[str, Any]) -> None:
    most = room(mode, building)
    if gift.energy > most.energy:
        values["most"] = most.energy
        raise IllegalMove("the building in row {row}, column {column} takes no more energy than {most}", **values)
    if building.kind is Kind.SHOP and gift.inhabitants and not gift.energy:
        raise IllegalMove("the shop in row {row}, column {column} needs energy to have customers", **values)
    if needs(building) == (1, 1) and gift.inhabitants != gift.energy:
        raise IllegalMove("the office in row {row}, column {column} needs both an inhabitant and energy", **values)
    if gift.inhabitants > most.inhabitants:
        values["most"] = most.inhabitants
        raise IllegalMove("the building in row {row}, column {column} takes no more inhabitants than {most}", **values)
