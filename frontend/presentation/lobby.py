"""The front page's context: what one can do, join, watch and go on with."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, Literal, get_args, get_origin, get_type_hints

from frontend.presentation.sheet import calculators
from frontend.presentation.who import kind_of, player_of
from frontend.site import Site
from shared.ledger.rows import Row
from shared.rules.game import Game
from shared.rules.games import GAMES

Json = dict[str, Any]
MOST = 20  # rows of a list


def lobby_context(site: Site, person: str | None) -> Json:
    """The version is read first: what changes meanwhile is shown again later, never missed."""
    version, me = site.rows.version(), player_of(person)
    tables = [row for row in site.rows.listed("open") if row.listed or _concerns(row, me)]
    running = [row for row in site.rows.listed("playing") if row.listed or _concerns(row, me)]
    finished = [row for row in site.rows.listed("ended", 2 * MOST) if row.listed or _concerns(row, me)]
    mine = sorted(site.rows.of_person(me, 2 * MOST) if person else [], key=lambda row: _urgency(row, me))
    names = site.accounts.names({each for row in (*tables, *running, *finished, *mine) for each in _seen(row)})
    return {
        "version": version,
        "games": games_context(),
        "calculators": calculators(),
        "open_tables": [_table(row, names, me) for row in tables[:MOST]],
        "running": [_running(row, names, me) for row in running[:MOST]],
        "mine": [_mine(row, names, me) for row in mine[:MOST] if row.status != "given_up"],
        "finished": [_finished(row, names) for row in finished[:MOST]],
        "error": None,
    }


def _concerns(row: Row, me: str) -> bool:
    return me in row.everybody or me == row.opener


def _seen(row: Row) -> list[str]:
    return [player for player in row.players if player]


def games_context() -> list[Json]:
    return [
        {"slug": game.slug, "title": game.title, "seats": list(game.seats), "options": options_context(game)}
        for game in GAMES.values()
    ]


def options_context(game: Game) -> list[Json]:
    """The options that leave a choice, as the form offers them: made from the game's own dataclass."""
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


def _urgency(row: Row, me: str) -> int:
    """My turn first, then what still runs, then what is over."""
    return 0 if me in row.called else 1 if row.status == "playing" else 2


def _title_of(row: Row) -> str:
    return GAMES[row.game].title if row.game in GAMES else row.game


def _names(row: Row, names: dict[str, str]) -> list[str]:
    """Who plays; those of the same name are counted, not listed."""
    counted = Counter(names[player] for player in _seen(row))
    return [name if count == 1 else f"{name} \u00d7 {count}" for name, count in counted.items()]


def _table(row: Row, names: dict[str, str], me: str) -> Json:
    sitting = _seen(row)
    seats = [{"name": names[player], "kind": kind_of(player)} for player in sitting]
    free = row.seats - len(sitting)
    return {
        "id": row.id,
        "game": row.game,
        "title": _title_of(row),
        "seats": seats + [{"name": None, "kind": None}] * free,
        "free": free,
        "yours": _concerns(row, me),
        "opened_at": row.at,
    }


def _running(row: Row, names: dict[str, str], me: str) -> Json:
    return {
        "id": row.id,
        "title": _title_of(row),
        "names": _names(row, names),
        "watching_url": f"/m/{row.id}",
        "your_turn": me in row.called,
        "yours": me in row.players,
        "round_text": None,
    }


def _mine(row: Row, names: dict[str, str], me: str) -> Json:
    at = row.players.index(me) if me in row.players else None
    return {
        "id": row.id,
        "title": _title_of(row),
        "names": _names(row, names),
        "status": row.status,
        "your_turn": me in row.called,
        "resigned": at is None,
        "won": at is not None and at in (row.winners or ()),
        "points": row.points[at] if row.points is not None and at is not None else None,
    }


def _finished(row: Row, names: dict[str, str]) -> Json:
    winners = [player for seat in row.winners or () if (player := row.players[seat])]
    return {
        "id": row.id,
        "title": _title_of(row),
        "names": _names(row, names),
        "winners": [names[player] for player in winners],
        "at": row.at,
    }
