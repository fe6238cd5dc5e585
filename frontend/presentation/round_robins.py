"""The tables of the last round robins of bots, by game and mode, as the page of bots shows them."""

from contextlib import suppress
from typing import TypedDict

from frontend.presentation.games import GameContext, game_context
from frontend.presentation.tournament.fractions import points
from frontend.site import Site
from shared.annotations import Json
from shared.errors import Broken, NotFound
from shared.language import number
from shared.platform.player import player_from
from shared.platform.tournament import Tournament
from shared.platform.tournament.progress import played
from shared.tournaments.of_bots import BotStanding, RoundRobins, bot_standings


class BotPlace(TypedDict):
    """`points` as people write them; `mean` are those of a match."""

    place: int
    name: str
    version: str
    points: str
    mean: str
    matches: int


class RoundRobinContext(TypedDict):
    """`matches` is how many were played, `at` when it ended."""

    id: str
    title: str
    game: GameContext
    options: Json
    at: str
    seats: int
    matches: int
    bots: list[BotPlace]


def round_robins(site: Site) -> list[RoundRobinContext]:
    """One that a restored backup no longer has, or that can't be read, is left out: bots are listed all the same."""
    found = []
    for id_ in RoundRobins(site.tournaments.redis).last().values():
        with suppress(Broken, NotFound):
            folded = site.streams.tournaments.load(f"tournament:{id_}")
            if folded.state.ended:
                found.append(round_robin(folded.state, site.tournaments.announcements.of(id_).title, folded.at))
    return found


def round_robin(held: Tournament, title: str, at: str) -> RoundRobinContext:
    return {
        "id": held.id,
        "title": title,
        "game": game_context(held.opening.game),
        "options": dict(held.opening.options),
        "at": at,
        "seats": held.rules.seats,
        "matches": played(held),
        "bots": [bot_place(one) for one in bot_standings(held)],
    }


def bot_place(one: BotStanding) -> BotPlace:
    bot = player_from(one.player)
    return {
        "place": one.place,
        "name": bot.name,
        "version": bot.version or "",
        "points": points(one.points),
        "mean": number(float(one.mean), 2),
        "matches": one.matches,
    }
