"""Ratings over HTTP: the pools, who stands where in one, the way of a player, and what a match has changed."""

from typing import Any

from flask_smorest import Blueprint

from services.scoring.schemas import Ladder, Pools, Way
from shared.errors import NotFound
from shared.games.registry import GAMES
from shared.platform.match import Match
from shared.platform.rating import Point, pool_of, why_unrated
from shared.platform.rating.pools import pools
from shared.platform.rating.standings import Standing, Standings, standings
from shared.platform.rating.state import NEW
from shared.platform.rating.unrated import IMPORTED, SENTENCES
from shared.platform.records.imported import Imported
from shared.web.books import books, places
from shared.web.client import shared_client

MOST = 100  # players of a ladder, and matches of a way

ratings = Blueprint(
    "ratings", __name__, url_prefix="/scoring/ratings", description="What players are worth, by game and mode."
)


@ratings.get("")
@ratings.response(200, Pools)
def show_pools() -> dict[str, Any]:
    """All pools, also those in which nobody has played yet."""
    return {"pools": [facts(pool, standings(books().now(pool))) for pool in pools(GAMES.values())]}


@ratings.get("/<string(maxlength=80):pool>")
@ratings.response(200, Ladder)
def show_ladder(pool: str) -> dict[str, Any]:
    """The best hundred of a pool. 404 where there is no such pool."""
    found = standings_in(pool)
    return {
        **facts(pool, found),
        "ladder": [*map(standing, found.settled[:MOST])],
        "newcomers": [*map(standing, found.provisional[:MOST])],
        "distribution": [bar._asdict() for bar in found.distribution()],
    }


@ratings.get("/<string(maxlength=80):pool>/<string(maxlength=80):player>")
@ratings.response(200, Way)
def show_way(pool: str, player: str) -> dict[str, Any]:
    """Where a player (`person:…`, `bot:<name>@<version>`) stands, and how they came there. Everybody begins alike."""
    found = standings_in(pool)
    everybody = (*found.settled, *found.provisional)
    own = next((one for one in everybody if one.player == player), Standing(player, NEW, None))
    way = books().way(pool, player, MOST)
    return {**standing(own), "better_than": found.better_than(player), "history": [*map(worth, way)]}


def rated(match: Match) -> dict[str, Any]:
    """What is said of a match beside its points."""
    why, pool = reason(match), pool_of(match.start)
    place = places().of(pool, match.id) if why is None and match.is_over else None
    changed = books().change(pool, place.book, match.id, dict.fromkeys(match.start.players)) if place else None
    return {
        "pool": None if why else pool,
        "unrated": why,
        "ratings": changed and [change(player, *both) for player, both in changed.items()],
    }


def reason(match: Match) -> str | None:
    """Why it is not rated, as a sentence."""
    if Imported(shared_client()).has(match.id):
        return IMPORTED
    why = why_unrated(match)
    return why and SENTENCES[why]


def standings_in(pool: str) -> Standings:
    if pool not in pools(GAMES.values()):
        raise NotFound("there is no pool {pool}", pool=pool)
    return standings(books().now(pool))


def facts(pool: str, found: Standings) -> dict[str, Any]:
    game, mode = pools(GAMES.values())[pool]
    counts = {"settled": len(found.settled), "provisional": len(found.provisional)}
    return {"pool": pool, "game": game, "mode": mode, **counts}


def standing(one: Standing) -> dict[str, Any]:
    return {"player": one.player, "place": one.place, **worth(one.point)}


def change(player: str, before: Point, after: Point) -> dict[str, Any]:
    return {"player": player, "before": worth(before), "after": worth(after)}


def worth(point: Point) -> dict[str, Any]:
    found = {"mu": point.worth.mu, "sigma": point.worth.sigma, "matches": point.matches}
    return {**found, "provisional": point.worth.is_provisional}
