"""What is asked for where a tournament is a season of a league in divisions."""

from typing import NamedTuple

from shared.platform.cited import Cited


class Carried(NamedTuple):
    """Who was `entrant` in the season before."""

    entrant: int
    player: str | None
    strength: int


class Season(NamedTuple):
    """Of a league in divisions of `size`, of which `moves` rise and fall. `number` counts from 1. Its `former` season
    is another tournament, whose last event is `end`; `carried` are those who go on, by division, the best first.
    """

    number: int
    size: int
    moves: int
    former: str | None = None
    end: Cited | None = None
    carried: tuple[tuple[Carried, ...], ...] = ()
