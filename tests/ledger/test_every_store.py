"""One contract for all stores: in memory, in a stand-in for Redis, on a real server."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import fakeredis
import pytest

from shared.errors import Conflict, Malformed
from shared.ledger.canonical import canonical
from shared.ledger.envelope import Stored
from shared.ledger.memory import MemoryLedger
from shared.ledger.redis import RedisLedger, bus_key, connect, partition
from shared.ledger.store import Ledger, Notice

MATCH = "match:m1k2m3k4m5k6"
NOTICE = Notice(MATCH, 1, "match.turn_started", (0, 1))
ONE, TWO, THREE = Stored(b'{"one":1}'), Stored(b'{"two":2}', b'{"part":{}}'), Stored(b"\xe2\x80\xa8\r\n\x00")


@pytest.fixture(params=["memory", "fakeredis", pytest.param("server", marks=pytest.mark.server)])
def ledger(request: pytest.FixtureRequest) -> Iterator[Ledger]:
    if request.param == "memory":
        yield MemoryLedger()
    elif request.param == "fakeredis":
        yield RedisLedger(fakeredis.FakeRedis(protocol=2))
    else:
        client = connect(request.getfixturevalue("server"))
        client.flushall()
        yield RedisLedger(client)
        client.close()


def append(ledger: Ledger, stream: str, expected: int, *entries: Stored) -> None:
    notices = [Notice(stream, version, "match.ended") for version, _ in enumerate(entries, expected + 1)]
    ledger.append(stream, expected, entries, notices)


def told(ledger: Ledger, stream: str) -> list[Notice]:
    if isinstance(ledger, MemoryLedger):
        return ledger.notices
    assert isinstance(ledger, RedisLedger)
    bus = ledger.client.xrange(bus_key(partition(stream.partition(":")[2])))
    return [Notice.from_bytes(fields[b"notice"]) for _, fields in bus]


def test_what_was_appended_is_read_byte_for_byte(ledger):
    append(ledger, MATCH, 0, ONE, TWO)
    append(ledger, MATCH, 2, THREE)
    assert ledger.read(MATCH) == [ONE, TWO, THREE]


def test_a_stream_that_is_not_there_is_empty_and_at_version_0(ledger):
    assert (ledger.read(MATCH), ledger.last(MATCH)) == ([], 0)


def test_the_tail_is_what_comes_after_a_version(ledger):
    append(ledger, MATCH, 0, ONE, TWO, THREE)
    assert ledger.read(MATCH, after=1) == [TWO, THREE]
    assert ledger.read(MATCH, after=3) == []


def test_the_last_version_counts_the_events(ledger):
    append(ledger, MATCH, 0, ONE, TWO, THREE)
    assert ledger.last(MATCH) == 3
    assert not ledger.is_archived(MATCH)


@pytest.mark.parametrize("expected", [0, 1, 3])
def test_who_expects_another_version_changes_nothing_and_is_told(ledger, expected):
    append(ledger, MATCH, 0, ONE, TWO)
    with pytest.raises(Conflict, match=f"{MATCH} is at version 2, not {expected}"):
        append(ledger, MATCH, expected, THREE)
    assert ledger.read(MATCH) == [ONE, TWO]
    assert len(told(ledger, MATCH)) == 2


def test_who_expects_another_past_changes_nothing(ledger):
    append(ledger, MATCH, 0, ONE, TWO)
    notices = [Notice(MATCH, 3, "match.ended")]
    for last in (ONE, THREE):
        with pytest.raises(Conflict, match=f"{MATCH} has another past at version 2"):
            ledger.append(MATCH, 2, [THREE], notices, last)
    assert (ledger.read(MATCH), len(told(ledger, MATCH))) == ([ONE, TWO], 2)
    ledger.append(MATCH, 2, [THREE], notices, TWO)
    assert ledger.read(MATCH) == [ONE, TWO, THREE]


def test_a_stream_starts_once(ledger):
    append(ledger, MATCH, 0, ONE)
    with pytest.raises(Conflict):
        append(ledger, MATCH, 0, ONE)


def test_every_event_is_told_to_the_bus_in_order_and_without_data(ledger):
    notices = [Notice(MATCH, 1, "match.started"), Notice(MATCH, 2, "match.turn_started", (0, 1))]
    ledger.append(MATCH, 0, [ONE, TWO], notices)
    assert told(ledger, MATCH) == notices


def test_a_notice_knows_the_id_of_what_it_tells_of():
    assert Notice(MATCH, 1, "match.started").id == "m1k2m3k4m5k6"


@pytest.mark.parametrize("name", Notice._fields)
def test_what_is_no_notice_is_refused_in_one_way(name: str):
    said = {**NOTICE._asdict(), "seats": [0, 1]}
    assert Notice.from_bytes(canonical(said)) == NOTICE
    missing = {each: value for each, value in said.items() if each != name}
    others: tuple[Any, ...] = (5, 1, "x", None, True, [], {}, ["x"], [True], [None])
    for other in others:
        if type(other) is not type(said[name]) or (name == "seats" and other):
            with pytest.raises(Malformed):
                Notice.from_bytes(canonical({**said, name: other}))
    for whole in (missing, {**said, "more": 1}, [said], None, name):
        with pytest.raises(Malformed, match="a notice has stream, version, type, seats and nothing else"):
            Notice.from_bytes(canonical(whole))
    with pytest.raises(Malformed):
        Notice.from_bytes(b"\xff")
    with pytest.raises(Malformed, match="the seats of a notice are numbers"):
        Notice.from_bytes(canonical({**said, "seats": [0, "1"]}))


def test_entries_and_notices_come_in_pairs(ledger):
    with pytest.raises(ValueError, match="shorter"):
        ledger.append(MATCH, 0, [ONE, TWO], [Notice(MATCH, 1, "match.started")])
    assert ledger.last(MATCH) == 0


def test_an_append_of_nothing_leaves_nothing(ledger):
    ledger.append(MATCH, 0, [], [])
    assert (ledger.last(MATCH), ledger.ids("match")) == (0, [])


def test_ids_are_those_of_one_kind_sorted(ledger):
    for stream in ("match:bbbbbbbbbbbb", "match:aaaaaaaaaaaa", "table:cccccccccccc", "rating:quadropolis-classic"):
        append(ledger, stream, 0, ONE)
    assert ledger.ids("match") == ["aaaaaaaaaaaa", "bbbbbbbbbbbb"]
    assert ledger.ids("rating") == ["quadropolis-classic"]
    assert ledger.ids("score") == []


def test_what_another_ledger_holds_is_put_away_whole_once_and_nobody_is_told(ledger):
    ledger.put_away(MATCH, [ONE, TWO, THREE])
    assert (ledger.read(MATCH), ledger.last(MATCH), told(ledger, MATCH)) == ([ONE, TWO, THREE], 3, [])
    with pytest.raises(Conflict, match="is at version 3, not 0"):
        ledger.put_away(MATCH, [ONE])
    append(ledger, MATCH, 3, ONE)
    assert [notice.version for notice in told(ledger, MATCH)] == [4]


@pytest.mark.parametrize("rounds", [150])
def test_of_two_who_append_at_once_one_wins_and_the_other_is_told(ledger, rounds):
    def attempt(expected: int, entry: Stored) -> bool:
        try:
            append(ledger, MATCH, expected, entry)
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(2) as threads:
        for expected in range(rounds):
            outcomes = list(threads.map(attempt, [expected] * 2, [ONE, TWO]))
            assert sorted(outcomes) == [False, True]
            assert ledger.read(MATCH, after=expected) == [ONE if outcomes[0] else TWO]
    assert len(told(ledger, MATCH)) == rounds
