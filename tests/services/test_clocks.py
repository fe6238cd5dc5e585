"""Clocks of matches on a server: they run out as the table chose, absences are given back, and nothing is lost."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from services.game_command.clocks import DUE, WHOLE, Keeping
from services.game_command.vacations import vacations
from shared.bots import stand_in
from shared.errors import NotAllowed, Unavailable
from shared.ledger.absences import Absence
from shared.ledger.envelope import Envelope, moment, stamp
from shared.people.vacations import Vacations
from shared.platform.again.decided_again import first_difference
from shared.platform.match import Match
from shared.platform.records.export import streams_of
from shared.platform.terms import DAY, VACATION_DAYS
from shared.web.ledger import absences, streams
from tests.services.conftest import Platform
from tests.waiting import until

pytestmark = pytest.mark.server
TURN = {"kind": "turn", "seconds": 30}
DAYS = {"kind": "days", "seconds": DAY}


class Hour:
    """What time it is for the services."""

    def __init__(self) -> None:
        self.now = datetime(2026, 5, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def passes(self, **lasts: float) -> None:
        self.now += timedelta(**lasts)

    @property
    def milliseconds(self) -> int:
        return moment(stamp(self.now))


@pytest.fixture
def hour(platform: Platform, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hour]:
    hour = Hour()
    for handler in (streams().matches, streams().tables):
        monkeypatch.setattr(handler, "now", hour)
    know(platform, monkeypatch)
    vacations.cache_clear()
    yield hour
    vacations.cache_clear()


def begun(platform: Platform, clock: Any = TURN, out: str = "turn", cause: str = "open-0001") -> str:
    """A match of ada and bob."""
    terms = {"clock": clock, "out": out}
    opened: Any = platform.ask("ada", "POST", "/tables", game="quadropolis", seats=2, terms=terms, cause=cause).json
    for who in ("ada", "bob"):
        assert platform.ask(who, "POST", f"/tables/{opened['id']}/seats", cause=f"sit-{cause}").status_code == 200
    platform.settle()
    return str(opened["id"])


def match(id_: str) -> Match:
    return streams().matches.at_present(streams().match(id_)).state


def mover(id_: str) -> str:
    found = match(id_)
    return found.players[found.called[0]].removeprefix("person:")


def move(platform: Platform, id_: str) -> Any:
    who = mover(id_)
    seen: Any = platform.ask(who, "GET", f"/matches/{id_}").json
    body = {"turn": seen["turn"], "move": seen["legal_moves"][0], "cause": f"move-{seen['turn']:05}"}
    return platform.ask(who, "POST", f"/matches/{id_}/moves", **body)


def types(id_: str) -> list[str]:
    return [Envelope.from_bytes(entry.envelope).type for entry in streams().ledger.read(f"match:{id_}")]


def is_just(id_: str) -> bool:
    return first_difference(id_, streams_of(streams().ledger, id_)) is None


def keep(platform: Platform) -> None:
    platform.matches.clocks.round()
    platform.settle()


def been_away(platform: Platform, monkeypatch: pytest.MonkeyPatch, hour: Hour, **lasts: float) -> None:
    begin = hour.milliseconds / 1000
    hour.passes(**lasts)
    know(platform, monkeypatch, Absence(begin, hour.milliseconds / 1000))


def know(platform: Platform, monkeypatch: pytest.MonkeyPatch, *periods: Absence) -> None:
    """Signs are left by the real clock, which these tests do without."""
    for known in (platform.matches.clocks.absences, absences()):
        monkeypatch.setattr(known, "note", lambda: None)
        monkeypatch.setattr(known, "periods", periods)


def test_the_stand_in_plays_a_turn_whose_time_is_over_and_the_person_plays_the_next_one(platform: Platform, hour: Hour):
    id_ = begun(platform)
    first = mover(id_)
    hour.passes(seconds=31)
    keep(platform)
    assert "match.time_ran_out" not in types(id_)
    hour.passes(milliseconds=1)
    keep(platform)
    assert types(id_).count("match.time_ran_out") == types(id_).count("match.stood_in") == 1
    keep(platform)
    assert types(id_).count("match.time_ran_out") == 1
    assert mover(id_) != first
    assert move(platform, id_).status_code == 200
    assert mover(id_) == first
    assert is_just(id_)


@pytest.mark.parametrize("out", ["seat", "loss"])
def test_the_stand_in_plays_on_for_good(platform: Platform, hour: Hour, out: str):
    id_ = begun(platform, out=out)
    first = match(id_).called[0]
    hour.passes(seconds=32)
    keep(platform)
    assert match(id_).players[first] == stand_in()
    assert match(id_).called == (1 - first,)  # it has moved
    while not match(id_).is_over:
        assert move(platform, id_).status_code == 200
        platform.settle()
    count = streams().score(id_)
    assert count is not None
    assert (count.places[first] == 2) or out == "seat"
    assert is_just(id_)


def test_a_move_that_comes_too_late_is_refused_and_a_little_lateness_is_on_record(platform: Platform, hour: Hour):
    id_ = begun(platform)
    hour.passes(seconds=30.4)
    assert move(platform, id_).status_code == 200
    assert "match.lateness_forgiven" in types(id_)
    hour.passes(seconds=31.5)
    answer = move(platform, id_)
    assert answer.status_code == 409
    assert answer.json["sentence"] == "your time for this turn has run out"


def test_an_absence_is_given_back_before_a_move_is_judged(platform: Platform, hour: Hour, monkeypatch):
    id_ = begun(platform)
    been_away(platform, monkeypatch, hour, hours=2)
    hour.passes(seconds=10)
    assert move(platform, id_).status_code == 200
    assert types(id_).count("match.time_credited") == 1
    assert "match.lateness_forgiven" not in types(id_)
    assert is_just(id_)


def test_an_absence_is_given_back_once_before_time_runs_out(platform: Platform, hour: Hour, monkeypatch):
    id_ = begun(platform)
    been_away(platform, monkeypatch, hour, hours=2)
    for _ in range(3):
        keep(platform)
    assert types(id_).count("match.time_credited") == 1
    hour.passes(seconds=31.001)
    keep(platform)
    assert types(id_)[-4:].count("match.stood_in") == 1
    assert is_just(id_)


def test_deadlines_survive_the_loss_of_what_says_when_they_are(platform: Platform, hour: Hour):
    id_ = begun(platform)
    platform.matches.clocks.round()
    assert platform.redis.zscore(DUE, id_) == hour.milliseconds + 31_001
    platform.redis.delete(DUE)
    platform.matches.clocks.round()
    assert platform.redis.zscore(DUE, id_) == hour.milliseconds + 31_001
    assert platform.redis.zscore(DUE, WHOLE) == float("inf")


def test_what_is_over_is_due_no_more_and_one_without_a_clock_never_is(platform: Platform, hour: Hour):
    id_, other = begun(platform), begun(platform, clock=None, cause="open-0002")
    keep(platform)
    assert platform.redis.zscore(DUE, other) is None
    for who in ("ada", "bob"):
        platform.ask(who, "POST", f"/matches/{id_}/resign", cause="resign-01")
    platform.settle()
    hour.passes(hours=1)
    keep(platform)
    assert platform.redis.zscore(DUE, id_) is None


def test_a_match_that_cannot_be_kept_keeps_no_other_from_being_kept(platform: Platform, hour: Hour, monkeypatch):
    bad, good = begun(platform), begun(platform, cause="open-0002")
    clocks = platform.matches.clocks
    kept = clocks.keep

    def keeps(id_: str) -> None:
        if id_ == bad:
            raise ZeroDivisionError("a fault in this match")
        kept(id_)

    monkeypatch.setattr(clocks, "keep", keeps)
    hour.passes(seconds=32)
    keep(platform)
    assert "match.time_ran_out" in types(good)
    assert platform.redis.zscore(DUE, bad) == hour.milliseconds + 60_000


def test_a_pause_that_all_want_stops_the_clocks_and_ends_by_itself(platform: Platform, hour: Hour):
    id_ = begun(platform)
    turn = match(id_).turn
    for who in ("ada", "bob"):
        assert platform.ask(who, "POST", f"/matches/{id_}/pause", turn=turn, cause="pause-001").status_code == 200
    platform.settle()
    again = platform.ask("ada", "POST", f"/matches/{id_}/pause", turn=turn, cause="pause-001")
    assert (again.status_code, types(id_)[-1]) == (200, "match.paused")
    hour.passes(hours=23)
    keep(platform)
    assert "match.resumed" not in types(id_)
    for _ in range(2):
        assert platform.ask("ada", "POST", f"/matches/{id_}/resume", cause="resume-01").status_code == 200
    assert types(id_)[-1] == "match.resume_agreed"
    hour.passes(hours=1)
    keep(platform)
    assert types(id_)[-1] == "match.resumed"
    assert match(id_).time.running == match(id_).called
    assert is_just(id_)


def test_a_vacation_stops_the_clocks_of_all_ones_matches_also_in_later_turns(platform: Platform, hour: Hour):
    one, two = begun(platform, DAYS), begun(platform, DAYS, cause="open-0002")
    ada = match(one).seat_of("person:ada")
    assert ada is not None
    body = {"days": 7, "cause": "vacation-1"}
    first = platform.ask("ada", "POST", f"/matches/{one}/vacation", **body)
    assert first.status_code == 200, first.text
    assert platform.ask("ada", "POST", f"/matches/{one}/vacation", **body).json == first.json
    platform.settle()
    until = hour.milliseconds + 7 * DAY * 1000
    assert [match(id_).time.hands[ada].away for id_ in (one, two)] == [until, until]
    three = begun(platform, DAYS, cause="open-0003")
    while mover(three) != "ada":
        move(platform, three)
        platform.settle()
    assert match(three).time.hands[ada].away == until
    hour.passes(days=2)
    assert platform.ask("ada", "POST", f"/matches/{two}/vacation", days=0, cause="vacation-2").status_code == 200
    platform.settle()
    assert [match(id_).time.hands[ada].away for id_ in (one, two, three)] == [hour.milliseconds] * 3
    assert vacations().of("person:ada", hour.milliseconds).left == VACATION_DAYS - 2
    assert is_just(one)
    assert is_just(three)


def test_nobody_takes_more_days_than_a_year_has_and_a_refusal_takes_none(platform: Platform, hour: Hour):
    id_, other = begun(platform, DAYS), begun(platform, cause="open-0002")
    refused = platform.ask("ada", "POST", f"/matches/{other}/vacation", days=3, cause="vacation-1")
    assert refused.status_code == 403
    assert "only a clock of days stands during a vacation" in refused.text
    days = Vacations(vacations().redis)
    days.take("person:ada", 20, hour.milliseconds)
    hour.passes(days=20)
    with pytest.raises(NotAllowed, match="10 days of vacation are left in this year"):
        days.take("person:ada", 11, hour.milliseconds)
    days.take("person:bob", 29, hour.milliseconds)
    hour.passes(days=29)
    with pytest.raises(NotAllowed, match="1 day of vacation is left in this year"):
        days.take("person:bob", 2, hour.milliseconds)
    hour.passes(days=-29)
    assert platform.ask("ada", "POST", f"/matches/{id_}/vacation", days=10, cause="vacation-2").status_code == 200
    hour.passes(days=360)
    assert days.of("person:ada", hour.milliseconds).left == VACATION_DAYS


def test_the_keeper_goes_on_after_a_round_that_failed():
    rounds: list[int] = []

    def round_() -> None:
        rounds.append(len(rounds))
        if len(rounds) == 1:
            raise Unavailable("the server is away")

    keeping = Keeping(round_)
    keeping.start()
    until(lambda: len(rounds) > 2 or None)
    keeping.end()
    assert not keeping.is_alive()


def test_a_program_reads_the_time_that_is_left(platform: Platform, hour: Hour):
    id_ = begun(platform)
    called = match(id_).called[0]
    hour.passes(seconds=12)
    seen: Any = platform.ask("ada", "GET", f"/matches/{id_}").json
    assert seen["time"]["now"] == hour.milliseconds
    assert seen["time"]["seats"][called] == {"milliseconds": 18_000, "running": True}
    assert seen["time"]["paused"] is None
    other: Any = platform.ask("ada", "GET", f"/matches/{begun(platform, None, cause='open-0002')}").json
    assert other["time"] is None
