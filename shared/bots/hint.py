"""A hint for a person: what the strongest bot would play at that seat, and what it changes on the score pad."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from shared.bots.strong import strong
from shared.bots.trying import after
from shared.games.chance import Chance
from shared.games.game import Game


class Change(NamedTuple):
    """Of one line of the pad, in points."""

    line: str
    points: int


def hinted(game: Game, seat: int, view: Any, moves: Sequence[Any], chance: Chance) -> Any:
    return strong(game, seat)(view, moves, chance)


def changes(game: Game, seat: int, view: Any, move: Any) -> list[Change]:
    """The lines that would be worth more or less if the match ended after this move, those that change most first."""
    now, then = (game.result(state).lines[seat] for state in (view, after(game, view, seat, move)))
    each = [Change(line, points - now.get(line, 0)) for line, points in then.items()]
    return sorted([change for change in each if change.points], key=lambda change: -abs(change.points))
