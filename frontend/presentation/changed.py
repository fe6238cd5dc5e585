"""What a match has changed in the ratings of its players."""

from typing import TypedDict

from frontend.people.who import seat_name
from frontend.presentation.rated import ChangeContext, PoolContext, change_context, pool_context
from frontend.presentation.seen import Seen
from frontend.site import Site
from shared.platform.rating import pool_of


class RatingsChanged(TypedDict):
    """`changes` is empty until scoring has written them."""

    pool: PoolContext
    changes: list[ChangeContext]


def ratings_changed(site: Site, seen: Seen) -> RatingsChanged:
    """Of a match that is rated."""
    pool, players = pool_of(seen.started), tuple(dict.fromkeys(seen.started.players))
    place, names = site.rated.of(pool, seen.id), site.accounts.names(players)
    found = site.books.change(pool, place.book, seen.id, players) if place else {}
    changes = [change_context(seat_name(names, player), *both) for player, both in found.items()]
    return {"pool": pool_context(pool), "changes": changes}
