"""Minds without hands: bots know a view, their moves and their own luck, nothing else."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from shared.bots.any_move import any_move
from shared.bots.greedy import greedy
from shared.bots.look_ahead import look_ahead
from shared.bots.mind import Mind
from shared.errors import NotFound
from shared.games.game import Game


class Maker(NamedTuple):
    """How a mind is made for a game and a seat; `version` is one more with every change of what it plays.

    A move that takes longer than `seconds` is given up. They are many times what it takes: other work may be under way
    on the same machine.
    """

    version: int
    make: Callable[[Game, int], Mind]
    seconds: int


MINDS: Mapping[str, Maker] = {
    "any_move": Maker(1, any_move, 5),
    "greedy": Maker(1, greedy, 5),
    "look_ahead": Maker(1, look_ahead, 30),
}
"""By name."""


def player(name: str) -> str:
    """The bot as it is named at a seat: `bot:greedy@1`. Raises NotFound."""
    if name not in MINDS:
        raise NotFound("there is no bot {name}", name=name)
    return f"bot:{name}@{MINDS[name].version}"


def maker(player: str) -> Maker:
    """Of `bot:greedy@1`. Raises NotFound, also for a version that this release does not have."""
    for name, maker in MINDS.items():
        if player == f"bot:{name}@{maker.version}":
            return maker
    raise NotFound("there is no player {player} among the bots", player=player)


def mind(player: str, game: Game, seat: int) -> Mind:
    """Of `bot:greedy@1` at this seat. Raises NotFound, as `maker` does."""
    return maker(player).make(game, seat)
