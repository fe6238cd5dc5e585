"""A table's context, from its fold."""

from contextlib import suppress
from typing import Any

from frontend.presentation.games import game_context
from frontend.presentation.match import branch_of
from frontend.presentation.seats import told_apart
from frontend.presentation.who import kind_of, player_of, seat_name
from frontend.reach import only_here
from frontend.site import Site
from shared.bots import MINDS
from shared.errors import NotFound, ReadOnly, TableNotFound
from shared.rules.platform import TableOpened
from shared.rules.table import Place, Table

Json = dict[str, Any]
BOT = "greedy"  # who sits down where nobody names a bot


def table_context(site: Site, id_: str, person: str | None, origin: str, error: Json | None = None) -> Json:
    """As `person` sees it now; `origin` is the page's own, for the link to send. Raises TableNotFound."""
    folded = site.streams.table(id_)
    table: Table = folded.state
    opened = table.opened
    if opened is None:
        raise TableNotFound("there is no table {id}", id=id_)
    me = player_of(person)
    you = table.seat_of(me)
    status = "closed" if table.closed else "filled" if table.is_filled else "open"
    is_opener, is_open = me == opened.opener, status == "open"
    names = site.accounts.names(table.players)
    return {
        "id": id_,
        "game": game_context(opened.game),
        "options": dict(opened.options),
        "status": status,
        "seats": [
            {**_seat(seat, place, names, you), "before": before}
            for seat, (place, before) in enumerate(zip(table.seats, played_before(site, opened), strict=True))
        ],
        "you": you,
        "can_sit": is_open and you is None,
        "can_leave": is_open and you is not None,
        "can_close": is_open and is_opener,
        "opened_by_you": is_opener,
        "link": f"{origin}/t/{id_}",
        "only_here": only_here(site.settings, origin, f"/t/{id_}"),
        "commitment": opened.commitment,
        "branch_of": branch_of(site, opened.branch),
        "version": folded.version,
        "match_url": f"/m/{id_}" if has_match(site, table, id_) else None,
        "reason": table.closed and table.closed.reason,
        "bots": [{"name": name} for name in sorted(MINDS, key=lambda name: (name != BOT, name))] if is_opener else [],
        "error": error,
    }


def played_before(site: Site, opened: TableOpened) -> list[str | None]:
    """By seat, in a branch: whose seat it was. An imported one may go on from a match that isn't here."""
    started = None
    if opened.branch:
        with suppress(NotFound, ReadOnly):
            started = site.streams.match(opened.branch.match).state.started
    if started is None or len(started.players) != opened.seats:
        return [None] * opened.seats
    names = site.accounts.names(started.players)
    return [str(name) for name in told_apart([seat_name(names, player) for player in started.players])]


def has_match(site: Site, table: Table, id_: str) -> bool:
    """A table closes first; its match starts a moment later."""
    return bool(table.closed and table.closed.match and site.streams.ledger.last(f"match:{id_}"))


def _seat(seat: int, place: Place | None, names: dict[str, str], you: int | None) -> Json:
    if place is None:
        return {"seat": seat, "name": None, "kind": None, "you": False, "nonce": "none"}
    nonce = "shown" if place.nonce else "hashed" if place.nonce_hash else "none"
    name, kind = seat_name(names, place.player), kind_of(place.player)
    return {"seat": seat, "name": name, "kind": kind, "you": seat == you, "nonce": nonce}
