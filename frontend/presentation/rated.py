"""What pages say of a player's ratings: the number, how sure it is, where it stands, and the way that led there."""

from typing import TypedDict

from frontend.presentation.games import GameContext, game_context
from frontend.presentation.way import WayContext, way_context
from frontend.site import Site
from shared.annotations import Json
from shared.games.registry import GAMES
from shared.language import number
from shared.platform.rating import Point, Worth
from shared.platform.rating.model import MILLION
from shared.platform.rating.pools import USUAL, pools
from shared.platform.rating.standings import Standing, Standings, standings

MOST = 100  # matches of a way
SURE = 1.96  # standard deviations on both sides that leave out 5 %


class PoolContext(TypedDict):
    """`options` are those by which the game's board names the mode."""

    id: str
    game: GameContext
    options: Json


class WorthContext(TypedDict):
    """As text: with 95 % certainty the rating is off by no more than `doubt`."""

    value: str
    doubt: str
    provisional: bool
    matches: int


class RatedContext(WorthContext):
    """`place` is among `of` players. `better`: how many of 100 of the others are rated lower."""

    pool: PoolContext
    place: int | None
    of: int
    better: int | None
    way: WayContext | None


class ChangeContext(TypedDict):
    """What a match has changed. `up` is None where the mean stays."""

    name: str
    before: WorthContext
    after: WorthContext
    by: str
    up: bool | None


def pool_context(pool: str) -> PoolContext:
    game, mode = pools(GAMES.values())[pool]
    return {"id": pool, "game": game_context(game), "options": {} if mode == USUAL else {"mode": mode}}


def rated_context(site: Site, player: str) -> list[RatedContext]:
    """In all pools in which the player was ever rated."""
    found = []
    for pool in pools(GAMES.values()):
        book = site.books.now(pool)
        if player in book.players:
            found.append(_rated(site, pool, standings(book), player))
    return found


def _rated(site: Site, pool: str, found: Standings, player: str) -> RatedContext:
    one = standing_of(found, player)
    way = site.books.way(pool, player, MOST)
    return {
        **worth_context(one.point),
        "pool": pool_context(pool),
        "place": one.place,
        "of": len(found.settled),
        "better": found.better_than(player),
        "way": way_context(way) if len(way) > 1 else None,
    }


def standing_of(found: Standings, player: str) -> Standing:
    return next(one for one in (*found.settled, *found.provisional) if one.player == player)


def worth_context(point: Point) -> WorthContext:
    return {
        "value": rating(point.worth.mu),
        "doubt": rating(doubt(point.worth)),
        "provisional": point.worth.is_provisional,
        "matches": point.matches,
    }


def change_context(name: str, before: Point, after: Point) -> ChangeContext:
    by = after.worth.mu - before.worth.mu
    up = None if by == 0 else by > 0
    return {
        "name": name,
        "before": worth_context(before),
        "after": worth_context(after),
        "by": rating(abs(by)),
        "up": up,
    }


def rating(millionths: int) -> str:
    """With one decimal."""
    return number(millionths / MILLION, 1)


def doubt(worth: Worth) -> int:
    return round(SURE * worth.sigma)
