"""A table's context, from its fold."""

from collections.abc import Sequence
from contextlib import suppress

from frontend.people.who import kind_of, player_of, seat_name
from frontend.presentation.games import game_context
from frontend.presentation.match import branch_of
from frontend.presentation.seats import told_apart
from frontend.reach import only_here
from frontend.site import Site
from shared.annotations import Json
from shared.bots import MINDS
from shared.errors import NotFound, ReadOnly, TableNotFound
from shared.platform.table import Sitting, Table
from shared.platform.table.events import SeatLeft, TableOpened

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
    called = iter(names_at(site, table.players))
    return {
        "id": id_,
        "game": game_context(opened.game),
        "options": dict(opened.options),
        "status": status,
        "seats": [
            {**_seat(seat, place, next(called) if place else None, you), "before": before}
            for seat, (place, before) in enumerate(zip(table.seats, played_before(site, opened), strict=True))
        ],
        "you": you,
        "can_sit": is_open and you is None,
        "can_leave": is_open and you is not None,
        "can_close": is_open and is_opener,
        "opened_by_you": is_opener,
        "sent_away": you is None and me in sent_away(site, id_),
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


def sent_away(site: Site, id_: str) -> set[str]:
    """Those whose seat was last freed by somebody else, whether or not they came back since."""
    entries = site.streams.tables.reader.past(f"table:{id_}").entries
    left = {one.event.player: one.envelope.by for one in entries if isinstance(one.event, SeatLeft)}
    return {player for player, by in left.items() if by != player}


def played_before(site: Site, opened: TableOpened) -> list[str | None]:
    """By seat, in a branch: whose seat it was. An imported one may go on from a match that isn't here."""
    started = None
    if opened.branch:
        with suppress(NotFound, ReadOnly):
            started = site.streams.match(opened.branch.match).state.started
    if started is None or len(started.players) != opened.seats:
        return [None] * opened.seats
    return [*names_at(site, started.players)]


def has_match(site: Site, table: Table, id_: str) -> bool:
    """A table closes first; its match starts a moment later."""
    return bool(table.closed and table.closed.match and site.streams.ledger.last(f"match:{id_}"))


def names_at(site: Site, players: Sequence[str]) -> list[str]:
    """What to call each of those who sit at one table."""
    names = site.accounts.names(players)
    return told_apart([seat_name(names, player) for player in players])


def _seat(seat: int, place: Sitting | None, called: str | None, you: int | None) -> Json:
    if place is None:
        return {"seat": seat, "name": None, "kind": None, "player": None, "you": False, "nonce": "none"}
    nonce = "shown" if place.nonce else "hashed" if place.nonce_hash else "none"
    kind = kind_of(place.player)
    return {"seat": seat, "name": called, "kind": kind, "player": place.player, "you": seat == you, "nonce": nonce}
