"""How many requests are left to somebody: counted by the server for all processes, claimed from it in small blocks.

A request usually costs no round trip, and rarely more than one: a process claims a sixtieth of a limit at a time. What
it doesn't use before the window ends is lost, so a limit may be reached that much too early, and never too late.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from threading import Lock
from typing import Any, NamedTuple

CLAIM = files(__package__).joinpath("claim.lua").read_text(encoding="utf-8")
KEY = "LIMITS:{door}:"  # in a cluster the braces keep all counters on one node: one script counts several
BLOCKS = 60  # in which a limit is claimed; one below that is claimed one by one, and so counted exactly
MOST_KEPT = 20_000  # claims that a process remembers


class Window(NamedTuple):
    """At most so many requests in so many seconds, which begin with the first of them."""

    name: str
    most: int
    seconds: int

    @property
    def block(self) -> int:
        return max(1, self.most // BLOCKS)


@dataclass(slots=True)
class Claim:
    """What this process may still let through in a window that allows `most`, and whether more `is_to_come`."""

    left: int
    until: float
    is_to_come: bool
    most: int

    @property
    def is_refusal(self) -> bool:
        """Everybody waits for the end of the window, or for a higher limit."""
        return not self.left and not self.is_to_come


class Counting:
    def __init__(self, client: Any) -> None:
        self._claim = client.register_script(CLAIM)
        self._lock = Lock()
        self._claims: dict[str, Claim] = {}

    def wait(self, windows: Sequence[Window]) -> float:
        """Counts a request in all these windows; or in none, and returns the seconds until there is room in each."""
        while True:
            with self._lock:
                now = time.monotonic()
                known = {each: self._known(each, now) for each in windows}
                ends = [claim.until for claim in known.values() if claim and claim.is_refusal]
                if ends:
                    return max(ends) - now
                used_up = [window for window, claim in known.items() if claim is None or not claim.left]
                if not used_up:
                    for claim in known.values():
                        if claim:
                            claim.left -= 1
                    return 0.0
            self._ask(used_up)

    def _known(self, window: Window, now: float) -> Claim | None:
        claim = self._claims.get(window.name)
        if claim is None or claim.until <= now:
            return None
        is_outgrown = claim.is_refusal and claim.most < window.most  # moves raise the limit of their address
        return None if is_outgrown else claim

    def _ask(self, windows: Sequence[Window]) -> None:
        """Raises RedisError."""
        wanted = [number for each in windows for number in (each.most, each.seconds * 1000, each.block)]
        now = time.monotonic()  # before it is asked: a claim never outlives its window
        is_claimed, *found = self._claim(keys=[KEY + each.name for each in windows], args=wanted)
        with self._lock:
            self._make_room(now)
            for window, count, lasts in zip(windows, found[::2], found[1::2], strict=True):
                if is_claimed or not count:
                    older = self._known(window, now)  # another thread may have claimed some meanwhile
                    left = count + (older.left if older else 0)
                    self._claims[window.name] = Claim(left, now + lasts / 1000, count > 0, window.most)

    def _make_room(self, now: float) -> None:
        """Forgets claims whose windows have ended, and all of them if that isn't enough."""
        if len(self._claims) < MOST_KEPT:
            return
        self._claims = {name: claim for name, claim in self._claims.items() if claim.until > now}
        if len(self._claims) > MOST_KEPT // 2:
            self._claims.clear()
