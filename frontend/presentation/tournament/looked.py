"""Looks at a tournament for somebody: its record, what is announced of it, and what the clock says."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from frontend.people.who import player_of, seat_name
from frontend.presentation.part import Viewer
from frontend.presentation.tournament.page import TournamentPage, tournament_page
from frontend.presentation.tournament.shown import Called, Shown, called_in
from frontend.presentation.tournament.told import Hours, Told
from frontend.site import Site
from shared.annotations import Json
from shared.errors import NotAllowed, NotFound
from shared.ledger.envelope import moment, stamp
from shared.ledger.fold import Folded
from shared.platform.player import player_from
from shared.platform.tournament import Tournament
from shared.platform.tournament.decide_entrants import is_open_late
from shared.tournaments import Announcement, Moments, check_entry

MINUTE = 60_000  # milliseconds


class Looked(NamedTuple):
    shown: Shown
    told: Told
    hours: Hours


@dataclass(frozen=True)
class Seen:
    """The same for all who look at it now."""

    site: Site
    folded: Folded[Tournament]
    announced: Announcement
    called: Called
    organiser: str

    def by(self, person: str | None) -> Looked:
        held, me = self.folded.state, player_of(person)
        shown = Shown(held, self.called, self.organiser, me, self.folded.digest)
        told = told_of(self.site, held, self.announced, person)
        return Looked(shown, told, hours_of(self.site, shown, self.announced))


def seen_at(site: Site, id_: str) -> Seen:
    """Raises NotFound."""
    folded = site.streams.tournaments.load(f"tournament:{id_}")
    if not folded.version:
        raise NotFound("there is no such tournament")
    held, kept = folded.state, site.tournaments.announcements
    organiser = held.opening.organiser
    names = site.accounts.names(sorted({one.player for one in held.entrants if one.player} | {organiser}))
    called = called_in(held, names, kept.names(id_))
    return Seen(site, folded, kept.of(id_), called, seat_name(names, organiser))


def told_of(site: Site, held: Tournament, announced: Announcement, person: str | None) -> Told:
    return Told(
        title=announced.title,
        text=announced.text,
        start=None if announced.start is None else _stamp(announced.start),
        entry=str(announced.entry),
        listed=announced.listed,
        in_person=announced.in_person,
        to_sit=announced.to_sit,
        rest=announced.rest,
        is_welcome=_is_welcome(site, held, announced, person),
        next=announced.next,
    )


def _is_welcome(site: Site, held: Tournament, announced: Announcement, person: str | None) -> bool:
    """As matchmaking will say. What it costs to know is asked only while somebody could enter."""
    me, organiser = player_of(person), held.opening.organiser
    if held.ended or held.entrant_of(me) is not None:
        return False
    has_account = bool(me) and not site.accounts.facts([me])[me].standing.is_guest
    try:
        check_entry(announced, person or "", has_account=has_account, is_blocked=_is_blocked(site, organiser, person))
    except NotAllowed:
        return False
    return True


def _is_blocked(site: Site, organiser: str, person: str | None) -> bool:
    host = player_from(organiser)
    return bool(person) and host.is_person and person in site.blocks.of_each([host.name])[host.name]


def hours_of(site: Site, shown: Shown, announced: Announcement) -> Hours:
    """As matchmaking counts them, but for what the product was away."""
    now = stamp(site.streams.tournaments.now())
    held = shown.held
    if shown.is_open:
        return Hours(now, next=None if announced.start is None else _stamp(announced.start))
    if held.is_paused or held.ended:
        return Hours(now)
    times = site.times.of(held.id)
    last = len(held.rounds) - 1
    since = times.started if held.lasts else times.paired.get(last)
    limit = 0 if held.lasts and held.is_time_over else shown.rules.minutes
    ends = _after(times, since, limit) if limit else None
    rest = announced.rest if not announced.in_person else 0
    next_ = _after(times, times.ended.get(last), rest) if rest else None
    return Hours(now, ends, next_, _after(times, times.paired.get(last), announced.to_sit))


def _after(times: Moments, since: str | None, minutes: int) -> str | None:
    """So long after a moment, not counting pauses that are over."""
    if since is None:
        return None
    stood = sum(moment(end) - max(moment(begin), moment(since)) for begin, end in _pauses(times, since))
    return _stamp(moment(since) + minutes * MINUTE + stood)


def _pauses(times: Moments, since: str) -> Iterable[tuple[str, str]]:
    return [(pause.begin, pause.end) for pause in times.pauses if pause.end and pause.end > since]


def _stamp(milliseconds: int) -> str:
    return stamp(datetime.fromtimestamp(milliseconds / 1000, UTC))


class TournamentSnapshot:
    """An audience is an entrant, the organiser, somebody who could still enter, or everybody else."""

    def __init__(self, site: Site, id_: str) -> None:
        self.site, self.id = site, id_
        self.seen = seen_at(site, id_)
        self.version = self.seen.folded.version
        self.is_final = False

    def admitted(self, viewers: Collection[Viewer]) -> Collection[Viewer]:
        return viewers

    def audience(self, viewer: Viewer) -> Viewer:
        held, me = self.seen.folded.state, player_of(viewer.person)
        takes_part = held.entrant_of(me) is not None or held.opening.organiser == me
        may_enter = held.nonces is None or is_open_late(held)
        is_own = takes_part or (may_enter and held.ended is None)
        return Viewer(viewer.person if is_own else None, viewer.origin)

    def context(self, viewer: Viewer, error: Json | None = None) -> TournamentPage:
        shown, told, hours = self.seen.by(viewer.person)
        return tournament_page(shown, told, hours, viewer.origin, error)
