"""Which bots meet in which seats, and with which draws: decided by the seed, before anything is played."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import combinations
from os import fsencode
from typing import Any, NamedTuple

from shared.games.chance import Chance
from shared.games.game import Game
from shared.platform.rating.pools import has_rivals


class Contest(NamedTuple):
    """One match: the names of its bots by seat. Contests with the same `draw` have the same `key`.

    `luck` is the key of what bots draw for themselves; the first try has the match's own, as at a table.
    """

    game: str
    options: Any
    bots: tuple[str, ...]
    draw: int
    key: bytes
    luck: bytes


def schedule(
    game: Game, options: Any, seats: int, bots: Sequence[str], matches: int, seed: str, tries: int = 1
) -> list[Contest]:
    """At least so many matches: as many more as let all lineups play the same draws, each in every rotation of seats,
    and each so many times, with other luck of the bots' own.

    Where all play against each other, a lineup is any choice of the names that are given, so that three times the same
    name seats this bot three times. Where all play together, each bot takes all seats.
    """
    lineups = against(seats, bots) if has_rivals(game, seats, options) else together(seats, bots)
    draws = -(-matches // (len(lineups) * tries))
    keys = [sha256(fsencode(f"arena:{game.slug}:{seed}:{draw}")).digest() for draw in range(draws)]
    return [
        Contest(game.slug, options, lineup, draw, key, _luck(key, number))
        for draw, key in enumerate(keys)
        for number in range(tries)
        for lineup in lineups
    ]


def _luck(key: bytes, number: int) -> bytes:
    return key if number == 0 else Chance(key).salt("try", number)


def together(seats: int, bots: Sequence[str]) -> list[tuple[str, ...]]:
    return [(bot,) * seats for bot in dict.fromkeys(bots)]


def against(seats: int, bots: Sequence[str]) -> list[tuple[str, ...]]:
    chosen = dict.fromkeys(tuple(sorted(some)) for some in combinations(bots, seats))
    return [turned for some in chosen if len(set(some)) > 1 for turned in dict.fromkeys(_rotated(some))]


def _rotated(bots: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for first in range(len(bots)):
        yield (*bots[first:], *bots[:first])
