"""`urbanist ratings`: computes all ratings again from zero, and says where a stored number is another one."""

from argparse import Namespace

from services.console.words import say
from shared.errors import NotFound
from shared.games.registry import GAMES
from shared.platform.books import Books
from shared.platform.rating.anew import Difference, differences
from shared.platform.rating.pools import pools, stream_of
from shared.platform.streams import Streams
from shared.settings import settings
from shared.web.ledger import ledger

WRONG = 1  # the exit code, as that of `urbanist verify`


def check(asked: Namespace) -> int:
    books = Books(Streams(ledger(settings())))
    known = sorted(pools(GAMES.values()))
    if asked.pool not in (None, *known):
        raise NotFound("there is no pool {pool}", pool=asked.pool)
    return max(check_pool(books, pool) for pool in ([asked.pool] if asked.pool else known))


def check_pool(books: Books, pool: str) -> int:
    events = books.events(pool)
    found = [*differences(events)]
    for one in found:
        print(wrong(pool, one))
    matches = sum(len(books.book(pool, number).state.matches) for number in range(1, len(events) + 1))
    if not found:
        print(
            say(
                "{pool}: all numbers come out again; matches: {matches}, books: {books}",
                pool=pool,
                matches=matches,
                books=len(events),
            )
        )
    return WRONG if found else 0


def wrong(pool: str, one: Difference) -> str:
    stream, version = stream_of(pool, one.book), one.version
    return say("{stream}: version {n} is not what comes out ({event})", stream=stream, n=version, event=one.what)
