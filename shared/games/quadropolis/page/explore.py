"""Inhabitants and energy moved about by hand: what is where, what can be given or taken back, and how it counts."""

from typing import NamedTuple

from shared.games.quadropolis.play.pieces import Building, City, Mode
from shared.games.quadropolis.score.placing import Allocation, Gift, Given, Placed, is_active, needs, room
from shared.games.quadropolis.score.score import Settled, counted


class Hands(NamedTuple):
    """A city, what its player holds, and how much of that is on which building."""

    mode: Mode
    city: City
    inhabitants: int
    energy: int
    given: Given

    @property
    def free(self) -> Gift:
        """What is not on any building."""
        return Gift(
            self.inhabitants - sum(gift.inhabitants for gift in self.given),
            self.energy - sum(gift.energy for gift in self.given),
        )

    def room(self, square: int) -> Gift:
        building = self.city[square]
        return Gift() if building is None else room(self.mode, building)

    def lay(self, square: int, gift: Gift) -> "Hands":
        return self._replace(given=(*self.given[:square], gift, *self.given[square + 1 :]))


def what_fits(hands: Hands) -> Hands:
    """No more on a building than it takes, and no more on all of them than there is; in reading order."""
    laid = hands._replace(given=(Gift(),) * len(hands.city))
    for square, wanted in enumerate(hands.given):
        laid = laid.lay(square, Gift(*map(min, wanted, hands.room(square), laid.free)))
    return laid


def change(hands: Hands, square: int, inhabitants: int = 0, energy: int = 0) -> Hands:
    """One more or one less on a building if that fits; otherwise nothing changes."""
    there, free, most = hands.given[square], hands.free, hands.room(square)
    gift = Gift(there.inhabitants + inhabitants, there.energy + energy)
    fits = 0 <= gift.inhabitants <= most.inhabitants and 0 <= gift.energy <= most.energy
    is_there = free.inhabitants >= inhabitants and free.energy >= energy
    return hands.lay(square, gift) if fits and is_there else hands


def touch(hands: Hands, square: int) -> Hands:
    """Give what makes it active, or else one more customer; if nothing can be given, take everything back."""
    building, given = hands.city[square], hands
    if building is None:
        return hands
    lacks_energy = hands.given[square].energy < needs(building).energy
    if lacks_energy:
        given = change(hands, square, energy=1)
    if not lacks_energy or needs(building).inhabitants:
        given = change(given, square, inhabitants=1)
    return given if given != hands else hands.lay(square, Gift())


def allocation(hands: Hands) -> Allocation:
    """What is on a building that is not active counts as left over."""
    return tuple(_placed(*pair) for pair in zip(hands.city, hands.given, strict=True))


def _placed(building: Building | None, gift: Gift) -> Placed | None:
    if building is None:
        return None
    return Placed(True, *gift) if is_active(building, gift) else Placed(False, 0, 0)


def laid_out(allocation: Allocation) -> Given:
    """What an allocation puts on each building."""
    return tuple(Gift(each.inhabitants, each.energy) if each else Gift() for each in allocation)


def count_hands(hands: Hands) -> Settled:
    return counted(hands.mode, hands.city, allocation(hands), hands.inhabitants, hands.energy)
