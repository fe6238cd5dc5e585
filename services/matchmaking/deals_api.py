"""Deals of the day over HTTP: what is played, who did how well, and afterwards all that was sealed."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from flask_smorest import Blueprint

from services.matchmaking.schemas import DealsShown, OfDay
from shared.ledger.redis import connect
from shared.platform.deals import Days, Deals, Entry, OnDay
from shared.platform.rows import ArchivedRows, Rows
from shared.platform.streams import Streams
from shared.settings import settings
from shared.web.ledger import ledger, streams
from shared.web.service import asker

Body = Mapping[str, Any]
ABOUT = "What everybody plays on the same draws, each day."

deals = Blueprint("deals", __name__, url_prefix="/tables/deals", description=ABOUT)


@deals.get("")
@deals.arguments(OfDay, location="query")
@deals.response(200, DealsShown)
def show_deals(query: Body) -> dict[str, Any]:
    """The deals of a day, with the lists of results. To play one, POST its id to `/matches/deals`."""
    found = days()
    day = query["date"] or found.today
    shown = [deal_shown(found, one, asker()) for one in found.on(day)]
    return {"date": day, "streak": found.streak(asker()), "deals": shown}


def days() -> Days:
    return _days(streams(), settings().redis_url)


@cache
def _days(read: Streams, url: str) -> Days:
    whole, client = ledger(settings()), connect(url)
    return Days(read, Rows(client, ArchivedRows(whole.archive.database)), Deals(client))


def deal_shown(found: Days, one: OnDay, player: str) -> dict[str, Any]:
    facts, ranked = one.deal.facts, found.ranked(one)
    return {
        "id": one.id,
        "name": facts.name,
        "game": facts.game,
        "rules": facts.rules,
        "options": facts.options,
        "bots": facts.bots,
        "begins": facts.begins,
        "ends": facts.ends,
        "status": one.status,
        "commitment": facts.commitment,
        "seed": one.seed,
        "match": found.match_of(one, player),
        "playing": ranked.playing,
        "results": [_ranked(entry, one, player) for entry in ranked.entries],
    }


def _ranked(entry: Entry, one: OnDay, player: str) -> dict[str, Any]:
    return {**entry._asdict(), "match": one.match_in(entry, player)}
