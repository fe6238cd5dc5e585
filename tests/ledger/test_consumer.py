"""Hear twice, act once, on a real server: leftovers, the dead, bad notices, and a server that goes away."""

import logging
import time
from contextlib import ExitStack
from typing import Any

import pytest
from redis import ConnectionError

from shared.errors import Unavailable
from shared.ledger.absences import Absences
from shared.ledger.consumer import FAILURES, Consumer, Newest
from shared.ledger.envelope import Stored
from shared.ledger.redis import RedisLedger, bus_key, connect, dead_key, partition
from shared.ledger.store import Notice
from tests.servers import running_server

pytestmark = pytest.mark.server

STREAM = "match:m1k2m3k4m5k6"
OTHER = "match:n1n2n3n4n5n6"
PART = partition("m1k2m3k4m5k6")


@pytest.fixture
def client(server):
    client = connect(server)
    client.flushall()
    yield client
    client.close()


def consumer(client: Any, name: str = "one", group: str = "scoring", **more: Any) -> Consumer:
    return Consumer(client, group, name, **{"wait": 0.01, "pause": 0.01, "dead_after": 0.0, **more})


def tell(client: Any, count: int = 1, stream: str = STREAM, type_: str = "match.ended") -> list[Notice]:
    ledger = RedisLedger(client)
    after = ledger.last(stream)
    notices = [Notice(stream, after + 1 + at, type_, (at,)) for at in range(count)]
    ledger.append(stream, after, [Stored(b"{}")] * count, notices)
    return notices


def pending(client: Any, group: str = "scoring") -> int:
    return int(client.xpending(bus_key(PART), group)["pending"])


def dead(client: Any) -> list[dict[bytes, bytes]]:
    return [fields for _, fields in client.xrange(dead_key(PART))]


def test_what_was_told_before_the_group_came_is_heard(client):
    told, heard = tell(client, 2), list[Notice]()
    assert consumer(client).step({"match.ended": heard.append}) == 2
    assert (heard, pending(client)) == (told, 0)


def test_each_notice_is_heard_once(client):
    heard: list[Notice] = []
    one = consumer(client)
    for _ in range(3):
        tell(client)
        one.step({"match.ended": heard.append})
    assert [notice.version for notice in heard] == [1, 2, 3]


def test_all_partitions_are_heard(client):
    heard: list[Notice] = []
    told = tell(client) + tell(client, stream=OTHER)
    assert partition("n1n2n3n4n5n6") != PART
    consumer(client).step({"match.ended": heard.append})
    assert sorted(heard) == sorted(told)


def test_every_group_hears_everything(client):
    tell(client)
    heard: list[Notice] = []
    for group in ("scoring", "matchmaking"):
        assert consumer(client, group=group).step({"match.ended": heard.append}) == 1
    assert len(heard) == 2


def test_a_type_without_a_reaction_is_acknowledged(client):
    tell(client, type_="match.paused")
    assert consumer(client).step({}) == 1
    assert pending(client) == 0


def test_what_a_predecessor_left_is_acknowledged_where_nobody_reacts_to_it_any_more(client):
    def fails(notice: Notice) -> None:
        raise ValueError("a slip")

    tell(client)
    consumer(client).step({"match.ended": fails})
    assert pending(client) == 1
    consumer(client, dead_after=3600).step({})
    assert pending(client) == 0


def test_what_is_no_notice_on_the_bus_is_acknowledged(client):
    client.xadd(bus_key(PART), {"something": "else"})
    assert consumer(client).step({}) == 1
    assert pending(client) == 0


def test_nothing_new_is_waited_for_and_is_no_error(client):
    assert consumer(client).step({}) == 0


def test_a_consumer_never_waits_for_longer_than_a_second(client):
    assert consumer(client, wait=60).wait == 1


def test_a_failure_is_tried_again_as_a_left_over_before_the_news(client):
    heard: list[int] = []

    def fails_once(notice: Notice) -> None:
        heard.append(notice.version)
        if len(heard) == 1:
            raise ValueError("a slip")

    tell(client)
    one = consumer(client)
    assert one.step({"match.ended": fails_once}) == 0
    assert pending(client) == 1
    tell(client)
    assert one.step({"match.ended": fails_once}) == 2
    assert heard == [1, 1, 2]
    assert (pending(client), client.keys("*failures*")) == (0, [])


def test_a_consumer_of_the_same_name_finds_what_its_predecessor_left(client):
    class Killed(BaseException):
        pass

    def dies(notice: Notice) -> None:
        raise Killed

    tell(client)
    with pytest.raises(Killed):
        consumer(client).step({"match.ended": dies})
    heard: list[Notice] = []
    consumer(client, dead_after=3600).step({"match.ended": heard.append})
    assert len(heard) == 1


def test_what_the_dead_left_is_taken_over(client):
    def fails(notice: Notice) -> None:
        raise ValueError("a slip")

    tell(client)
    consumer(client, "dead").step({"match.ended": fails})
    heard: list[Notice] = []
    patient = consumer(client, "patient", dead_after=3600)
    patient.step({"match.ended": heard.append})
    assert heard == []
    consumer(client, "heir").step({"match.ended": heard.append})
    assert len(heard) == 1


def test_what_the_dead_left_is_heard_at_once_where_the_server_went_away_while_it_was_taken_over(client, monkeypatch):
    def fails(notice: Notice) -> None:
        raise ValueError("a slip")

    def goes_away(too_old: int) -> None:
        raise ConnectionError

    heir, heard = consumer(client, "heir"), list[Notice]()
    assert heir.step({"match.ended": heard.append}) == 0
    tell(client)
    consumer(client, "dead").step({"match.ended": fails})
    heir.tidy_every = 0.0
    with monkeypatch.context() as broken:
        broken.setattr(heir.buses[bus_key(PART).encode()], "trim", goes_away)
        with pytest.raises(Unavailable):
            heir.step({"match.ended": heard.append})
    heir.tidy_every = 3600.0
    heir.step({"match.ended": heard.append})
    assert len(heard) == 1


def test_five_failures_make_a_dead_letter_with_its_traceback_and_ring_the_alarm(client, caplog):
    tries: list[Notice] = []

    def fails(notice: Notice) -> None:
        tries.append(notice)
        raise ValueError("for ever")

    (notice,) = tell(client)
    one = consumer(client)
    for _ in range(FAILURES + 2):
        one.step({"match.ended": fails})
    assert len(tries) == FAILURES
    (letter,) = dead(client)
    assert letter[b"notice"] == notice.to_bytes()
    assert letter[b"group"] == b"scoring"
    assert b"ValueError: for ever" in letter[b"reason"]
    assert [record.levelno for record in caplog.records].count(logging.ERROR) == 1
    assert (pending(client), client.keys("*failures*")) == (0, [])


def test_one_bad_notice_does_not_stop_the_others(client):
    client.xadd(bus_key(PART), {"notice": b"not JSON"})
    told, heard = tell(client), list[Notice]()
    one = consumer(client)
    for _ in range(FAILURES):
        one.step({"match.ended": heard.append})
    assert heard == told
    assert [letter[b"notice"] for letter in dead(client)] == [b"not JSON"]


def test_a_notice_that_kills_its_process_each_time_becomes_a_dead_letter(client):
    class Killed(BaseException):
        pass

    tries: list[Notice] = []

    def dies(notice: Notice) -> None:
        tries.append(notice)
        raise Killed

    tell(client)
    for _ in range(FAILURES):
        with pytest.raises(Killed):
            consumer(client).step({"match.ended": dies})
    assert consumer(client).step({"match.ended": dies}) == 1
    assert len(tries) == FAILURES
    assert b"process ended" in dead(client)[0][b"reason"]


def test_a_service_that_is_away_is_not_the_fault_of_the_notice(client):
    def away(notice: Notice) -> None:
        raise Unavailable("away")

    tell(client)
    one = consumer(client)
    for _ in range(FAILURES + 3):
        with pytest.raises(Unavailable):
            one.step({"match.ended": away})
    heard: list[Notice] = []
    one.step({"match.ended": heard.append})
    assert len(heard) == 1
    assert dead(client) == []


def test_a_notice_that_was_trimmed_away_is_let_go(client):
    def fails(notice: Notice) -> None:
        raise ValueError("a slip")

    tell(client)
    one = consumer(client, dead_after=3600)
    one.step({"match.ended": fails})
    client.xtrim(bus_key(PART), maxlen=0, approximate=False)
    assert one.step({"match.ended": fails}) == 1
    assert pending(client) == 0


def old(client: Any, hours: float, seconds: float = 0) -> str:
    now = client.time()[0] * 1000
    return f"{int(now - hours * 3_600_000 - seconds * 1000)}-0"


def on_the_bus(client: Any) -> list[bytes]:
    return [entry for entry, _ in client.xrange(bus_key(PART))]


def test_the_bus_keeps_what_a_group_still_needs_and_a_minute_for_the_sockets(client):
    notice = Notice(STREAM, 1, "match.ended").to_bytes()
    entries = [old(client, 2), old(client, 1), old(client, 0, 30)]
    for entry in entries[:2]:
        client.xadd(bus_key(PART), {"notice": notice}, id=entry)
    one, late = consumer(client, tidy_every=0), consumer(client, group="late")
    late.step({})
    client.xadd(bus_key(PART), {"notice": notice}, id=entries[2])
    one.step({})
    one.tidy()
    assert [entry.decode() for entry in on_the_bus(client)] == entries[1:]
    late.step({})
    one.tidy()
    assert [entry.decode() for entry in on_the_bus(client)] == entries[2:]


def test_what_a_group_began_and_did_not_finish_stays_on_the_bus(client):
    def fails(notice: Notice) -> None:
        raise ValueError("a slip")

    notice = Notice(STREAM, 1, "match.ended").to_bytes()
    for hours in (2, 1):
        client.xadd(bus_key(PART), {"notice": notice}, id=old(client, hours))
    one = consumer(client)
    one.step({"match.ended": fails})
    one.tidy()
    assert len(on_the_bus(client)) == 2


def test_after_a_day_a_notice_goes_even_if_a_group_never_came(client):
    client.xadd(bus_key(PART), {"notice": b"{}"}, id=old(client, 25))
    client.xgroup_create(bus_key(PART), "gone", id="0")
    one = consumer(client, tidy_every=0)
    one.step({})
    one.step({})
    assert on_the_bus(client) == []


def test_what_came_before_a_long_absence_is_heard_before_it_goes(client):
    heard: list[Notice] = []
    one = consumer(client, tidy_every=0)
    one.step({})
    notice = Notice(STREAM, 1, "match.ended").to_bytes()
    client.xadd(bus_key(PART), {"notice": notice}, id=old(client, 0, 1))
    newest = int(client.xinfo_stream(bus_key(PART))["last-generated-id"].split(b"-")[0])
    late = consumer(client, tidy_every=0, absences=Absences(client, lambda: newest / 1000 + 3 * 86_400))
    late.step({"match.ended": heard.append})
    assert len(heard) == 1
    late.step({})
    assert on_the_bus(client) == []


def test_an_emptied_server_gets_its_groups_again(client):
    one = consumer(client)
    one.step({})
    client.flushall()
    told, heard = tell(client), list[Notice]()
    assert one.step({"match.ended": heard.append}) == 0
    one.step({"match.ended": heard.append})
    assert heard == told


def test_an_error_of_the_server_that_is_not_about_groups_is_not_hidden(client):
    client.set(bus_key(PART), "no stream")
    with pytest.raises(Exception, match="WRONGTYPE"):
        consumer(client).step({})


def test_a_consumer_goes_on_after_the_server_was_restarted_and_says_once_that_it_waits(var, caplog):
    with running_server(var) as url:
        client = connect(url)
        one = consumer(client)
        tell(client)
        one.step({})
    heard: list[Notice] = []
    steps = iter(range(100))

    def stops() -> bool:
        step = next(steps)
        if step == 3:
            stack.enter_context(running_server(var))
            tell(client)
        return bool(heard) or step == 99

    with ExitStack() as stack:
        one.run({"match.ended": heard.append}, stops)
        client.close()
    assert [notice.version for notice in heard] == [2]
    assert [record.message.split(":")[0] for record in caplog.records] == ["scoring waits"]


def requests(client: Any, *names: str) -> list[int]:
    told = client.info("commandstats")
    return [int(told.get(f"cmdstat_{name}", {"calls": 0})["calls"]) for name in names]


def test_news_is_acknowledged_together_and_leftovers_are_read_only_where_there_may_be_some(client):
    one, heard = consumer(client), list[Notice]()
    one.step({"match.ended": heard.append})
    before = requests(client, "xack", "hdel", "xreadgroup")
    tell(client, 5, type_="match.paused")
    tell(client, 1)
    assert one.step({"match.ended": heard.append}) == 6
    after = requests(client, "xack", "hdel", "xreadgroup")
    assert [now - then for then, now in zip(before, after, strict=True)] == [1, 0, 1]
    assert (len(heard), pending(client)) == (1, 0)


def test_after_a_failure_left_overs_are_looked_for_again(client):
    def away(notice: Notice) -> None:
        raise Unavailable("away")

    one, heard = consumer(client), list[Notice]()
    one.step({})
    tell(client)
    with pytest.raises(Unavailable):
        one.step({"match.ended": away})
    assert one.step({"match.ended": heard.append}) == 1
    assert len(heard) == 1


def test_of_news_about_one_stream_the_newest_is_enough_where_a_reaction_says_so(client):
    heard: list[Notice] = []
    newest, each = Newest(heard.append), heard.append
    told = [*tell(client, 2), *tell(client, 1, type_="match.paused"), *tell(client, 1, type_="match.resumed")]
    other = tell(client, stream=OTHER)
    assert consumer(client).step({"match.ended": newest, "match.paused": newest, "match.resumed": each}) == 5
    assert sorted(heard) == sorted([told[2], told[3], *other])
    assert pending(client) == 0


def test_what_the_newest_stands_for_is_finished_only_with_it(client):
    def fails(notice: Notice) -> None:
        raise ValueError("a slip")

    told, heard = tell(client, 3), list[Notice]()
    one = consumer(client)
    assert one.step({"match.ended": Newest(fails)}) == 0
    assert pending(client) == 3
    one.step({"match.ended": Newest(heard.append)})
    assert (heard, pending(client)) == (told, 0)


def test_what_came_before_a_service_went_away_is_heard_again(client):
    heard: list[int] = []

    def away_at_first(notice: Notice) -> None:
        heard.append(notice.version)
        if heard == [1, 2]:
            raise Unavailable("away")

    tell(client, 3)
    one = consumer(client)
    with pytest.raises(Unavailable):
        one.step({"match.ended": away_at_first})
    assert one.step({"match.ended": away_at_first}) == 3
    assert (heard, pending(client), dead(client)) == ([1, 2, 1, 2, 3], 0, [])


def test_news_is_gathered_while_there_is_some(client):
    one, heard = consumer(client, gather=0.2), list[Notice]()
    tell(client)
    one.step({"match.ended": heard.append})
    began = time.monotonic()
    tell(client)
    one.step({"match.ended": heard.append})
    assert time.monotonic() - began > 0.15
    one.step({})
    tell(client)
    began = time.monotonic()
    one.step({"match.ended": heard.append})
    assert (time.monotonic() - began < 0.15, len(heard)) == (True, 3)


def test_a_bus_is_trimmed_while_another_group_finishes_what_it_had(client, monkeypatch):
    """What was pending when the groups were listed may be none of it a moment later."""
    one = consumer(client, tidy_every=0)
    tell(client)
    one.step({}, waits=False)
    bus = one.buses[bus_key(PART).encode()]
    real = client.xinfo_groups
    monkeypatch.setattr(bus.client, "xinfo_groups", lambda key: [{**group, "pending": 1} for group in real(key)])
    bus.trim(0)
    assert client.xlen(bus_key(PART)) == 1
