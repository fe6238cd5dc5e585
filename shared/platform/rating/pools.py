"""Which pool of ratings a match belongs to, and in which streams the books of a pool are."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

from shared.bots.look_ahead import is_against_others
from shared.games.game import Game, Option
from shared.platform.match.events import MatchStarted

USUAL = "usual"  # the mode of a game that has only one
STREAM = re.compile(r"(?P<pool>[a-z0-9_]+-[a-z0-9_]+?)(?:__(?P<book>[2-9]|[1-9]\d{1,8}))?", re.ASCII)


def pool_of(started: MatchStarted) -> str:
    return pool(started.game, started.options)


def pool(game: str, options: Mapping[str, Option]) -> str:
    """`quadropolis-expert`. Whatever else can be chosen is played in the same pool."""
    return f"{game}-{options.get('mode', USUAL)}"


def modes(game: Game) -> tuple[str, ...]:
    kind = get_type_hints(game.options).get("mode")
    return get_args(kind) if get_origin(kind) is Literal else (USUAL,)


def pools(games: Iterable[Game]) -> dict[str, tuple[str, str]]:
    """All there can be: the game and the mode of each. Where all play together, nobody is rated."""
    rated = [game for game in games if has_rivals(game, max(game.seats))]
    return {f"{game.slug}-{mode}": (game.slug, mode) for game in rated for mode in modes(game)}


def has_rivals(game: Game, seats: int, options: Any = None) -> bool:
    """Whether one can do better than the others there; with the usual options, or these."""
    return is_against_others(game, game.initial(seats, options or game.options(), game.rules))


def stream_of(pool: str, book: int) -> str:
    """The first book is named as its pool, the second one adds `__2`."""
    return f"rating:{pool}" + (f"__{book}" if book > 1 else "")


def book_of(id_: str) -> tuple[str, int] | None:
    """The pool and the number of a book, by the id of its stream; None where there can be none."""
    found = STREAM.fullmatch(id_)
    return (found["pool"], int(found["book"] or 1)) if found else None
