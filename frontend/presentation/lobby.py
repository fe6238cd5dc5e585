"""The front page's context: what one can do, join, watch and go on with."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from frontend.people.who import kind_of, player_of
from frontend.presentation.games import game_context, games_context
from frontend.presentation.sheet import calculators
from frontend.site import Site
from shared.annotations import Json
from shared.platform.rows import Row, for_all, of_player

MOST = 20  # rows of a list
FOR_ALL = {"open": "open", "running": "playing", "finished": "ended"}  # lists that are everybody's, by status
LISTS = {"open": "open_tables", "running": "running", "finished": "finished", "mine": "mine"}


def lobby_context(site: Site, person: str | None) -> Json:
    """The version is read first: what changes meanwhile is shown again later, never missed.

    Each list is short, and `more` has the number of all for those that go on. Lists hold what everybody may find, and
    what is open or running here for oneself.
    """
    version, me = site.rows.version(), player_of(person)
    own = site.rows.concerning(me, MOST) if person else []
    rows = {name: site.rows.found_by_all(status, MOST) for name, status in FOR_ALL.items()}
    for name in ("open", "running"):
        rows[name] = [row for row in own if row.status == FOR_ALL[name] and not row.listed] + rows[name]
    rows["mine"] = [row for row in own if me in row.everybody]
    return {
        "version": version,
        "games": games_context(),
        "calculators": calculators(),
        **_lists(site, rows, me),
        "more": {name: total for name, total in _totals(site, rows, me).items() if total > MOST},
        "error": None,
    }


def list_context(site: Site, person: str | None, name: str, page: int) -> Json:
    """One page of a list, counted from 1, and how many pages there are."""
    me, start = player_of(person), (page - 1) * MOST
    if name == "mine":
        rows = site.rows.of_person(me, MOST, start) if person else []
    else:
        rows = site.rows.found_by_all(FOR_ALL[name], MOST, start)
    pages = max(1, -(-_totals(site, [name], me)[name] // MOST))
    return {"name": name, "rows": _lists(site, {name: rows}, me)[LISTS[name]], "page": page, "pages": pages}


def _totals(site: Site, names: Iterable[str], me: str) -> dict[str, int]:
    indices = {name: of_player(me) if name == "mine" else for_all(FOR_ALL[name]) for name in names}
    return dict(zip(indices, site.rows.counts([*indices.values()]), strict=True))


def _lists(site: Site, rows: Mapping[str, list[Row]], me: str) -> Json:
    names = site.accounts.names({each for found in rows.values() for row in found for each in _seen(row)})
    shown: Mapping[str, Callable[[Row], Json]] = {
        "open": lambda row: _table(row, names, me),
        "running": lambda row: _running(row, names, me),
        "mine": lambda row: _mine(row, names, me),
        "finished": lambda row: _finished(row, names),
    }
    return {
        LISTS[name]: [shown[name](row) for row in found if row.status != "given_up"] for name, found in rows.items()
    }


def _concerns(row: Row, me: str) -> bool:
    return me in row.everybody or me == row.opener


def _seen(row: Row) -> list[str]:
    return [player for player in row.players if player]


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
        "replaced": at is None and row.status == "playing",
        "won": at is not None and at in (row.winners or ()),
        "lost_together": at is not None and lost_together(row),
        "points": _points(row, at),
        "target": row.target,
    }


def _points(row: Row, at: int | None) -> int | None:
    """One's own, or those that all share, also with who does not sit there any more."""
    if row.points is None or (at is None and row.target is None):
        return None
    return row.points[at or 0]


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
