"""A year of matches on clocks: restarts, downtimes, pauses, vacations, both hands of daylight saving, a clock set back.

The test keeps its own account of the time that each seat has used, by a clock that nobody sets, and compares.
"""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest

from shared.errors import StaleTurn
from shared.platform.match import AgreeToPause, AgreeToResume, Credit, EndPause, TakeVacation
from shared.platform.match.events import LatenessForgiven, MatchPaused, TimeCredited, TimeRanOut, VacationTaken
from shared.platform.match.time import FORGIVEN
from shared.platform.terms import DAY, DAYS, LOSES, STANDS_IN, TAKES_OVER, TOTAL, TURN, Clock
from tests.platform.clocked import ADA, BOB, EVE, SERVICE, Clocked

BERLIN = ZoneInfo("Europe/Berlin")  # its clocks are set on 29 March and 25 October
NEW_YEAR = datetime(2026, 1, 1, tzinfo=UTC)
YEAR = 365 * DAY * 1000
SIGN = 2000  # the keeper leaves one this often, and looks for what is due five times a second
LOOKS = 200
CLOCKS = (
    Clock(TURN, 30),
    Clock(TURN, 12 * 3600),
    Clock(TOTAL, 2 * 3600, increment=60, delay=20),
    Clock(TOTAL, 5 * DAY),
    Clock(DAYS, DAY),
    Clock(DAYS, 3 * DAY),
)


@dataclass
class World:
    """`passed` is the time that really passes; the server's clock is `off` by so much. All in milliseconds."""

    luck: Random
    passed: int = 0
    off: int = 0
    seen: dict[type, int] = field(default_factory=dict)

    def wall(self) -> datetime:
        """As a server in Berlin reads it."""
        return (NEW_YEAR + timedelta(milliseconds=self.passed + self.off)).astimezone(BERLIN)


class Played:
    """One match of that year. `used` is what each seat has really used in this turn, `bank` what it had before."""

    def __init__(self, world: World, clock: Clock, out: str) -> None:
        self.world, self.clock, self.luck = world, clock, world.luck
        self.told = Clocked(clock, out, players=(ADA, BOB, EVE), rounds=5, wall=world.wall)
        self.is_exact, self.turn = self.is_right(), 0
        self.new_turn()

    def new_turn(self) -> None:
        match = self.told.match
        self.turn, self.used, self.is_exact = match.turn, dict.fromkeys(match.time.running, 0), self.is_right()
        hands = match.time.hands
        self.budget = {seat: hands[seat].left + hands[seat].free for seat in range(len(hands))}

    def is_right(self) -> bool:
        """Whether the stream's time goes on as the server's clock does, which was set back before."""
        return self.told.match.now <= int(self.world.wall().timestamp() * 1000)

    def lasts(self, milliseconds: int, *, counts: bool = True) -> None:
        """Time passes; it is the seats' time where the product is there and no clock stands."""
        match, world = self.told.match, self.world
        for seat in match.called:
            since, begins = match.time.hands[seat].since, match.now
            if counts and since is not None:
                stands = max(0, match.time.hands[seat].away - begins)
                self.used[seat] = self.used.get(seat, 0) + max(0, milliseconds - stands)
        world.passed += milliseconds

    def is_just(self) -> None:
        """No seat has less than it really has; without a clock that was set or a downtime, it is exact."""
        match = self.told.match
        for seat in match.time.running:
            used = self.budget[seat] - match.time.hands[seat].remaining(match.now)
            assert used <= self.used[seat], (seat, used, self.used)
            assert not self.is_exact or used == self.used[seat], (seat, used, self.used)

    def step(self) -> None:
        """Something happens; meanwhile the keeper does what is due."""
        wait = self.luck.choice((500, 5_000, 40_000, 600_000, 6 * 3600_000, 20 * 3600_000))
        self.until(self.world.passed + self.luck.randint(1, wait))
        if not self.told.match.is_over:
            act = self.luck.choices(
                (self.moves, self.moves_late, self.goes_down, self.clock_jumps, self.pauses, self.rests, self.restarts),
                (20, 4, 2, 1, 1, 1, 2),
            )[0]
            act()
            self.follow()
            self.is_just()

    def until(self, moment: int) -> None:
        """The keeper sleeps until something is due, and sees it within a fifth of a second."""
        while self.world.passed < moment and not self.told.match.is_over:
            match = self.told.match
            due = match.time.next_due()
            wait = moment - self.world.passed if due is None else due - match.now + self.luck.randint(0, LOOKS)
            self.lasts(min(max(wait, 1), moment - self.world.passed))
            self.is_just()
            self.keep()

    def keep(self) -> None:
        match = self.told.match
        if match.time.paused is not None:
            if match.now >= match.time.until:
                self.told.obey(SERVICE, EndPause())
            return self.follow()
        for seat in match.time.running:
            if self.told.match.time.is_out(seat, match.now):
                self.is_out(seat)
                self.told.run_out(seat)
        return self.follow()

    def is_out(self, seat: int) -> None:
        """Nobody is out before the time, nor kept playing long after it."""
        late = self.used[seat] - self.budget[seat]
        assert late > FORGIVEN
        if self.is_exact:
            assert late <= FORGIVEN + 1 + LOOKS

    def follow(self) -> None:
        if self.told.match.turn != self.turn and not self.told.match.is_over:
            self.new_turn()

    def moves(self) -> None:
        match = self.told.match
        if people := match.called:
            seat = self.luck.choice(people)
            left = None if seat not in match.time.running else self.budget[seat] - self.used[seat]
            try:
                self.told.bid(seat)
            except StaleTurn:
                assert left is not None
                assert left < -FORGIVEN

    def moves_late(self) -> None:
        """At a moment around the deadline."""
        match = self.told.match
        if match.time.running and match.time.paused is None:
            seat = self.luck.choice(match.time.running)
            deadline = match.time.hands[seat].deadline or 0
            self.until(self.world.passed + max(0, deadline - match.now + self.luck.randint(-1500, 1500)))
            if seat in self.told.match.time.running and self.told.match.turn == match.turn:
                self.moves()

    def goes_down(self) -> None:
        """The last sign may be two seconds older than the end, and the first sign may come two seconds after."""
        last, down = self.luck.randint(0, SIGN), self.luck.choice((7_000, 60_000, 8 * 3600_000))
        self.until(self.world.passed + last)
        if self.told.match.is_over:
            return
        begin, self.is_exact = self.told.match.now - last, False
        self.lasts(down, counts=False)
        self.told.obey(SERVICE, Credit(begin=begin, end=self.told.match.now))

    def restarts(self) -> None:
        """Whatever a process remembered is gone."""
        self.told.handler.folder._kept.clear()

    def clock_jumps(self) -> None:
        """Back for a while; where it is put right again, the signs say that the product was away."""
        self.is_exact = False
        jump = self.luck.randint(1_000, 2 * 3600_000)
        self.world.off -= jump
        self.until(self.world.passed + self.luck.randint(0, jump))
        if self.told.match.is_over or self.luck.random() < 0.5:
            return
        begin = NEW_YEAR + timedelta(milliseconds=self.world.passed + self.world.off)
        self.world.off += jump
        if jump > 3 * SIGN:
            self.told.obey(SERVICE, Credit(begin=int(begin.timestamp() * 1000) - SIGN, end=self.told.match.now))
        else:
            self.world.off -= jump  # what is too short to be noticed is put right by and by

    def pauses(self) -> None:
        match = self.told.match
        people = [player for player in match.players if player.startswith("person:")]
        if not people or match.time.paused is not None or not match.time.may_rest or match.is_over:
            return
        for player in people:
            self.told.obey(player, AgreeToPause(player=player, turn=match.turn))
        self.until(self.world.passed + self.luck.randint(0, 30 * 3600_000))
        for player in people:
            if self.told.match.time.paused is not None:
                self.told.obey(player, AgreeToResume(player=player))

    def rests(self) -> None:
        match = self.told.match
        if self.clock.kind == DAYS and (seat := match.seat_of(ADA)) is not None:
            until = match.now + self.luck.randint(-1, 7) * DAY * 1000
            self.told.obey(ADA, TakeVacation(player=ADA, until=until))
            assert self.told.match.time.hands[seat].away == until


def year(seed: int) -> World:
    world, at = World(Random(seed)), 0
    while world.passed < YEAR:
        clock, out = CLOCKS[at % len(CLOCKS)], (STANDS_IN, TAKES_OVER, LOSES)[at // len(CLOCKS) % 3]
        played, at = Played(world, clock, out), at + 1
        while not played.told.match.is_over and played.told.match.time.hands and _anybody(played):
            played.step()
        assert played.told.difference() is None
        for event in played.told.events():
            world.seen[type(event)] = world.seen.get(type(event), 0) + 1
    return world


def _anybody(played: Played) -> bool:
    return any(player.startswith("person:") for player in played.told.match.players)


@pytest.mark.parametrize("seed", range(3))
def test_in_a_year_no_seat_loses_time_that_it_did_not_use_and_deadlines_hold_to_the_second(seed: int):
    world = year(seed)
    assert world.passed >= YEAR
    for kind in (LatenessForgiven, MatchPaused, TimeCredited, TimeRanOut, VacationTaken):
        assert world.seen[kind] > 3


def test_a_turn_over_the_night_when_clocks_are_set_takes_its_own_hours():
    for month, day in ((3, 28), (10, 24)):
        world = World(
            Random(0), passed=int((datetime(2026, month, day, 20, tzinfo=UTC) - NEW_YEAR) / timedelta(milliseconds=1))
        )
        told = Clocked(Clock(TURN, 12 * 3600), wall=world.wall)
        before = world.wall()
        world.passed += 6 * 3600_000
        assert world.wall().utcoffset() != before.utcoffset()
        assert told.left(0) == 6 * 3600_000
