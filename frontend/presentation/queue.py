"""The page of somebody who waits for opponents, and the forms that lead there."""

from collections.abc import Sequence
from functools import cache
from typing import TypedDict

from frontend.presentation.clocks import ClockChoice, choices
from frontend.presentation.games import GameContext, GameForm, game_context, games_context
from frontend.site import Site
from shared.annotations import Json
from shared.bots import USUAL_BOT
from shared.platform.queue import Pool, rating_of
from shared.platform.rating.pools import pool as rated_in
from shared.platform.terms import DAY, DAYS, TOTAL, TURN, Clock
from shared.roster import fitting
from shared.roster.strengths import Rated, rated

CLOCKS = (None, Clock(TURN, 60), Clock(TOTAL, 600, increment=5), Clock(DAYS, DAY))
"""What a form offers: fewer than tables have, as only people who want the same meet."""
OFFERED_AFTER = 10  # seconds, a bot
MILLION = 1_000_000


class Meeting(TypedDict):
    """The games that people can play together, each with what its form asks, and the clocks of all of them."""

    games: list[GameForm]
    clocks: list[ClockChoice]


class BotOffer(TypedDict):
    """In place of people, at a table of the same kind."""

    name: str
    bots: int
    options: dict[str, str]


class QueueContext(TypedDict):
    """`status` is none, waiting or found; only then there are a game and what else one wants."""

    status: str
    said: str | None
    table: str | None
    game: GameContext | None
    options: Json
    seats: int
    clock: Json | None
    rated: bool
    waited: int
    expected: int | None
    offer: BotOffer | None
    error: Json | None


class QueuePage(TypedDict):
    queue: QueueContext
    meeting: Meeting


def meeting_context() -> Meeting:
    games = [{**form, "seats": [seats for seats in form["seats"] if seats > 1]} for form in games_context()]
    return {
        "games": [form for form in games if form["seats"]],  # type: ignore[misc]  # the same fields
        "clocks": choices(CLOCKS),
    }


def queue_page(site: Site, person: str, found: Json, said: str | None = None, error: Json | None = None) -> QueuePage:
    """`found` is what matchmaking says of this person."""
    status = found["status"]
    waits = status != "none"
    queue: QueueContext = {
        "status": status,
        "said": said,
        "table": found["table"],
        "game": game_context(found["game"]) if waits else None,
        "options": found["options"] or {},
        "seats": found["seats"] or 0,
        "clock": found["clock"],
        "rated": bool(found["rated"]),
        "waited": found["waited"] or 0,
        "expected": found["expected"],
        "offer": _offer(site, person, found) if status == "waiting" else None,
        "error": error,
    }
    return {"queue": queue, "meeting": meeting_context()}


def _offer(site: Site, person: str, found: Json) -> BotOffer | None:
    """Nobody is made to take it."""
    if found["waited"] < OFFERED_AFTER:
        return None
    pool = Pool(found["game"], found["options"], found["seats"])
    names = [offer.name for offer in fitting(site.roster, pool.game, pool.seats, pool.options)]
    options = {name: str(value).lower() for name, value in pool.options.items()}
    book = site.books.now(rated_in(pool.game, pool.options))
    name = level_of(names, pool, rating_of(person, book).mu / MILLION)
    return {"name": name, "bots": pool.seats - 1, "options": options} if name else None


def level_of(names: Sequence[str], pool: Pool, mu: float) -> str | None:
    """The bot that was measured to be nearest to this rating; where none was, the usual one."""
    options = {f"{name}={value}" for name, value in pool.options.items()}
    pools = [each for each in _pools() if each.game == pool.game and (each.option is None or each.option in options)]
    near = min(pools, key=lambda each: abs(each.seats - pool.seats), default=None)
    measured = {name: near.found[name][0] for name in names if name in near.found} if near else {}
    if measured:
        return min(measured, key=lambda name: (abs(measured[name] - mu), name))
    return USUAL_BOT if USUAL_BOT in names else next(iter(names), None)


@cache
def _pools() -> tuple[Rated, ...]:
    return tuple(rated())
