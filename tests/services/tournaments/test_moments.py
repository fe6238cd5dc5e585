"""Time in tournaments: pauses and absences of the product count for nobody, and what is lost opens nothing."""

from datetime import UTC, datetime
from typing import Any

import pytest

from shared.ledger.absences import Absence, Absences
from shared.ledger.envelope import stamp
from shared.platform.streams import Streams
from shared.tournaments import Announcement, Announcements, Entry, Moments, Times
from shared.tournaments.announcement import announcement_from, texts
from shared.tournaments.moments import Pause
from shared.web.client import shared_client
from tests.services.conftest import Platform
from tests.services.tournaments.played import desk, of_bots, opened, own_table, settle
from tests.services.tournaments.test_people import ANN, BOB, begun, pass_time


def at(seconds: float) -> str:
    return stamp(datetime.fromtimestamp(seconds, UTC))


def absences(now: float, *periods: Absence) -> Absences:
    class Client:
        def register_script(self, script: str) -> Any:
            return None

    found = Absences(Client(), clock=lambda: now)
    found.periods = periods
    return found


@pytest.mark.parametrize(
    ("pauses", "periods", "worked"),
    [
        ([], (), 1000),
        ([Pause(at(100), at(300))], (), 800),
        ([Pause(at(100), at(300)), Pause(at(900))], (), 700),
        ([Pause(at(-50), at(-10))], (), 1000),
        ([Pause(at(-50), at(200))], (), 800),
        ([], (Absence(100, 400),), 700),
        ([Pause(at(100), at(300))], (Absence(500, 600),), 700),
        ([Pause(at(100), at(300))], (Absence(200, 250),), 800),
    ],
)
def test_pauses_and_absences_do_not_count(pauses: list[Pause], periods: tuple[Absence, ...], worked: float):
    base = 1_700_000_000
    moved = [Pause(later(one.begin, base), one.end and later(one.end, base)) for one in pauses]
    away = tuple(Absence(one.begin + base, one.end + base) for one in periods)
    moments = Moments(pauses=moved)
    assert moments.worked(absences(base + 1000, *away), at(base), "round") == pytest.approx(worked)


def later(moment: str, seconds: float) -> str:
    return at(datetime.fromisoformat(moment).timestamp() + seconds)


def test_an_announcement_is_read_as_it_was_kept_and_a_lost_one_lets_nobody_in():
    kept = Announcement("The cup", "Bring a box", 5, Entry.ACCOUNTS, False, True, 7, 8, frozenset({"a", "b"}))
    assert announcement_from(texts(kept)) == kept
    assert announcement_from(texts(Announcement(title="x"))) == Announcement(title="x")
    lost = announcement_from({})
    assert (lost.entry, lost.listed) == (Entry.PRIVATE, False)
    assert announcement_from({**texts(kept), "entry": "friends of friends"}).entry is Entry.PRIVATE


@pytest.mark.server
def test_times_are_read_on_from_where_they_were_and_anew_after_a_restored_backup(platform: Platform):
    id_ = of_bots(platform, rounds=1, bots=2)
    times = Times(platform.streams.ledger)
    assert times.of(id_).paired == {}
    desk(platform, id_, "start")
    desk(platform, id_, "pause", note="lunch")
    assert [one.end for one in times.of(id_).pauses] == [None]
    desk(platform, id_, "resume")
    settle(platform)
    found, whole = times.of(id_), Times(platform.streams.ledger).of(id_)
    assert found == whole
    assert {*found.paired} == {*found.ended} == {0}
    assert found.pauses[0].end
    found.last = None  # as if another past had been read
    assert times.of(id_) == whole


@pytest.mark.server
def test_a_table_waits_as_long_as_its_tournament_says_and_no_longer_than_anybody_needs_it(platform: Platform):
    week = begun(platform, ANN, BOB, to_sit=7 * 24 * 60)
    table = own_table(platform, week, ANN)["match"]
    pass_time(platform, 2 * 86_400.0)
    platform.tables.due.clock = platform.tables.absences.clock
    settle(platform)
    assert Streams(platform.streams.ledger).table(table).state.closed is None
    desk(platform, week, "adjudicate", round=0, table=0, places=[1, 2], note="agreed")
    settle(platform)
    closed = Streams(platform.streams.ledger).table(table).state.closed
    assert closed
    assert (closed.match, closed.reason) == (False, "forgotten")


@pytest.mark.server
def test_names_and_lists_of_a_person_are_kept_in_their_order(platform: Platform):
    kept = Announcements(shared_client())
    first, second = (opened(platform, rounds=1) for _ in range(2))
    kept.note_part("somebody0000", first, 1.0)
    kept.note_part("somebody0000", second, 2.0)
    kept.note_part("somebody0000", first, 3.0)
    assert kept.of_person("somebody0000") == [second, first]
    kept.name(first, 3, "Anna")
    assert kept.names(first) == {3: "Anna"}
