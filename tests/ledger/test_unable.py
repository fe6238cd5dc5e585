"""A server that answers but can't keep what it is given is away, like one that does not answer."""

import socket
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest
from redis import ResponseError

from shared.errors import Full, Unavailable, WritesRefused
from shared.ledger.envelope import Stored
from shared.ledger.redis import RedisLedger, answering, check_writes, connect, open_ledger
from shared.ledger.store import Notice
from shared.settings import settings
from shared.space import because_of_the_disk

STREAM = "match:aaaaaaaaaaaa"
READ_ONLY = "everything can still be read, but nothing can be stored right now"

USUAL = {"min-replicas-to-write": 0, "maxmemory": 0, "replica-serve-stale-data": "yes"}

pytestmark = pytest.mark.server


@pytest.fixture
def ledger(clean_server: str) -> Iterator[RedisLedger]:
    opened = open_ledger(clean_server)
    yield opened
    for setting, value in USUAL.items():
        opened.client.config_set(setting, value)
    opened.client.replicaof("no", "one")
    opened.client.close()


def test_a_server_that_lost_its_replicas_takes_no_append_and_later_does(ledger: RedisLedger):
    ledger.client.config_set("min-replicas-to-write", 1)
    with pytest.raises(WritesRefused, match=READ_ONLY):
        ledger.append(STREAM, 0, [Stored(b"{}")], [Notice(STREAM, 1, "match.started")])
    assert ledger.last(STREAM) == 0
    ledger.client.config_set("min-replicas-to-write", 0)
    ledger.append(STREAM, 0, [Stored(b"{}")], [Notice(STREAM, 1, "match.started")])
    assert ledger.last(STREAM) == 1


def test_where_the_disk_is_full_that_is_said(ledger: RedisLedger, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("URBANIST_DISK_RESERVE", "1000000")  # megabytes: more than any disk of a test has
    settings.cache_clear()
    ledger.client.config_set("min-replicas-to-write", 1)
    said = "the disk is full: nothing can be stored until there is room again, and everything can still be looked at"
    with pytest.raises(WritesRefused) as refused:
        ledger.append(STREAM, 0, [Stored(b"{}")], [Notice(STREAM, 1, "match.started")])
    told = because_of_the_disk(refused.value, settings())
    assert (type(told), str(told)) == (Full, said)
    settings.cache_clear()


def test_nothing_else_is_kept_either(ledger: RedisLedger):
    ledger.client.config_set("min-replicas-to-write", 1)
    with pytest.raises(WritesRefused, match=READ_ONLY), answering():
        ledger.client.incr("rows:changes")


REFUSING = {
    "READONLY": lambda client: client.replicaof("127.0.0.1", "1"),
    "NOREPLICAS": lambda client: client.config_set("min-replicas-to-write", 1),
    "OOM": lambda client: client.config_set("maxmemory", 1),
}


@pytest.mark.parametrize("why", REFUSING)
def test_whether_writes_are_refused_is_found_out_without_writing(ledger: RedisLedger, why: str):
    before = ledger.client.info("persistence")["aof_current_size"] if why == "READONLY" else 0
    check_writes(ledger.client)
    if before:
        assert ledger.client.info("persistence")["aof_current_size"] == before
    REFUSING[why](ledger.client)
    with pytest.raises(WritesRefused) as refused:
        check_writes(ledger.client)
    assert "redis" not in str(refused.value)
    assert refused.value.reason  # for the log


def append(ledger: RedisLedger, after: int) -> None:
    one, two = (Notice(STREAM, after + at, "match.started") for at in (1, 2))
    ledger.append(STREAM, after, [Stored(b"{}"), Stored(b"{}", b"{}")], [one, two])


def test_a_server_without_memory_takes_all_of_an_append_or_nothing(ledger: RedisLedger):
    append(ledger, 0)
    ledger.client.config_set("maxmemory", 1)
    with pytest.raises(WritesRefused, match=READ_ONLY):
        append(ledger, 2)
    assert (ledger.last(STREAM), len(ledger.read(STREAM))) == (2, 2)
    ledger.client.config_set("maxmemory", 0)
    append(ledger, 2)
    assert ledger.last(STREAM) == 4


def test_a_replica_takes_no_append_and_can_be_read(ledger: RedisLedger):
    append(ledger, 0)
    ledger.client.replicaof("127.0.0.1", "1")
    with pytest.raises(WritesRefused, match=READ_ONLY):
        append(ledger, 2)
    assert len(ledger.read(STREAM)) == 2


def test_a_replica_that_lost_its_master_and_serves_nothing_old_is_away(ledger: RedisLedger):
    append(ledger, 0)
    ledger.client.config_set("replica-serve-stale-data", "no")
    ledger.client.replicaof("127.0.0.1", "1")
    with pytest.raises(Unavailable, match="is not answering"):
        ledger.read(STREAM)


@pytest.fixture
def says(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of something that answers everything with one error."""
    folder = tempfile.TemporaryDirectory(prefix="urbanist-")
    with folder as path, closing(socket.socket(socket.AF_UNIX)) as server:
        server.bind(f"{path}/server.sock")
        server.listen()
        Thread(target=answer, args=(server, f"-{request.param}\r\n".encode()), daemon=True).start()
        yield f"unix://{Path(path)}/server.sock"


def answer(server: socket.socket, error: bytes) -> None:
    client, _ = server.accept()
    with client:
        while said := client.recv(1 << 16):
            client.sendall(error * said.count(b"*"))


@pytest.mark.parametrize(
    "says",
    [
        "CLUSTERDOWN The cluster is down",
        "TRYAGAIN Multiple keys request during rehashing of slot",
        "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
        "LOADING server is loading the dataset in memory",
        "MISCONF Errors writing to the AOF file: No space left on device",
        "NOREPLICAS Not enough good replicas to write.",
        "BUSY a script is running. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.",
        "READONLY You can't write against a read only replica.",
        "OOM command not allowed when used memory > 'maxmemory'.",
        "ERR max number of clients reached",
    ],
    ids=lambda error: error.split()[0],
    indirect=True,
)
def test_whatever_keeps_a_server_from_its_work_it_is_away(says: str):
    ledger = RedisLedger(connect(says))
    with closing(ledger.client), pytest.raises(Unavailable):
        ledger.read(STREAM)


@pytest.mark.parametrize("says", ["ERR unknown command", "ERR syntax error"], indirect=True)
def test_an_error_that_does_not_go_away_is_not_hidden(says: str):
    ledger = RedisLedger(connect(says))
    with closing(ledger.client), pytest.raises(ResponseError):
        ledger.read(STREAM)
