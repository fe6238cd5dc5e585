"""Tournaments that are planned, that run and that are over: as lists, and as the days of a month."""

import re
from calendar import Calendar
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import TypedDict

from frontend.people.who import seat_name
from frontend.presentation.games import GameContext, game_context
from frontend.site import Site
from shared.ledger.envelope import stamp
from shared.tournaments import ENDED, PLANNED, RUNNING, Announcement, TournamentRow

SHOWN = 30  # of each list
A_WEEK = 7
MONTH = re.compile(r"((?:19|20|21)\d\d)-(0[1-9]|1[0-2])", re.ASCII)


class EventContext(TypedDict):
    """A row of a list: `start` and `at` are moments, `status` is planned, running, paused or ended."""

    id: str
    title: str
    game: GameContext
    format: str
    seats: int
    start: str | None
    entry: str
    in_person: bool
    status: str
    entrants: int
    rounds: int
    length: int
    playing: int
    at: str
    winner: str | None


class DayContext(TypedDict):
    """`day` is None outside of the month."""

    day: int | None
    is_today: bool
    events: list[EventContext]


class CalendarContext(TypedDict):
    """Weeks begin on Monday; days are UTC. `before` and `after` are the months beside it, as `2026-12`."""

    year: int
    month: int
    before: str
    after: str
    weeks: list[list[DayContext]]


class ListingPage(TypedDict):
    planned: list[EventContext]
    running: list[EventContext]
    ended: list[EventContext]
    calendar: CalendarContext


def listing_page(site: Site, month: date, today: date) -> ListingPage:
    """`month` is its first day."""
    planned, running, ended = (events(site, status) for status in (PLANNED, RUNNING, ENDED))
    everything = [*planned, *running, *ended]
    return {
        "planned": planned,
        "running": running,
        "ended": ended,
        "calendar": calendar_context(everything, month, today),
    }


def events(site: Site, status: str, most: int = SHOWN) -> list[EventContext]:
    """Those that everybody finds: of planned ones the next, of others the last."""
    rows = site.tournaments.listed(status, 0, most)
    announced = site.tournaments.announcements.of_each([row.id for row in rows]) if rows else []
    names = site.accounts.names(sorted({row.player for row in rows if row.player}))
    return [event_context(site, row, told, names) for row, told in zip(rows, announced, strict=True)]


def event_context(site: Site, row: TournamentRow, told: Announcement, names: Mapping[str, str]) -> EventContext:
    return {
        "id": row.id,
        "title": told.title,
        "game": game_context(row.game),
        "format": row.format,
        "seats": row.seats,
        "start": None if told.start is None else stamp(datetime.fromtimestamp(told.start / 1000, UTC)),
        "entry": str(told.entry),
        "in_person": told.in_person,
        "status": row.status,
        "entrants": row.entrants,
        "rounds": row.rounds,
        "length": row.length,
        "playing": row.playing,
        "at": row.at,
        "winner": _winner(site, row, names),
    }


def _winner(site: Site, row: TournamentRow, names: Mapping[str, str]) -> str | None:
    if row.winner is None:
        return None
    return seat_name(names, row.player) if row.player else site.tournaments.announcements.names(row.id).get(row.winner)


def calendar_context(events: Sequence[EventContext], month: date, today: date) -> CalendarContext:
    """What has no time of its own stands on the day when something last happened in it."""
    by_day: dict[str, list[EventContext]] = {}
    for one in events:
        by_day.setdefault((one["start"] or one["at"])[:10], []).append(one)
    days = list(Calendar().itermonthdates(month.year, month.month))
    cells = [_day(day, month, today, by_day) for day in days]
    return {
        "year": month.year,
        "month": month.month,
        "before": _beside(month, -1),
        "after": _beside(month, 1),
        "weeks": [cells[at : at + A_WEEK] for at in range(0, len(cells), A_WEEK)],
    }


def _day(day: date, month: date, today: date, by_day: Mapping[str, list[EventContext]]) -> DayContext:
    if day.month != month.month:
        return {"day": None, "is_today": False, "events": []}
    return {"day": day.day, "is_today": day == today, "events": by_day.get(day.isoformat(), [])}


def _beside(month: date, by: int) -> str:
    number = month.year * 12 + month.month - 1 + by
    return f"{number // 12:04}-{number % 12 + 1:02}"


def month_in(text: str, today: date) -> date:
    """The first day of `2026-12`; of this month where it says nothing that is one."""
    found = MONTH.fullmatch(text)
    return date(int(found[1]), int(found[2]), 1) if found else today.replace(day=1)
