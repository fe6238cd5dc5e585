"""The events of deals."""

from collections.abc import Mapping
from dataclasses import dataclass

from shared.annotations import sealed
from shared.games.game import Option


@dataclass(frozen=True, slots=True, kw_only=True)
class DealCommitted:
    """The seed of all its matches was fixed, whose hash is the `commitment`.

    `name` is part of their key. `bots` has a bot for each seat, null for whoever plays. `entrants` are those of the
    tournament whose round this is, in whose order their nonces went into its seed, an empty text for who is no player;
    there are none where anybody may play. Matches start
    from `begins` on and before `ends`, both as in an envelope's `at`.
    """

    name: str
    game: str
    rules: int
    options: Mapping[str, Option]
    bots: tuple[str | None, ...]
    entrants: tuple[str, ...]
    begins: str
    ends: str
    commitment: str
    seed: str = sealed()


@dataclass(frozen=True, slots=True, kw_only=True)
class DealEnded:
    """From here on everything about its matches is open: the seed, sealed orders, replays and records."""


EVENTS: Mapping[str, type] = {
    "deal.committed": DealCommitted,
    "deal.ended": DealEnded,
}
