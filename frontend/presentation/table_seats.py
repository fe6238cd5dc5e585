"""The seats of a table: who sits there, and in a branch whose seats they were."""

from collections.abc import Sequence
from contextlib import suppress
from typing import TypedDict

from frontend.people.who import kind_of, seat_name
from frontend.presentation.seats import distinct_names
from frontend.site import Site
from shared.errors import NotFound, ReadOnly
from shared.platform.table import Sitting, Table
from shared.platform.table.events import TableOpened


class TableSeat(TypedDict):
    """`nonce` is none, hashed or shown; `before` is, in a branch, whose seat this was."""

    seat: int
    name: str | None
    kind: str | None
    player: str | None
    you: bool
    nonce: str
    before: str | None


def seats_of(site: Site, table: Table, opened: TableOpened, you: int | None) -> list[TableSeat]:
    called = iter(names_at(site, table.players))
    before = played_before(site, opened)
    return [
        _seat(seat, sitting, next(called) if sitting else None, you, before[seat])
        for seat, sitting in enumerate(table.seats)
    ]


def played_before(site: Site, opened: TableOpened) -> list[str | None]:
    """By seat, in a branch: whose seat it was. An imported branch may continue a match that is not here."""
    started = None
    if opened.branch:
        with suppress(NotFound, ReadOnly):
            started = site.streams.match(opened.branch.match).state.started
    if started is None or len(started.players) != opened.seats:
        return [None] * opened.seats
    return [*names_at(site, started.players)]


def names_at(site: Site, players: Sequence[str]) -> list[str]:
    """What to call each of the players at one table."""
    names = site.accounts.names(players)
    return distinct_names([seat_name(names, player) for player in players])


def _seat(seat: int, sitting: Sitting | None, name: str | None, you: int | None, before: str | None) -> TableSeat:
    nonce = "shown" if sitting and sitting.nonce else "hashed" if sitting and sitting.nonce_hash else "none"
    return {
        "seat": seat,
        "name": name,
        "kind": kind_of(sitting.player) if sitting else None,
        "player": sitting.player if sitting else None,
        "you": sitting is not None and seat == you,
        "nonce": nonce,
        "before": before,
    }
