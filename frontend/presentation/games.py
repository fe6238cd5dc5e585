"""The games that can be played here: their seats and options, as forms and headings need them."""

from collections.abc import Iterable
from typing import Any, Literal, get_args, get_origin, get_type_hints

from shared.annotations import Json
from shared.games.game import Game
from shared.games.registry import GAMES


def games_context() -> list[Json]:
    return [
        {"slug": game.slug, "title": game.title, "seats": list(game.seats), "options": options_context(game)}
        for game in GAMES.values()
    ]


def game_context(slug: str) -> Json:
    """For headings. `has_board`: this release knows the game, so that its board template can word the options."""
    known = GAMES.get(slug)
    return {"slug": slug, "title": known.title if known else slug, "has_board": known is not None}


def options_context(game: Game) -> list[Json]:
    """The options that leave a choice, as the form offers them: made from the game's own dataclass.

    The titles are for a board template that has no words for them.
    """
    defaults = game.options()
    found = []
    for name, kind in get_type_hints(game.options).items():
        choices = _choices(kind)
        if len(choices) > 1:
            default = getattr(defaults, name)
            found.append({"name": name, "title": _words(name), "choices": choices, "default": _text(default)})
    return found


def _choices(kind: Any) -> list[Json]:
    values: Iterable[Any] = get_args(kind) if get_origin(kind) is Literal else (False, True) if kind is bool else ()
    return [{"value": _text(value), "title": _title(value)} for value in values]


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _title(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else _words(str(value))


def _words(name: str) -> str:
    return name.replace("_", " ")
