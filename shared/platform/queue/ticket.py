"""What somebody who waits for opponents wants to play, and since when they wait."""

import json
from collections.abc import Mapping, Sequence
from statistics import median_low
from typing import NamedTuple

from shared.games.game import Option
from shared.platform.player import as_player
from shared.platform.rating import START, Book
from shared.platform.rating.events import Rating
from shared.platform.terms import USUAL, Clock, Terms

NO_CLOCK = "none"
RATED = "rated"


class Pool(NamedTuple):
    """Only people who want the very same meet. `options` are the effective ones, defaults included."""

    game: str
    options: Mapping[str, Option]
    seats: int
    clock: Clock | None = None
    rated: bool = False

    def __str__(self) -> str:
        """`<game>|<options>|<seats>|<clock>`, and where it is rated `|rated`: the same for the same wishes."""
        options = json.dumps(dict(self.options), sort_keys=True, separators=(",", ":"))
        clock = ":".join(map(str, self.clock or (NO_CLOCK,)))
        return "|".join((self.game, options, str(self.seats), clock, *([RATED] if self.rated else [])))


def pool_from(text: str) -> Pool:
    """What `str(pool)` gave."""
    game, _, rest = text.removesuffix(f"|{RATED}").partition("|")
    options, seats, said = rest.rsplit("|", 2)
    kind, *numbers = said.split(":")
    clock = None if kind == NO_CLOCK else Clock(kind, *map(int, numbers))
    return Pool(game, json.loads(options), int(seats), clock, text.endswith(f"|{RATED}"))


def terms_of(pool: Pool) -> Terms:
    """What a match of people who met in this pool is played under."""
    return USUAL._replace(clock=pool.clock, rated=pool.rated, take_back=not pool.rated)


class Ticket(NamedTuple):
    """`pool` is its text, `since` in milliseconds since 1970, the rating in millionths."""

    id: str
    person: str
    pool: str
    since: int
    mu: int = START.mu
    sigma: int = START.sigma


def rating_of(person: str, book: Book) -> Rating:
    """By the newest book of the pool of ratings; whoever is not in it begins as everybody does."""
    worth = book.point(as_player(person)).worth
    return Rating(as_player(person), worth.mu, worth.sigma)


def expected(waits: Sequence[int]) -> int | None:
    """For how many milliseconds one waits as a rule, from how long others did; None if nobody has waited yet."""
    return median_low(waits) if waits else None
