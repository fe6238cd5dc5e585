"""Minds without hands: bots know a view, their moves and their own luck, nothing else."""

from collections.abc import Callable, Mapping

from shared.bots.any_move import any_move
from shared.bots.greedy import greedy
from shared.bots.look_ahead import look_ahead
from shared.bots.mind import Mind
from shared.errors import NotFound
from shared.rules.game import Game

MINDS: Mapping[str, tuple[int, Callable[[Game, int], Mind]]] = {
    "any_move": (1, any_move),
    "greedy": (1, greedy),
    "look_ahead": (1, look_ahead),
}
"""By name: the version, one more with every change of what it plays, and how it is made for a game and a seat."""


def player(name: str) -> str:
    """The bot as it is named at a seat: `bot:greedy@1`. Raises NotFound."""
    if name not in MINDS:
        raise NotFound("there is no bot {name}", name=name)
    version, _ = MINDS[name]
    return f"bot:{name}@{version}"


def mind(player: str, game: Game, seat: int) -> Mind:
    """Of `bot:greedy@1` at this seat. Raises NotFound, also for a version that this release does not have."""
    for name, (version, make) in MINDS.items():
        if player == f"bot:{name}@{version}":
            return make(game, seat)
    raise NotFound("there is no player {player} among the bots", player=player)
