"""How the players of a pool stand beside each other."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from shared.platform.rating.model import MILLION
from shared.platform.rating.state import Book, Point

STEP = 2  # ratings that a bar of the distribution takes together


class Standing(NamedTuple):
    """`place` counts from 1, equal ones shared; who is provisional has none."""

    player: str
    point: Point
    place: int | None


class Bar(NamedTuple):
    """How many settled players are rated from `low` to below `low` + STEP."""

    low: int
    players: int


class Standings(NamedTuple):
    """By their means, the best first; those who are provisional come behind all others."""

    settled: tuple[Standing, ...]
    provisional: tuple[Standing, ...]

    def better_than(self, player: str) -> int | None:
        """How many of 100 settled players are rated lower, rounded down. None for who is provisional, or alone."""
        own = next((one.point.worth.mu for one in self.settled if one.player == player), None)
        if own is None or len(self.settled) < 2:
            return None
        return 100 * sum(one.point.worth.mu < own for one in self.settled) // (len(self.settled) - 1)

    def distribution(self) -> tuple[Bar, ...]:
        """Of all settled players, without a gap."""
        found = Counter(one.point.worth.mu // MILLION // STEP for one in self.settled)
        return tuple(Bar(STEP * low, found[low]) for low in range(min(found), max(found) + 1)) if found else ()


def standings(book: Book) -> Standings:
    return standings_of(book.players)


def standings_of(players: Mapping[str, Point]) -> Standings:
    ranked = sorted(players.items(), key=lambda each: (-each[1].worth.mu, each[1].worth.sigma, each[0]))
    settled, provisional, place, last = list[Standing](), list[Standing](), 0, None
    for player, point in ranked:
        if point.worth.is_provisional:
            provisional.append(Standing(player, point, None))
            continue
        place = place if last == point.worth.mu else len(settled) + 1
        last = point.worth.mu
        settled.append(Standing(player, point, place))
    return Standings(tuple(settled), tuple(provisional))
