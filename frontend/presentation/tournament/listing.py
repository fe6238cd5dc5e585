"""Tournaments that are planned, that run and that are over: as lists, and as the days of a month."""

from calendar import Calendar
from collections.abc import Mapping, Sequence
from datetime import date
from typing import TypedDict

from frontend.presentation.games import GameContext, game_context
from shared.annotations import Json

SHOWN = 30  # of each list
A_WEEK = 7


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


def listing_page(
    rows: Mapping[str, Sequence[Json]], names: Mapping[str, str], month: date, today: date
) -> ListingPage:
    """`rows` by status; `month` is its first day."""
    lists = {status: [event_context(row, names) for row in found] for status, found in rows.items()}
    everything = [one for found in lists.values() for one in found]
    return {
        "planned": lists.get("planned", []),
        "running": lists.get("running", []),
        "ended": lists.get("ended", []),
        "calendar": calendar_context(everything, month, today),
    }


def event_context(row: Json, names: Mapping[str, str]) -> EventContext:
    winner = row["winner"]
    return {
        "id": row["id"],
        "title": row["title"],
        "game": game_context(row["game"]),
        "format": row["format"],
        "seats": row["seats"],
        "start": row["start"],
        "entry": row["entry"],
        "in_person": row["in_person"],
        "status": row["status"],
        "entrants": row["entrants"],
        "rounds": row["rounds"],
        "length": row["length"],
        "playing": row["playing"],
        "at": row["at"],
        "winner": names.get(winner, winner) if winner else None,
    }


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
    year, _, month = text.partition("-")
    if len(text) == 7 and (year + month).isascii() and (year + month).isdecimal():
        if 1970 <= int(year) <= 9000 and 1 <= int(month) <= 12:
            return date(int(year), int(month), 1)
    return today.replace(day=1)
