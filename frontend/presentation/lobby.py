"""The contexts of the front page and of its lists: what one can do, join, watch and go on with."""

from collections.abc import Collection, Sequence
from functools import cache
from typing import TypedDict

from frontend.people.who import player_of
from frontend.presentation.entries import Played, SeatOnOffer, seat_on_offer
from frontend.presentation.games import GameForm, games_context
from frontend.presentation.lists import FOR_ALL, Lists, entries_of, totals
from frontend.presentation.part import Viewer
from frontend.presentation.queue import Meeting, meeting_context
from frontend.presentation.sheet import CalculatorLink, calculators
from frontend.presentation.tonight import TonightContext, tonight_context
from frontend.presentation.tournament.listing import EventContext, events
from frontend.site import Site
from shared.platform.rows import of_player
from shared.tournaments import PLANNED, RUNNING

MOST = 20  # entries of a list
EVENTS = 4  # tournaments on the front page
AT_FIRST = {"mine": 5, "open": MOST, "running": MOST, "finished": 8}  # on the front page
MOST_ON_OFFER = 5  # seats of matches that somebody has left: for each the match is looked at


class LobbyContext(Lists):
    """Each list is short; `more` has the number of all entries for the lists that go on. `events` are tournaments:
    first those that run, then the next ones.
    """

    version: int
    games: list[GameForm]
    meeting: Meeting
    on_offer: list[SeatOnOffer]
    calculators: list[CalculatorLink]
    tonight: TonightContext | None
    events: list[EventContext]
    more: dict[str, int]


class ListContext(TypedDict):
    """One page of a list, counted from 1."""

    name: str
    rows: Sequence[Played]
    page: int
    pages: int


class ListPage(TypedDict):
    list: ListContext


class LobbySnapshot:
    """An audience is somebody who has tables or matches, or everybody else."""

    is_final = False

    def __init__(self, site: Site, _id: str = "") -> None:
        self.site = site
        self.version = site.rows.version()  # read before the rows: what changes meanwhile is pushed again, never missed
        self._has_rows = cache(lambda person: bool(site.rows.count(of_player(player_of(person)))))

    def admitted(self, viewers: Collection[Viewer]) -> Collection[Viewer]:
        return viewers

    def audience(self, viewer: Viewer) -> Viewer:
        """The server is asked once for each person."""
        return Viewer(viewer.person if viewer.person and self._has_rows(viewer.person) else None)

    def context(self, viewer: Viewer) -> LobbyContext:
        return lobby_context(self.site, viewer.person, self.version)


def lobby_context(site: Site, person: str | None, version: int | None = None) -> LobbyContext:
    """The lists hold what everybody may find, and the visitor's own tables and matches that nobody else finds.

    Whoever has read the version already gives it.
    """
    version, me = site.rows.version() if version is None else version, player_of(person)
    own = site.rows.concerning(me, MOST) if person else []
    rows = {name: site.rows.found_by_all(status, AT_FIRST[name]) for name, status in FOR_ALL.items()}
    for name in ("open", "running"):
        rows[name] = [row for row in own if row.status == FOR_ALL[name] and not row.listed] + rows[name]
    rows["mine"] = [row for row in own if me in row.everybody][: AT_FIRST["mine"]]
    entries, counts = entries_of(site, rows, me), totals(site, rows, me)
    shown = entries["open_tables"], entries["running"], entries["finished"]
    return {
        **entries,
        "tonight": tonight_context(site, rows, *shown, playing=counts["running"]),
        "events": [*events(site, RUNNING, EVENTS), *events(site, PLANNED, EVENTS)][:EVENTS],
        "version": version,
        "games": games_context(),
        "meeting": meeting_context(),
        "on_offer": seats_on_offer(site, me),
        "calculators": calculators(),
        "more": {name: total for name, total in counts.items() if total > AT_FIRST[name]},
    }


def seats_on_offer(site: Site, me: str) -> list[SeatOnOffer]:
    """Of running matches in which the visitor has never sat."""
    rows = [row for row in site.rows.on_offer(MOST_ON_OFFER) if me not in row.everybody]
    names = site.accounts.names({each for row in rows for each in (*row.players, *row.on_offer) if each})
    return [seat_on_offer(row, names, _turn_of(site, row.id)) for row in rows]


def _turn_of(site: Site, id_: str) -> int:
    return site.logs.of(site.streams.match(id_)).turns[-1]


def list_context(site: Site, person: str | None, name: str, page: int) -> ListContext:
    me, start = player_of(person), (page - 1) * MOST
    if name == "mine":
        rows = site.rows.of_person(me, MOST, start) if person else []
    else:
        rows = site.rows.found_by_all(FOR_ALL[name], MOST, start)
    pages = max(1, -(-totals(site, [name], me)[name] // MOST))
    lists = entries_of(site, {name: rows}, me)
    by_name: dict[str, Sequence[Played]] = {
        "open": lists["open_tables"],
        "running": lists["running"],
        "finished": lists["finished"],
        "mine": lists["mine"],
    }
    return {"name": name, "rows": by_name[name], "page": page, "pages": pages}
