"""Who may enter an arena: the bots of this release, and those of other packages that are installed here.

The latter are played in this process and without a wall, so that their authors see what they raise and can use a
debugger. They are made anew for each turn, as where they are served.
"""

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

from shared import bots
from shared.bots.mind import Mind
from shared.games.chance import Chance
from shared.games.game import Game
from shared.installed_bots import installed_bots
from shared.plug_ins.plug_in import load


def names() -> tuple[str, ...]:
    return (*bots.names(), *installed_bots())


def entrant(name: str, game: Game, seat: int) -> Mind:
    """Raises whatever the package of a bot raises."""
    if name in bots.names():
        return bots.mind(bots.player(name), game, seat)
    plug_in = _loaded(name)

    def move(view: Any, moves: Sequence[Any], chance: Chance) -> Any:
        random.seed(chance.key)  # as in shared/plug_ins/child.py: what it gives is the same for the same chance
        return plug_in.mind(game, seat)(view, moves, chance)

    return move


_loaded = cache(load)
