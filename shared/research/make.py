"""Environments by the names of games, of their options and of what is rewarded."""

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.env import ParallelEnv

from shared.errors import Malformed, NotFound
from shared.games.game import Game
from shared.games.registry import GAMES
from shared.research.codings import CODINGS
from shared.research.environment import Environment, Observed
from shared.research.rewards import REWARDS

T = TypeVar("T")


def env(
    game: str, *, seats: int = 2, rewards: str = "outcome", render_mode: str | None = None, **options: Any
) -> Environment:
    """An environment of a game, such as `env("quadropolis", seats=4, mode="expert", squares=True)`.

    `rewards` is `outcome` or `points` (`rewards.py`). Raises Malformed or NotFound.
    """
    if game not in CODINGS:
        raise NotFound("there is no environment of {game}", game=game)
    record = GAMES[game]
    return Environment(
        record,
        CODINGS[game],
        _one_of("seats", seats, tuple(record.seats)),
        _options(record, options),
        REWARDS[_one_of("rewards", rewards, tuple(REWARDS))],
        render_mode,
    )


def parallel_env(game: str, **told: Any) -> ParallelEnv[str, Observed, int | None]:
    """The same, where all agents are asked at once and only the action of the one that is called counts."""
    return turn_based_aec_to_parallel(env(game, **told))


def _options(game: Game, told: Mapping[str, Any]) -> Any:
    known = get_type_hints(game.options)
    for name, value in told.items():
        _one_of("options", name, tuple(known))
        _one_of(name, value, get_args(known[name]) if get_origin(known[name]) is Literal else (False, True))
    return game.options(**told)


def _one_of(name: str, value: T, known: tuple[T, ...]) -> T:
    if value not in known:
        raise Malformed("{name} has to be one of {known}", name=name, known=known)
    return value
