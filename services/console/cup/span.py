"""How long an arena lasts where no clock runs: a match takes a second for each event of its record."""

from collections.abc import Iterable, Sequence

from services.console.cup.moments import Clock
from services.console.cup.table import Ended
from shared.platform.tournament import Tournament

Place = tuple[int, int]  # round and table


class Span:
    """The time of an arena, in seconds, and when the tables that play will have ended, with how."""

    def __init__(self, clock: Clock, length: int) -> None:
        self.clock, self.length = clock, length
        self.playing: dict[Place, tuple[int, Ended]] = {}

    def begin(self, places: Sequence[Place], found: Iterable[Ended]) -> None:
        for place, one in zip(places, found, strict=True):
            self.playing[place] = (self.clock.seconds + one.played.version, one)

    def is_over_next(self, now: Tournament) -> bool:
        next_ = min((end for end, _ in self.playing.values()), default=self.length)
        return not now.is_time_over and next_ >= self.length

    def next(self) -> tuple[Place, Ended]:
        """The table that ends first; of several the one that began first."""
        place = min(self.playing, key=lambda one: (self.playing[one][0], one))
        self.clock.seconds, one = self.playing.pop(place)
        return place, one
