"""The contexts of the pages about ratings: all pools, and who stands where in one."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from frontend.people.who import player_of, seat_name
from frontend.presentation.rated import (
    PoolContext,
    RatedContext,
    WorthContext,
    pool_context,
    rated_context,
    worth_context,
)
from frontend.site import Site
from shared.errors import NotFound
from shared.games.registry import GAMES
from shared.platform.player import player_from
from shared.platform.rating.pools import pools
from shared.platform.rating.standings import STEP, Standing, Standings, standings

MOST = 100  # players of each kind
BEST = 3  # of each pool, where all pools are shown
FORMER = "former"
WIDE, HIGH, FLOOR = 640, 160, 24  # of the distribution, in an SVG's own units; its words stand below the floor


class StandingContext(WorthContext):
    """`address` is the page of the player; `bot` is the number of its version, None for people."""

    name: str
    bot: str | None
    address: str
    place: int | None
    you: bool


class PoolOfAll(PoolContext):
    players: int
    provisional: int
    best: list[StandingContext]


class PoolsPage(TypedDict):
    """`unrated` are the games whose lists are those of the daily deal."""

    pools: list[PoolOfAll]
    unrated: list[str]


class BarContext(TypedDict):
    """`low` to below `high`; the rest is for the SVG."""

    low: int
    high: int
    players: int
    x: float
    y: float
    wide: float
    tall: float
    yours: bool


class LadderPage(TypedDict):
    """`own` is what the visitor is worth there, or None."""

    pool: PoolContext
    players: int
    ladder: list[StandingContext]
    newcomers: list[StandingContext]
    bars: list[BarContext]
    own: RatedContext | None


def pools_page(site: Site, visitor: str | None) -> PoolsPage:
    rated = {game for game, _ in pools(GAMES.values()).values()}
    unrated = [game.title for game in GAMES.values() if game.daily and game.slug not in rated]
    return {"pools": [_pool_of_all(site, pool, visitor) for pool in pools(GAMES.values())], "unrated": unrated}


def ladder_page(site: Site, pool: str, visitor: str | None) -> LadderPage:
    """Raises NotFound."""
    if pool not in pools(GAMES.values()):
        raise NotFound("there is no pool {pool}", pool=pool)
    found, me = standings(site.books.now(pool)), player_of(visitor)
    own = next((one for one in rated_context(site, me) if one["pool"]["id"] == pool), None)
    return {
        "pool": pool_context(pool),
        "players": len(found.settled),
        "ladder": standing_contexts(site, found.settled[:MOST], me),
        "newcomers": standing_contexts(site, found.provisional[:MOST], me),
        "bars": _bars(found, me),
        "own": own,
    }


def standing_contexts(site: Site, some: Sequence[Standing], me: str) -> list[StandingContext]:
    """Who was erased is not listed: their place stays empty."""
    players = [one.player for one in some]
    names, facts = site.accounts.names(players), site.accounts.facts(players)
    former = {player for player, known in facts.items() if known.state == FORMER}
    return [_standing(one, names, me) for one in some if one.player not in former]


def _standing(one: Standing, names: Mapping[str, str], me: str) -> StandingContext:
    who = player_from(one.player)
    return {
        **worth_context(one.point),
        "name": seat_name(names, one.player),
        "bot": who.version if who.is_bot else None,
        "address": f"/bots/{who.name}" if who.is_bot else f"/p/{who.name}",
        "place": one.place,
        "you": one.player == me,
    }


def _pool_of_all(site: Site, pool: str, visitor: str | None) -> PoolOfAll:
    found = standings(site.books.now(pool))
    best = standing_contexts(site, found.settled[:BEST], player_of(visitor))
    return {**pool_context(pool), "players": len(found.settled), "provisional": len(found.provisional), "best": best}


def _bars(found: Standings, me: str) -> list[BarContext]:
    bars = found.distribution()
    most = max((bar.players for bar in bars), default=1)
    own = next((one.point.worth.mu // 10**6 for one in found.settled if one.player == me), None)
    wide, room = WIDE / max(len(bars), 1), HIGH - FLOOR - 16
    return [
        {
            "low": bar.low,
            "high": bar.low + STEP,
            "players": bar.players,
            "x": round(number * wide, 1),
            "y": round(HIGH - FLOOR - room * bar.players / most, 1),
            "wide": round(wide - 2, 1),
            "tall": round(room * bar.players / most, 1),
            "yours": own is not None and bar.low <= own < bar.low + STEP,
        }
        for number, bar in enumerate(bars)
    ]
