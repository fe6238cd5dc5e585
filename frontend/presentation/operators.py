"""What operators are shown beside reports: people with what is kept of them, and tables that are stuck.

Nobody else sees any of it: names that people had before, and who reported whom.
"""

from typing import TypedDict

from frontend.people.who import player_of
from frontend.presentation.account import stamp_of
from frontend.presentation.games import GameContext, game_context
from frontend.presentation.own_bots import Benched, benched_bots
from frontend.presentation.reported import Named, ReportContext, named, reports_context
from frontend.site import Site
from shared.errors import MatchNotFound, NotFound
from shared.people.closing import FOR_GOOD
from shared.people.directory import ID, Entry, nothing_kept
from shared.people.register import now
from shared.platform.rows import Row, row_of
from shared.platform.rows.lists import milliseconds

MOST = 50  # reports on a page
MOST_SEATS = 20  # of the matches of a person
STUCK = 60_000  # milliseconds that a full table may need until its match starts
BEGINNING = ("filled", "starting")  # the match comes in a moment, or never


class PlaceContext(TypedDict):
    """A table or a match; `seats` are who plays there now, None where nobody sits."""

    id: str
    game: GameContext
    status: str
    at: str
    seats: list[Named | None]
    version: int


class PersonFound(TypedDict):
    id: str
    name: str
    state: str
    roles: list[str]


class OperatorsContext(TypedDict):
    reports: list[ReportContext]
    open_reports: int
    settled: list[ReportContext]
    stuck: list[PlaceContext]
    benched: list[Benched]
    who: str
    found: list[PersonFound]
    found_place: str | None
    done: str | None


class PersonKept(PersonFound):
    """`muted_until` is empty for somebody muted for good, None for somebody who may talk. `you`: the one who looks."""

    earlier: list[str]
    since: str | None
    seen: str | None
    muted_until: str | None
    reports: list[ReportContext]
    places: list[PlaceContext]
    you: bool
    done: str | None


class OperatorsPage(TypedDict):
    operators: OperatorsContext


class KeptPage(TypedDict):
    kept: PersonKept


class PlacePage(TypedDict):
    """`is_over` says that nothing can be ended any more, `can_be_judged` that places can be given."""

    place: PlaceContext
    is_over: bool
    can_be_judged: bool
    done: str | None


def operators_page(site: Site, who: str, done: str | None) -> OperatorsPage:
    found = site.directory.search(who) if who else []
    is_place = bool(ID.fullmatch(who)) and _has_place(site, who)
    return {
        "operators": {
            "reports": reports_context(site, site.reports.open(MOST)),
            "open_reports": site.reports.count_open(),
            "settled": reports_context(site, site.reports.settled(MOST)),
            "stuck": [_place(site, row) for row in stuck(site)],
            "benched": benched_bots(site),
            "who": who,
            "found": [_found(site, one) for one in site.directory.entries(found) if one],
            "found_place": who if is_place else None,
            "done": done,
        }
    }


def stuck(site: Site) -> list[Row]:
    """Tables that are full and whose match has not started, though it should have."""
    rows = [row for status in BEGINNING for row in site.rows.listed(status, MOST)]
    return [row for row in rows if now() - milliseconds(row.at) > STUCK]


def check_known(site: Site, person: str) -> None:
    """Raises NotFound where nothing is known of anybody with this id."""
    is_known = (
        site.directory.entry(person) or site.rows.concerning(player_of(person), 1) or site.reports.about(person, 1)
    )
    if not is_known:
        raise NotFound("nobody here has this id")


def kept_page(site: Site, person: str, visitor: str, done: str | None) -> KeptPage:
    """Raises NotFound where nothing is known of anybody with this id."""
    check_known(site, person)
    entry, reports = site.directory.entry(person), site.reports.about(person, MOST)
    rows = site.rows.concerning(player_of(person), MOST_SEATS)
    muted = entry.muted if entry and (entry.muted or 0) > now() else None
    return {
        "kept": {
            **_found(site, entry or nothing_kept(person)),
            "earlier": entry.earlier if entry else [],
            "since": stamp_of(entry.since) if entry and entry.since else None,
            "seen": stamp_of(entry.seen) if entry and entry.seen else None,
            "muted_until": None if muted is None else "" if muted >= FOR_GOOD else stamp_of(muted),
            "reports": reports_context(site, reports),
            "places": [_place(site, row) for row in rows],
            "you": person == visitor,
            "done": done,
        }
    }


def place_page(site: Site, id_: str, done: str | None) -> PlacePage:
    """Raises MatchNotFound."""
    if (row := row_of(site.streams, id_)) is None:
        raise MatchNotFound("there is no table or match {id}", id=id_)
    is_playing = row.status == "playing"
    return {
        "place": _place(site, row),
        "is_over": not is_playing and row.status not in ("open", *BEGINNING),
        "can_be_judged": is_playing,
        "done": done,
    }


def _place(site: Site, row: Row) -> PlaceContext:
    return {
        "id": row.id,
        "game": game_context(row.game),
        "status": row.status,
        "at": row.at,
        "seats": list(named(site, row.players)),
        "version": row.version,
    }


def _found(site: Site, entry: Entry) -> PersonFound:
    return {
        "id": entry.person,
        "name": site.accounts.name(entry.person),
        "state": entry.standing.state or "guest",
        "roles": sorted(map(str, entry.standing.roles)),
    }


def _has_place(site: Site, id_: str) -> bool:
    return any(site.streams.ledger.last(f"{kind}:{id_}") for kind in ("table", "match"))
