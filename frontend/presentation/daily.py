"""The contexts of the pages about daily deals: those of a day, and the list of one."""

from datetime import date, timedelta
from typing import TypedDict

from frontend.people.who import player_of
from frontend.presentation.daily_deal import DealContext, deal_context
from frontend.site import Site
from shared.errors import DealNotFound
from shared.games.registry import GAMES
from shared.platform.deals import Name

FIRST, MOST = 10, 500  # results on the page of a day, and in a list of its own
BACK = 14  # days of the calendar


class SealContext(TypedDict):
    game: str
    commitment: str


class DayContext(TypedDict):
    date: str
    played: bool
    shown: bool


class DailyPage(TypedDict):
    """`next` are the seals of the deals of tomorrow, where the day is today."""

    date: str
    is_today: bool
    deals: list[DealContext]
    next: list[SealContext]
    days: list[DayContext]
    streak: int


class DailyListPage(TypedDict):
    deal: DealContext


def daily_page(site: Site, day: str | None, visitor: str | None) -> DailyPage:
    """Of today, where no day is named. Raises DealNotFound."""
    today, me = site.days.today, player_of(visitor)
    shown = day or today
    deals = [one for one in site.days.on(shown) if one.status != "next"]
    if day and not deals:
        raise DealNotFound("there is no deal of this day")
    tomorrow = site.days.on(str(date.fromisoformat(today) + timedelta(days=1))) if shown == today else []
    return {
        "date": shown,
        "is_today": shown == today,
        "deals": [deal_context(site, one, me, FIRST) for one in deals],
        "next": [{"game": GAMES[one.name.game].title, "commitment": one.deal.facts.commitment} for one in tomorrow],
        "days": _calendar(site, shown, me),
        "streak": site.days.streak(me) if me else 0,
    }


def daily_list_page(site: Site, name: Name, visitor: str | None) -> DailyListPage:
    """Raises DealNotFound."""
    found = next((one for one in site.days.on(name.date) if one.name == name and one.status != "next"), None)
    if found is None:
        raise DealNotFound("there is no deal of this day")
    return {"deal": deal_context(site, found, player_of(visitor), MOST)}


def _calendar(site: Site, shown: str, me: str) -> list[DayContext]:
    today = date.fromisoformat(site.days.today)
    last = [str(today - timedelta(days=back)) for back in range(BACK)]
    played = site.days.played(last, me) if me else set()
    days = sorted({one.name.date for one in site.days.on_each(last)})
    return [{"date": day, "played": day in played, "shown": day == shown} for day in days]
