"""How often a password may be tried before it is looked at: for a name, from an address, and from a device.

Whoever was signed in to the account in this browser before is counted by the browser alone, so nobody else's guesses
ever keep the owner out. Elsewhere a name and an address have a few tries each, which come back slowly. Those who try a
name from an address for the first time that day take turns of their own: guessers who have used up theirs leave them.

Nothing here knows whether a name exists, and no key holds a name or an address: only digests, for a day.
"""

from collections.abc import Callable
from hashlib import sha256
from importlib.resources import files
from typing import Any, NamedTuple

import redis

from shared.ledger.redis import answering
from shared.people.looks import looks
from shared.people.register import now

KEY = "LIMITS:{guesses}:"  # in a cluster the braces keep all buckets on one node: one script takes from several
TAKE = files(__package__).joinpath("guess.lua").read_text(encoding="utf-8")
GIVE_BACK = files(__package__).joinpath("give_back.lua").read_text(encoding="utf-8")
KEPT = 86_400_000  # milliseconds
LONGEST = 100  # characters of what is typed as a name: no name is longer


class Rate(NamedTuple):
    """So many at once, and one more each time that so many milliseconds have passed."""

    at_once: int
    each: int


DEVICE = Rate(10, 30_000)  # a browser that was signed in to this account before
PLACE = Rate(20, 30_000)  # an address, whatever it tries
PLACE_AND_NAME = Rate(5, 60_000)
FIRST = Rate(100, 30_000)  # a name, from all addresses that have not tried it today
AGAIN = Rate(20, 30_000)  # a name, from all those that have


class Try(NamedTuple):
    """What a guess was taken from, to give it back; with `seconds` to wait nothing was taken."""

    seconds: int
    buckets: tuple[tuple[str, Rate], ...]


class Guesses:
    """Everything here raises Unavailable."""

    def __init__(self, client: "redis.Redis", clock: Callable[[], int] = now) -> None:
        self.redis: Any = client
        self.clock = clock
        self._take: Any = self.redis.register_script(TAKE)
        self._give_back: Any = self.redis.register_script(GIVE_BACK)

    def begin(self, name: str, address: str, device: str = "") -> Try:
        """Counts a guess before any work is done for it. `device` is a browser that the account knows, else empty."""
        buckets = self._of_device(name, device) if device else self._of_place(name, address)
        rates = [number for _, rate in buckets for number in rate]
        with answering():
            wait = self._take(keys=[key for key, _ in buckets], args=[self.clock(), KEPT, *rates])
        return Try(-(-wait // 1000), () if wait else buckets)

    def give_back(self, tried: Try) -> None:
        """Whoever knows the password has guessed nothing."""
        if not tried.buckets:
            return
        with answering():
            self._give_back(keys=[key for key, _ in tried.buckets], args=[rate.each for _, rate in tried.buckets])

    def _of_device(self, name: str, device: str) -> tuple[tuple[str, Rate], ...]:
        return ((_key("device", _meant(name), device), DEVICE),)

    def _of_place(self, name: str, address: str) -> tuple[tuple[str, Rate], ...]:
        meant = _meant(name)
        both = _key("both", meant, address)
        with answering():
            tried_before = self.redis.exists(both)
        turns = (_key("again", meant), AGAIN) if tried_before else (_key("first", meant), FIRST)
        return (turns, (both, PLACE_AND_NAME), (_key("place", address), PLACE))


def _meant(name: str) -> str:
    """Names that look alike are tried together: they mean the same account."""
    return looks(name.strip()[:LONGEST])[0]


def _key(kind: str, *parts: str) -> str:
    return f"{KEY}{kind}:{sha256(chr(0).join(parts).encode()).hexdigest()}"
