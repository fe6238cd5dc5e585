"""The contexts of the pages about daily deals: what is played on a day, how one did, and who did how well."""

from datetime import date, timedelta
from typing import NamedTuple, TypedDict

from frontend.people.who import player_of, seat_name
from frontend.presentation.daily_ranks import RankedContext, ranked_contexts
from frontend.presentation.games import GameContext, game_context
from frontend.site import Site
from shared.annotations import Json
from shared.errors import DealNotFound
from shared.games.registry import GAMES
from shared.ledger.envelope import moment
from shared.platform.deals import Listed, Name, OnDay, entry_of, name_from
from shared.platform.rating.pools import has_rivals

FIRST, MOST = 10, 500  # results on the page of a day, and in a list of its own
BACK = 14  # days of the calendar
MINUTE = 60_000


class LeftContext(NamedTuple):
    hours: int
    minutes: int


class MineContext(TypedDict):
    """How the visitor's own try stands: playing, counting, done, given_up, or late: not done when the day was over."""

    match: str
    state: str
    rank: int | None
    points: int | None


class DealContext(TypedDict):
    """`bots` are who sits in the other seats. `left`: until it ends, or begins. `all`: how many results there are."""

    id: str
    address: str
    date: str
    game: GameContext
    options: Json
    bots: list[str]
    status: str
    begins: str
    ends: str
    left: LeftContext
    above: bool
    mine: MineContext | None
    results: list[RankedContext]
    all: int
    playing: int
    commitment: str
    seed: str | None


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


def list_address(name: str) -> str | None:
    """Of a deal's list, by its name; None where it is no deal of a day."""
    found = name_from(name)
    return f"/daily/{found.date}/{found.game}" if found else None


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
        "deals": [_deal(site, one, me, FIRST) for one in deals],
        "next": [{"game": GAMES[one.name.game].title, "commitment": one.deal.facts.commitment} for one in tomorrow],
        "days": _calendar(site, shown, me),
        "streak": site.days.streak(me) if me else 0,
    }


def daily_list_page(site: Site, name: Name, visitor: str | None) -> DailyListPage:
    """Raises DealNotFound."""
    found = next((one for one in site.days.on(name.date) if one.name == name and one.status != "next"), None)
    if found is None:
        raise DealNotFound("there is no deal of this day")
    return {"deal": _deal(site, found, player_of(visitor), MOST)}


def _deal(site: Site, one: OnDay, me: str, most: int) -> DealContext:
    facts, ranked = one.deal.facts, site.days.ranked(one)
    bots = [bot for bot in facts.bots if bot]
    names = site.accounts.names(bots)
    return {
        "id": one.id,
        "address": f"/daily/{one.name.date}/{one.name.game}",
        "date": one.name.date,
        "game": game_context(facts.game),
        "options": dict(facts.options),
        "bots": [seat_name(names, bot) for bot in bots],
        "status": one.status,
        "begins": facts.begins,
        "ends": facts.ends,
        "left": _left(moment(facts.ends) - site.days.now),
        "above": _has_target(facts.game, len(facts.bots)),
        "mine": _mine(site, one, ranked, me) if me else None,
        "results": ranked_contexts(site, ranked.entries[:most], one, me),
        "all": len(ranked.entries),
        "playing": ranked.playing,
        "commitment": facts.commitment,
        "seed": facts.seed if one.is_over else None,
    }


def _left(milliseconds: int) -> LeftContext:
    return LeftContext(*divmod(max(0, -(-milliseconds // MINUTE)), 60))


def _has_target(slug: str, seats: int) -> bool:
    """Where nobody plays against anybody, there is a target."""
    return slug in GAMES and not has_rivals(GAMES[slug], seats)


def _mine(site: Site, one: OnDay, ranked: Listed, me: str) -> MineContext | None:
    id_ = site.days.match_of(one, me)
    if id_ is None:
        return None
    entry = entry_of(ranked, me)
    row = site.days.row_of(one, me)
    if entry:
        state = "done" if entry.rank else "given_up"
    elif one.status in ("over", "closing"):
        state = "late"
    else:
        state = "counting" if row and row.status == "counting" else "playing"
    return {"match": id_, "state": state, "rank": entry and entry.rank, "points": entry and entry.points}


def _calendar(site: Site, shown: str, me: str) -> list[DayContext]:
    today = date.fromisoformat(site.days.today)
    last = [str(today - timedelta(days=back)) for back in range(BACK)]
    played = site.days.played(last, me) if me else set()
    days = sorted({one.name.date for one in site.days.on_each(last)}, reverse=True)
    return [{"date": day, "played": day in played, "shown": day == shown} for day in reversed(days)]
