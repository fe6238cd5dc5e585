"""The best worth of all buildings but offices, for what the active offices leave to them.

With energy left, one more tower or shop never costs a point and saves an empty square: as many are active as there is
energy, and only which ones is open. Inhabitants go to services, factories, harbours and customers. Factories count
as if all shops and harbours beside them were active, and each of these that isn't takes back what they miss: so no
allocation is worth more than its factories and the best that all else could be without them.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from shared.games.quadropolis.play.pieces import City, Kind
from shared.games.quadropolis.score.additions import Squares, alone, factory, service, tower
from shared.games.quadropolis.score.partners import Partners
from shared.games.quadropolis.score.rest import Rest
from shared.games.quadropolis.score.tables import FACTORY, Plan
from shared.games.quadropolis.score.worth import DIGIT, POINT, best_by_number, best_by_state, number, worth_of_all


class Beside(NamedTuple):
    """The active offices beside each park and square, and the points that factories get from those beside them."""

    parks: tuple[int, ...]
    factories: tuple[int, ...]


class Others:
    """A city without its offices."""

    def __init__(self, plan: Plan, city: City, squares: Squares) -> None:
        self.plan, self.city, self.squares = plan, city, squares
        self.parks = (*squares[Kind.PARK], *squares[Kind.SQUARE])
        self.factories = squares[Kind.FACTORY]
        self.partners = Partners(plan, city, squares)
        self.services = best_by_number(service(plan, city, square) for square in squares[Kind.SERVICE])
        self._rests: dict[tuple[tuple[int, ...], int], Rest] = {}

    def beside(self, offices: Iterable[int], points: int = FACTORY[Kind.OFFICE]) -> Beside:
        there = set(offices)
        return Beside(
            parks=tuple(len(there.intersection(self.plan.beside[park])) for park in self.parks),
            factories=tuple(points * len(there.intersection(self.plan.beside[square])) for square in self.factories),
        )

    def hoped_beside(self, offices: Iterable[int]) -> Beside:
        """For all offices at once, as far as factories may hope for them: the other half is hoped for by offices."""
        return self.beside(offices, FACTORY[Kind.OFFICE] // 2)

    def best(self, offices: Beside, inhabitants: int, energy: int, above: int) -> int:
        """The best worth, if it is above that; else `above`."""
        rest, hopes = self._rest(offices.parks, energy), []
        for state, worth in self._by_asked(offices.factories).items():
            left = inhabitants - number(state)
            if left >= 0 and (hope := worth + rest.best(0, left)) > above:
                hopes.append((hope, worth, state))
        for hope, worth, state in sorted(hopes, reverse=True):
            if hope <= above:
                break
            above = max(above, worth + rest.best(state >> DIGIT, inhabitants - number(state)))
        return above

    def _by_asked(self, offices: tuple[int, ...]) -> dict[int, int]:
        """The best worth of factories by what they ask of harbours and shops: how many of them are beside each."""
        choices = []
        for square, points in zip(self.factories, offices, strict=True):
            near = self.plan.beside[square]
            hoped = sum(gain for partner, gain in self.partners.gains.items() if partner in near)
            points += hoped + alone(self.plan, self.city, square)
            choices.append(factory(self.plan, square, points, tuple(self.partners.gains)))
        return best_by_state(choices)

    def _rest(self, parks: tuple[int, ...], energy: int) -> Rest:
        if (parks, energy) not in self._rests:
            powered = dict(self._towers_by_shops(parks, energy))
            self._rests[parks, energy] = Rest(self.plan.customers, powered, self.services, self.partners)
        return self._rests[parks, energy]

    def _towers_by_shops(self, parks: tuple[int, ...], energy: int) -> Iterator[tuple[int, int]]:
        """For each number of shops that may be active, the best worth of the towers that get the other energy."""
        towers, shops = self.squares[Kind.TOWER], self.squares[Kind.SHOP]
        near = dict(zip(self.parks, parks, strict=True))
        choices = [tower(self.plan, self.city, square, near) for square in towers]
        if (left := energy - len(towers) - len(shops)) >= 0:
            yield len(shops), worth_of_all(choices) - max(0, left - len(self.squares[Kind.PARK])) * POINT
        else:
            best = best_by_number(choices)
            for count in range(max(0, energy - len(towers)), min(energy, len(shops)) + 1):
                yield count, best[energy - count]
