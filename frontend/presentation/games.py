"""The games that can be played here: their seats and options, as forms and headings need them."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypedDict, get_args, get_origin, get_type_hints

from frontend.sentences import sense
from shared.games.game import Game
from shared.games.registry import GAMES
from shared.ledger.forms.schema import from_text
from shared.platform.rating.pools import has_rivals


class Choice(TypedDict):
    value: str
    title: str


class OptionContext(TypedDict):
    """The titles are for a board template that has no words of its own."""

    name: str
    title: str
    choices: list[Choice]
    default: str


class GameForm(TypedDict):
    """What a form needs to open a table of a game. `rated`: players can be rated; `goes_back`: moves taken back."""

    slug: str
    title: str
    seats: list[int]
    options: list[OptionContext]
    rated: bool
    goes_back: bool


class GameContext(TypedDict):
    """For headings. `has_board`: this release knows the game, so that its board template can word the options."""

    slug: str
    title: str
    has_board: bool


def games_context() -> list[GameForm]:
    return [
        {
            "slug": game.slug,
            "title": game.title,
            "seats": list(game.seats),
            "options": options_context(game),
            "rated": has_rivals(game, max(game.seats)),
            "goes_back": game.goes_back,
        }
        for game in GAMES.values()
    ]


def goes_back(slug: str) -> bool:
    """Whether moves of this game can ever be taken back, as far as this release knows."""
    return slug not in GAMES or GAMES[slug].goes_back


def is_together(slug: str, seats: int) -> bool:
    """Whether whoever plays, alone or with others, plays against a target, as far as this release knows the game."""
    return slug in GAMES and not has_rivals(GAMES[slug], seats)


def game_context(slug: str) -> GameContext:
    known = GAMES.get(slug)
    return {"slug": slug, "title": known.title if known else slug, "has_board": known is not None}


def options_context(game: Game) -> list[OptionContext]:
    """The options with more than one value, as the form offers them, from the game's own dataclass."""
    defaults = game.options()
    found: list[OptionContext] = []
    for name, kind in get_type_hints(game.options).items():
        choices = _choices(kind)
        if len(choices) > 1:
            default = getattr(defaults, name)
            found.append({"name": name, "title": _words(name), "choices": choices, "default": _text(default)})
    return found


def options_in(game: str, said: Mapping[str, str]) -> dict[str, Any]:
    """The options in a form that the game has, as the values that its form offered."""
    known = GAMES.get(game)
    offered = [option["name"] for option in options_context(known)] if known else []
    found = {name: said[name] for name in offered if name in said}
    return from_text(known.options, found) if known and found else {}


def _choices(kind: Any) -> list[Choice]:
    values: Iterable[Any] = get_args(kind) if get_origin(kind) is Literal else (False, True) if kind is bool else ()
    return [{"value": _text(value), "title": _title(value)} for value in values]


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _title(value: Any) -> str:
    if isinstance(value, bool):
        return sense("an option of a game", "yes") if value else sense("an option of a game", "no")
    return _words(str(value))


def _words(name: str) -> str:
    return name.replace("_", " ")
