"""Four levels for people, by thinking budget: how many of its moves a bot looks at, and how far.

Each looks at what its moves promise (`Game.promises`). The first two look at few moves only, drawn by luck, as a person
does who is new or in a hurry; the third looks at all of them; the fourth plans ahead, as the first version of `strong`
does.
"""

from collections.abc import Callable, Sequence
from typing import Any

from shared.bots.mind import Mind
from shared.bots.strong import strong_1
from shared.bots.trying import promised
from shared.games.chance import Chance
from shared.games.game import Game

FEW, SOME = 4, 24  # moves that levels 1 and 2 look at


def looks_at(most: int | None) -> Callable[[Game, int], Mind]:
    """A bot that takes what promises most of so many moves; None: of all."""

    def make(game: Game, seat: int) -> Mind:
        def best(view: Any, moves: Sequence[Any], chance: Chance) -> Any:
            seen = [moves[at] for at in chance.order("looks_at", len(moves))[:most]]
            promises = promised(game, view, seat, seen).each
            return seen[max(range(len(seen)), key=promises.__getitem__)]

        return best

    return make


level_1, level_2, level_3, level_4 = looks_at(FEW), looks_at(SOME), looks_at(None), strong_1
