"""The time that each seat has left: folded from a match's events and from when they happened.

Everything is in whole milliseconds, and moments count from 1970. `at` never goes back in a stream, so nobody ever uses
less than no time.
"""

from collections.abc import Iterable
from typing import NamedTuple

from shared.platform.terms import DAY, TOTAL, Clock

FORGIVEN = 1000  # of lateness: what a move may lose on its way
MOST_PAUSES = 3
LONGEST_PAUSED = DAY * 1000  # in all pauses of a match together


class Hand(NamedTuple):
    """The clock of a seat. `left` may be below 0 until an answer that came late is forgiven.

    `free` is what is left of this turn's delay; `since` is from when it runs, None while it stands. Until `away` its
    player is on vacation.
    """

    left: int = 0
    free: int = 0
    since: int | None = None
    away: int = 0

    @property
    def deadline(self) -> int | None:
        """The last moment for an answer in time."""
        return None if self.since is None else self.since + self.free + self.left

    def is_running(self, now: int) -> bool:
        """Not on vacation."""
        return self.since is not None and self.since <= now

    def remaining(self, now: int) -> int:
        """Of this turn, delay and all."""
        return self.stopped(now).left + self.stopped(now).free

    def stopped(self, now: int) -> "Hand":
        """What is free is used first."""
        if self.since is None:
            return self
        used = max(0, now - self.since)
        from_free = min(self.free, used)
        return self._replace(free=self.free - from_free, left=self.left - used + from_free, since=None)

    def running(self, now: int) -> "Hand":
        return self._replace(since=max(now, self.away))

    def overlap(self, begin: int, end: int) -> int:
        """How much of this period the hand has run through."""
        return 0 if self.since is None else max(0, end - max(begin, self.since))


class Time(NamedTuple):
    """The clocks of a match, by seat. `until` is when the pause ends by itself that began at `paused`.

    All that the product was away for before `credited` has been given back.
    """

    hands: tuple[Hand, ...] = ()
    paused: int | None = None
    until: int = 0
    pauses: int = 0
    rested: int = 0
    credited: int = 0

    def with_hand(self, seat: int, hand: Hand) -> "Time":
        return self._replace(hands=(*self.hands[:seat], hand, *self.hands[seat + 1 :]))

    @property
    def running(self) -> tuple[int, ...]:
        return tuple(seat for seat, hand in enumerate(self.hands) if hand.since is not None)

    @property
    def may_rest(self) -> int:
        """How long the next pause may last."""
        return max(0, LONGEST_PAUSED - self.rested) if self.pauses < MOST_PAUSES else 0

    def late(self, seat: int, now: int) -> int:
        """How long after its deadline an answer would come; 0 in time."""
        deadline = self.hands[seat].deadline if seat < len(self.hands) else None
        return 0 if deadline is None else max(0, now - deadline)

    def is_out(self, seat: int, now: int) -> bool:
        """Whether even a forgiving clock would take no answer any more."""
        return self.late(seat, now) > FORGIVEN

    def next_due(self) -> int | None:
        """The first moment at which something happens if nobody does anything; None if nothing runs."""
        if self.paused is not None:
            return self.until
        deadlines = [hand.deadline for hand in self.hands if hand.deadline is not None]
        return min(deadlines) + FORGIVEN + 1 if deadlines else None

    def stopped(self, now: int) -> "Time":
        return self._replace(hands=tuple(hand.stopped(now) for hand in self.hands))

    def started(self, seats: Iterable[int], now: int) -> "Time":
        """In a pause nothing starts."""
        if self.paused is not None:
            return self
        seats = set(seats)
        return self._replace(
            hands=tuple(hand.running(now) if seat in seats else hand for seat, hand in enumerate(self.hands))
        )


def wound(clock: Clock, seats: int) -> Time:
    """Before the first turn."""
    return Time((Hand(left=clock.seconds * 1000 if clock.kind == TOTAL else 0),) * seats)


def given_turn(hand: Hand, clock: Clock) -> Hand:
    """What a seat gets that is called; a debt that nobody had to answer for is dropped."""
    if clock.kind == TOTAL:
        return hand._replace(left=max(0, hand.left), free=clock.delay * 1000)
    return hand._replace(left=clock.seconds * 1000, free=0)
