"""What can be asked of a deal."""

from dataclasses import dataclass
from typing import Any

from shared.games.game import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """Fix the luck of all matches of this name. Times are as in an envelope's `at`; `bots` are as in the event."""

    name: str
    game: Game
    options: Any
    bots: tuple[str | None, ...]
    begins: str
    ends: str
    seed: str
    entrants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """Open it, once its time is over."""


Command = Commit | End
