"""Whoever is waited for is waited for only while the product is at work, whatever the clock says."""

from datetime import UTC, datetime

import pytest

from shared.errors import Unavailable
from shared.ledger.absences import EVERY, GAP, LONGEST_MARGIN, MOST, PERIODS, SIGN, Absence, Absences, worked
from shared.ledger.bus import AHEAD, KEPT, Bus
from shared.ledger.envelope import stamp
from shared.ledger.redis import connect

pytestmark = pytest.mark.server
MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC).timestamp()
DAY = 86_400.0


class Machine:
    """A server, and clocks that go as they are told: `pass_` moves both, `set` the wall's alone."""

    def __init__(self, url: str) -> None:
        self.client = connect(url)
        self.wall, self.steady = MONDAY, 1000.0
        self.listener = self.started()

    def started(self) -> Absences:
        return Absences(self.client, lambda: self.wall, lambda: self.steady)

    def at_work(self, seconds: float, *listeners: Absences) -> None:
        """Signs as listeners leave them, or every so often where it takes days."""
        step = max(1.0, min(seconds / 50, GAP - 1))
        whole, rest = divmod(seconds, step)
        for passes in [*[step] * int(whole), rest]:
            self.pass_(passes)
            for listener in listeners or (self.listener,):
                listener.note()

    def pass_(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds

    def set(self, by: float) -> None:
        self.wall += by

    @property
    def now(self) -> str:
        return stamp(datetime.fromtimestamp(self.wall, UTC))

    def age(self, at: str, version: int = 1) -> float:
        return self.listener.age(at, ("m", version))

    def is_due(self, at: str, limit: float, version: int = 1) -> bool:
        return self.listener.is_due(at, limit, ("m", version))


@pytest.fixture
def machine(clean_server):
    made = Machine(clean_server)
    made.listener.note()
    yield made
    made.client.close()


def test_time_at_work_counts(machine):
    at = machine.now
    machine.at_work(100)
    assert machine.age(at) == pytest.approx(100)
    assert machine.is_due(at, 100)
    assert not machine.is_due(at, 101)


def test_a_weekend_without_the_product_counts_for_nothing_and_a_margin_follows(machine):
    at = machine.now
    machine.at_work(30)
    machine.pass_(2 * DAY)
    machine.listener = machine.started()
    machine.listener.note()
    assert machine.age(at) == pytest.approx(30, abs=EVERY)
    machine.at_work(39)
    assert not machine.is_due(at, 40)  # 69 s of work, but 40 of them are the margin
    machine.at_work(12)
    assert machine.is_due(at, 40)


def test_the_margin_is_ten_minutes_at_most(machine):
    at = machine.now
    machine.at_work(3600)
    machine.pass_(DAY)
    machine.at_work(LONGEST_MARGIN - 10)
    assert not machine.is_due(at, 3600 + 2 * EVERY)
    machine.at_work(20)
    assert machine.is_due(at, 3600 - 2 * EVERY)


@pytest.mark.parametrize("by", [3600.0, 400 * DAY])
def test_a_clock_that_jumps_forward_or_a_machine_that_sleeps_ends_nothing(machine, by):
    at = machine.now
    machine.at_work(30)
    machine.set(by)
    assert not machine.is_due(at, 40)  # before anybody noticed
    machine.listener.note()
    machine.at_work(5)
    assert not machine.is_due(at, 40)
    assert machine.age(at) == pytest.approx(35, abs=EVERY)


@pytest.mark.parametrize("by", [3600.0, 400 * DAY])
def test_a_clock_that_is_set_back_freezes_nothing_and_ends_nothing(machine, by):
    at = machine.now
    machine.at_work(30)
    machine.set(-by)
    machine.listener.note()
    assert machine.age(at) == 0
    machine.at_work(39)
    assert not machine.is_due(at, 40)
    machine.at_work(45)
    assert machine.is_due(at, 40)
    assert not machine.is_due(at, 40, version=2)  # somebody moved, though the record's time stands still
    fresh = machine.now
    machine.at_work(41)
    assert machine.is_due(fresh, 40)


def test_what_lay_ahead_counts_by_the_clock_again_as_soon_as_it_is_past(machine):
    at = stamp(datetime.fromtimestamp(machine.wall + 20, UTC))
    machine.at_work(10)
    assert machine.age(at) == 0
    machine.at_work(30)
    assert machine.age(at) == pytest.approx(20)


def test_what_lay_ahead_is_forgotten_once_it_is_past_though_nobody_asks_for_it_again(machine):
    before = machine.now
    machine.set(-60)
    machine.listener.note()
    for id_ in ("closed", "given_up"):
        machine.listener.age(before, (id_, 1))
    assert len(machine.listener._ahead) == 2
    machine.at_work(90)
    assert machine.listener._ahead == {}


def test_a_server_that_was_restarted_gives_a_margin(machine):
    at = machine.now
    machine.at_work(9.5)
    last, _, count = machine.client.get(SIGN).split()
    machine.client.set(SIGN, b"%s %s %s" % (last, b"another", count))
    machine.at_work(2)
    assert not machine.is_due(at, 10)
    machine.at_work(11)
    assert machine.is_due(at, 10)


def test_a_server_that_was_restarted_is_an_absence_however_soon_it_was_back(machine):
    machine.at_work(10)
    last, _, count = machine.client.get(SIGN).split()
    machine.client.set(SIGN, b"%s %s %s" % (last, b"another", count))
    machine.pass_(1.5)
    machine.listener.note()
    found = machine.listener.periods[-1]
    assert (found.begin, found.end) == (int(last) / 1000, int(machine.wall * 1000) / 1000)
    assert 1.5 <= found.end - found.begin < GAP


def test_a_pause_of_one_listener_is_none_of_the_product_and_all_hear_of_each_absence(machine):
    other = machine.started()
    at = machine.now
    machine.at_work(60, other)
    machine.listener.note()
    assert machine.age(at) == pytest.approx(60)
    machine.pass_(60)
    other.note()
    machine.listener.note()
    assert machine.age(at) == other.age(at, ("m", 1)) == pytest.approx(60, abs=EVERY)


def test_a_listener_that_was_held_up_ends_nothing_for_the_time_it_missed(machine):
    at = machine.now
    machine.at_work(30)
    machine.pass_(1000)  # no sign of anybody, and this round goes on where it was
    assert machine.age(at) <= 30 + GAP


def test_before_the_first_sign_of_all_nobody_was_there(clean_server):
    machine = Machine(clean_server)
    at = machine.now
    machine.pass_(DAY)
    machine.listener.note()
    machine.at_work(9)
    assert machine.age(at) == pytest.approx(9)
    machine.at_work(2)
    assert machine.is_due(at, 10)  # no margin: nobody has been called back


def test_without_any_sign_it_is_the_clock_that_counts(clean_server):
    machine = Machine(clean_server)
    at = machine.now
    machine.pass_(50)
    assert machine.age(at) == pytest.approx(50)


def test_signs_cost_one_write_in_two_seconds(machine):
    machine.client.config_resetstat()
    others = [machine.started() for _ in range(3)]
    for _ in range(100):
        machine.pass_(0.2)
        for listener in others:
            listener.note()
    told = machine.client.info("commandstats")
    assert told["cmdstat_set"]["calls"] <= 20 / EVERY + 1
    assert told["cmdstat_evalsha"]["calls"] <= 3 * 20 / (EVERY / 2) + 3


def test_no_more_absences_are_kept_than_are_read_at_once(machine):
    machine.client.zadd(PERIODS, {f"{number}-{number + 1}": number + 1 for number in range(1, MOST + 50)})
    machine.pass_(60)
    machine.listener.note()
    assert machine.client.zcard(PERIODS) == MOST
    assert machine.listener.periods[-1].end == machine.wall


def test_counts_of_limits_do_not_last_for_as_long_as_the_clock_was_set_back(machine):
    machine.client.set("LIMITS:LIMITER/urbanist/somebody", 30, ex=60)
    machine.set(-3600)
    machine.listener.note()
    assert machine.client.keys("LIMITS:*") == []


def test_periods_count_once_where_they_overlap_and_never_below_zero():
    periods = (Absence(0, 10), Absence(20, 30), Absence(25, 40), Absence(50, 50))
    assert worked(5, 60, periods) == 30
    assert worked(5, 60, periods, margin=5) == 20
    assert worked(22, 28, periods) == worked(22, 44, periods, margin=5) == 0
    assert worked(100, 90, periods) == 0


def test_so_long_ago_is_counted_in_work(machine):
    machine.at_work(100)
    begun = machine.wall - 100
    machine.pass_(DAY)
    machine.listener.note()
    machine.at_work(20)
    assert machine.listener.ago(10) == pytest.approx(machine.wall - 10)
    assert machine.listener.ago(60) == pytest.approx(begun + 60, abs=EVERY)
    assert machine.listener.ago(DAY) == 0


def test_notices_outlive_a_weekend_and_a_clock_that_was_set_back_keeps_some(machine):
    bus = Bus(machine.client, "0", "late")
    bus.join()
    machine.wall = datetime.now(UTC).timestamp()  # the server's own time counts here
    machine.at_work(10)
    machine.client.xadd(bus.key, {"notice": "n"}, id=f"{int((machine.wall - 2 * DAY) * 1000)}-1")
    bus.trim(int(machine.listener.ago(KEPT) * 1000))
    assert machine.client.xlen(bus.key) == 1
    with machine.client.pipeline() as pipe:
        for number in range(AHEAD + 5):
            pipe.xadd(bus.key, {"notice": "n"}, id=f"{int((machine.wall + DAY) * 1000)}-{number + 1}")
        pipe.execute()
    bus.trim(0)
    assert machine.client.xlen(bus.key) == AHEAD


def test_a_server_that_is_away_is_unavailable(tmp_path):
    with pytest.raises(Unavailable):
        Absences(connect(f"unix://{tmp_path}/nobody.sock")).note()
