"""The contexts of the pages about bots: who can sit down, what each plays, what it failed at."""

from typing import TypedDict

from frontend.presentation.failures import failure_lines
from frontend.presentation.games import GameContext, game_context
from frontend.presentation.own_bots import moment
from frontend.presentation.rated import RatedContext, rated_context
from frontend.presentation.round_robins import RoundRobinContext, round_robins
from frontend.presentation.strengths import RatingContext, StrengthContext, ratings_of, strengths_of
from frontend.sentences import Sentence
from frontend.site import Site
from shared.errors import NotFound
from shared.roster import Failure, Kind, Offer, Plays

LATEST = 20  # failures that a page shows
EXACT = 20  # from here on Redis's estimate of how many matches there were may well be off by one
OVER = ("ended", "aborted", "adjudicated")


class PlaysContext(TypedDict):
    """`options` are those that it is bound to, by name; there is nothing of what it plays in every way."""

    game: GameContext
    seats: tuple[int, ...]
    options: dict[str, list[str]]


class BotContext(TypedDict):
    """One version. `status` is up, away or benched; `matches` is how many it has sat in, estimated where they are many.
    `strengths` and `ratings` are those that were measured: of the newest versions of this release's minds.
    """

    name: str
    version: int
    kind: str
    status: str
    seconds: int
    matches: int
    is_estimate: bool
    games: list[PlaysContext]
    strengths: list[StrengthContext]
    ratings: list[RatingContext]


class FailureContext(TypedDict):
    """`reason` is for those who may know it: while a match runs, it could tell what the bot holds."""

    match: str
    turn: int
    reason: list[Sentence] | None
    at: str


class VersionContext(BotContext):
    """`rated`: in matches of this server, beside people."""

    rated: list[RatedContext]
    failures: list[FailureContext]


class BotsPage(TypedDict):
    bots: list[BotContext]
    round_robins: list[RoundRobinContext]


class BotPage(TypedDict):
    name: str
    versions: list[VersionContext]


def bots_page(site: Site) -> BotsPage:
    return {"bots": bot_contexts(site, site.roster.offered()), "round_robins": round_robins(site)}


def bot_page(site: Site, name: str) -> BotPage:
    """All versions, the newest first. Raises NotFound."""
    offers = site.roster.known(name)
    if not offers:
        raise NotFound("there is no bot {name}", name=name)
    bots = bot_contexts(site, offers)
    versions: list[VersionContext] = [
        {**bot, "rated": rated_context(site, offer.player), "failures": failures_of(site, offer)}
        for offer, bot in zip(offers, bots, strict=True)
    ]
    return {"name": name, "versions": versions}


def failures_of(site: Site, offer: Offer) -> list[FailureContext]:
    if offer.kind is Kind.BUILT_IN:
        return []
    found = site.roster.errors(offer.player)[:LATEST]
    told = [{each.match, *each.beside} for each in found]
    rows = site.rows.of(sorted(match.encode() for match in set().union(*told)))
    over = {row.id for row in rows if row.status in OVER}
    return [failure_context(each, matches <= over) for each, matches in zip(found, told, strict=True)]


def bot_contexts(site: Site, offers: list[Offer]) -> list[BotContext]:
    counts = site.roster.matches([offer.player for offer in offers])
    up, benched = {offer.player for offer in site.roster.offered()}, site.roster.benched()
    return [
        {
            "name": offer.name,
            "version": offer.version,
            "kind": str(offer.kind),
            "status": "benched" if offer.player in benched else "up" if is_up(site, offer, up) else "away",
            "seconds": offer.seconds,
            "matches": count,
            "is_estimate": count >= EXACT,
            "games": [plays_context(slug, plays) for slug, plays in offer.games.items()],
            "strengths": strengths_of(offer.name) if offer.kind is Kind.BUILT_IN else [],
            "ratings": ratings_of(offer.name) if offer.kind is Kind.BUILT_IN else [],
        }
        for offer, count in zip(offers, counts, strict=True)
    ]


def is_up(site: Site, offer: Offer, offered: set[str]) -> bool:
    """An older version may be up beside the one that is offered."""
    return offer.player in offered or site.roster.is_up(offer.player)


def plays_context(slug: str, plays: Plays) -> PlaysContext:
    options = {name: [_text(value) for value in allowed] for name, allowed in plays.options.items()}
    return {"game": game_context(slug), "seats": plays.seats, "options": options}


def failure_context(failure: Failure, is_over: bool) -> FailureContext:
    reason = failure_lines(failure.reason) if is_over else None
    return {"match": failure.match, "turn": failure.turn, "reason": reason, "at": moment(failure.at)}


def _text(value: object) -> str:
    """As forms send it, which the words of boards go by."""
    return str(value).lower() if isinstance(value, bool) else str(value)
