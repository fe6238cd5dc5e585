"""The front page's context: what one can do, join, watch and go on with."""

from collections import Counter
from typing import Any

from frontend.presentation.games import game_context, games_context
from frontend.presentation.sheet import calculators
from frontend.presentation.who import kind_of, player_of
from frontend.site import Site
from shared.ledger.rows import Row

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


def _urgency(row: Row, me: str) -> int:
    """My turn first, then what still runs, then what is over."""
    return 0 if me in row.called else 1 if row.status == "playing" else 2


def _played(row: Row) -> Json:
    return {"game": game_context(row.game), "options": row.options}


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
        **_played(row),
        "seats": seats + [{"name": None, "kind": None}] * free,
        "free": free,
        "yours": _concerns(row, me),
        "opened_at": row.at,
    }


def _running(row: Row, names: dict[str, str], me: str) -> Json:
    return {
        "id": row.id,
        **_played(row),
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
        **_played(row),
        "names": _names(row, names),
        "status": row.status,
        "your_turn": me in row.called,
        "resigned": at is None,
        "won": at is not None and at in (row.winners or ()),
        "lost_together": at is not None and lost_together(row),
        "points": row.points[at] if row.points is not None and at is not None else None,
        "target": row.target,
    }


def lost_together(row: Row) -> bool:
    """Everybody did, against a target; where people play against each other somebody wins."""
    return row.target is not None and row.winners == []


def _finished(row: Row, names: dict[str, str]) -> Json:
    winners = [] if row.target is not None else [player for seat in row.winners or () if (player := row.players[seat])]
    return {
        "id": row.id,
        **_played(row),
        "names": _names(row, names),
        "winners": [names[player] for player in winners],
        "together": _together(row),
        "at": row.at,
    }


def _together(row: Row) -> Json | None:
    """The points that all share, and what was needed."""
    if row.target is None or row.points is None:
        return None
    return {"won": bool(row.winners), "points": row.points[0], "target": row.target, "alone": row.seats == 1}
