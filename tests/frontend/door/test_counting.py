"""Requests are counted by the server for all processes, claimed in small blocks, and never more than are allowed."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from redis import Redis

from frontend.door import counting
from frontend.door.counting import Counting, Window

pytestmark = pytest.mark.server
PERSON, ADDRESS = Window("person/60", 120, 60), Window("address/60", 1200, 60)


@pytest.fixture
def client(clean_server: str) -> Iterator["Redis"]:
    with closing(Redis.from_url(clean_server, protocol=2, decode_responses=True)) as made:
        yield made


def passed(process: Counting, *windows: Window, tries: int = 2000) -> int:
    return sum(not process.wait(windows) for _ in range(tries))


def test_one_process_lets_as_many_through_as_are_allowed(client: "Redis"):
    for most in (1, 7, 60, 130):
        assert passed(Counting(client), Window(f"of {most}", most, 60), tries=200) == most


def test_most_requests_ask_the_server_nothing(client: "Redis"):
    process = Counting(client)
    process.wait([PERSON, ADDRESS])
    client.config_resetstat()
    passed(process, PERSON, ADDRESS, tries=119)
    assert client.info("commandstats")["cmdstat_evalsha"]["calls"] == 59


def test_what_is_refused_asks_the_server_nothing_and_counts_nowhere(client: "Redis"):
    process = Counting(client)
    assert passed(process, PERSON, ADDRESS, tries=120) == 120
    assert 55 < process.wait([PERSON, ADDRESS]) <= 60
    client.config_resetstat()
    assert passed(process, PERSON, ADDRESS) == 0
    assert "cmdstat_evalsha" not in client.info("commandstats")
    assert client.get(counting.KEY + ADDRESS.name) == "120"


def test_processes_share_a_limit_and_lose_at_most_a_block_each(client: "Redis"):
    processes = [Counting(client) for _ in range(3)]
    with ThreadPoolExecutor(12) as threads:
        counts = [threads.submit(passed, processes[number % 3], ADDRESS, tries=500) for number in range(12)]
        total = sum(each.result() for each in counts)
    assert ADDRESS.most - 3 * ADDRESS.block <= total <= ADDRESS.most


def test_a_window_ends_and_begins_again(client: "Redis"):
    process = Counting(client)
    short = Window("short", 2, 60)
    assert passed(process, short, tries=3) == 2
    for known in process._claims.values():
        known.until -= 60
    client.delete(counting.KEY + short.name)  # as its time to live does
    assert passed(process, short, tries=3) == 2
    assert 0 < client.pttl(counting.KEY + short.name) <= 60_000


def test_a_limit_that_rises_ends_the_refusals_of_the_lower_one(client: "Redis"):
    process = Counting(client)
    hour = Window("address/3600", 600, 3600)
    assert passed(process, hour) == 600
    higher = hour._replace(most=3000)
    assert passed(process, higher, tries=4000) == 2400
    client.config_resetstat()
    assert passed(process, higher, hour) == 0
    assert "cmdstat_evalsha" not in client.info("commandstats")


def test_a_process_remembers_a_limited_number_of_claims(client: "Redis", monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(counting, "MOST_KEPT", 10)
    process = Counting(client)
    for number in range(50):
        assert process.wait([Window(f"somebody {number}", 600, 60)]) == 0
        assert len(process._claims) <= 10
