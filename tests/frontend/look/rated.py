"""Somebody who is rated, for the pages about ratings: books that are gone again afterwards."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from shared.ledger.redis import stream_key
from shared.platform.books import Books
from shared.platform.player import as_player
from shared.platform.rating import Rate, stream_of
from tests.frontend.look import tables
from tests.frontend.look.house import ADA, BART, CLEO, DORA, EVE, Page
from tests.frontend.look.samples import GREEDY, house
from tests.platform.rating.books import CITED, matches

POOL, MATCHES = "quadropolis-classic", 120
OTHERS = [f"other{number:07}" for number in range(6)]
PLAYERS = [GREEDY, *map(as_player, (DORA, CLEO, ADA, BART, *OTHERS))]  # the best first
BY_NAME = {f"person:p{number:011d}": player for number, player in enumerate(PLAYERS)}


@contextmanager
def much_rated(count: int = MATCHES) -> Iterator[None]:
    """Eve has played one match, and two players the one that has a page here."""
    site, books = house().site, Books(house().streams)
    for match, places in played(count):
        books.rate(POOL, "service:scoring", f"score:{match}#1:rate", Rate(match=match, score=CITED, places=places))
    site.rated.catch_up(POOL)
    yield
    site.rated.client.delete(stream_key(stream_of(POOL, 1)), f"rated:{POOL}")
    site.books._seen.clear()


def played(count: int) -> Iterator[tuple[str, dict[str, int]]]:
    for match, places in matches(count, len(PLAYERS)):
        yield match, {BY_NAME[player]: place for player, place in places.items()}
    yield "eve1match000", {as_player(EVE): 2, as_player(BART): 1}
    first, second = house().streams.match(tables.rated()).state.start.players
    yield tables.rated(), {first: 1, second: 2}


def seen(person: str, address: str, count: int = MATCHES) -> Callable[[], Page]:
    def page() -> Page:
        with much_rated(count):
            return house().get(person, address)

    return page


PAGES: dict[str, Callable[[], Page]] = {
    "ratings": seen(CLEO, "/ratings"),
    "ratings-none": lambda: house().get(CLEO, "/ratings"),
    "ladder": seen(CLEO, f"/ratings/{POOL}"),
    "ladder-new": seen(EVE, f"/ratings/{POOL}"),
    "ladder-none": lambda: house().get(CLEO, "/ratings/quadropolis-expert"),
    "person-rated": seen(CLEO, f"/p/{DORA}"),
    "bot-rated": seen(CLEO, "/bots/greedy"),
    "table-rated": lambda: house().get(CLEO, f"/t/{tables.rated_table()}?have=0"),
    "result-rated": lambda: seen(CLEO, f"/m/{tables.rated()}/result")(),
    "result-to-rate": lambda: house().get(CLEO, f"/m/{tables.rated()}/result"),
}
