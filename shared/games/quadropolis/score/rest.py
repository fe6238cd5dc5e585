"""The best worth of towers, shops, services and harbours: they depend on each other by numbers alone."""

from collections.abc import Mapping

from shared.games.quadropolis.score.partners import Partners
from shared.games.quadropolis.score.worth import customers


class Rest:
    """For one supply of energy: `towers` by the number of active shops, `services` by their own, `most` customers."""

    def __init__(self, most: int, towers: Mapping[int, int], services: tuple[int, ...], partners: Partners) -> None:
        self.most, self.towers, self.services, self.partners = most, towers, services, partners
        self._best: dict[tuple[int, int], int] = {}
        self._served: dict[int, list[tuple[int, int]]] = {}

    def best(self, asked: int, inhabitants: int) -> int:
        """By what factories ask of their partners, with these inhabitants left."""
        if (asked, inhabitants) not in self._best:
            by_shops, by_harbours = self.partners.shops(asked), self.partners.harbours(asked)
            self._best[asked, inhabitants] = max(
                gain + max(worth + by_shops[count] for count, worth in self.served(inhabitants - staff))
                for staff, gain in enumerate(by_harbours[: inhabitants + 1])
            )
        return self._best[asked, inhabitants]

    def served(self, inhabitants: int) -> list[tuple[int, int]]:
        """By the number of active shops: towers, services, and customers, with these inhabitants for both."""
        if inhabitants not in self._served:
            found = self._served[inhabitants] = []
            staff = self.services[: inhabitants + 1]
            for shops, worth in self.towers.items():
                crowds = (more + customers(self.most, shops, inhabitants - some) for some, more in enumerate(staff))
                found.append((shops, worth + max(crowds)))
        return self._served[inhabitants]
