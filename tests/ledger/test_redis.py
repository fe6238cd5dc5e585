"""What only a server can do: partitions, archives, other keys in the way, and going away."""

from concurrent.futures import ThreadPoolExecutor

import fakeredis
import pytest
from redis import ResponseError

from shared.errors import Broken, Conflict, Unavailable
from shared.ledger.envelope import Stored
from shared.ledger.fold import Archived, Folder
from shared.ledger.past import Reader
from shared.ledger.redis import (
    OtherPartitions,
    RedisLedger,
    answering,
    bus_key,
    connect,
    dead_key,
    open_ledger,
    partition,
    stream_key,
)
from shared.ledger.store import Notice
from tests.ledger.tiny import ID, MATCH, REGISTRY, played
from tests.servers import running_server

STREAM = f"match:{ID}"
ONE = Stored(b"{}")
NOTICE = Notice(STREAM, 1, "match.ended")


@pytest.fixture
def ledger(server):
    ledger = open_ledger(server)
    ledger.client.flushall()
    yield ledger
    ledger.client.close()


def test_a_stream_its_bus_and_its_dead_letters_are_on_one_node():
    part = partition(ID)
    assert stream_key(f"table:{ID}") == f"{{{part}}}:table:{ID}"
    assert (bus_key(part), dead_key(part)) == (f"{{{part}}}:bus", f"{{{part}}}:dead")
    assert partition("quadropolis-classic") == stream_key("rating:quadropolis-classic")[1]


@pytest.mark.server
def test_a_ledger_is_opened_again_by_the_same_release(server):
    for _ in range(2):
        open_ledger(server).client.close()


def test_a_server_with_another_number_of_partitions_is_refused():
    client = fakeredis.FakeRedis(protocol=2)
    client.set("urbanist:partitions", 8)
    with pytest.raises(OtherPartitions, match="divided into 8 partitions and this release uses 16"):
        RedisLedger(client).check_partitions()


@pytest.mark.server
def test_many_threads_at_once_wait_for_each_other(ledger):
    """So many come back at the same moment when the sockets' process was restarted."""

    def look_slowly(_: int) -> object:
        with answering():
            return ledger.client.blpop(["nothing"], timeout=0.1)

    with ThreadPoolExecutor(150) as threads:
        assert set(threads.map(look_slowly, range(150))) == {None}


@pytest.mark.server
def test_an_entrys_id_is_its_version(ledger):
    ledger.append(STREAM, 0, [ONE, ONE], [NOTICE, NOTICE])
    assert [entry for entry, _ in ledger.client.xrange(stream_key(STREAM))] == [b"1-0", b"2-0"]


@pytest.mark.server
def test_an_archived_stream_remembers_its_last_version(ledger):
    played(ledger)
    last = ledger.last(STREAM)
    ledger.client.xtrim(stream_key(STREAM), maxlen=0, approximate=False)
    assert (ledger.read(STREAM), ledger.last(STREAM)) == ([], last)
    with pytest.raises(Conflict):
        ledger.append(STREAM, 0, [ONE], [NOTICE])
    with pytest.raises(Archived):
        Folder(Reader(ledger, REGISTRY), MATCH).fold(STREAM)


@pytest.mark.server
@pytest.mark.parametrize(
    ("key", "error", "sentence"),
    [(stream_key(STREAM), Broken, "is not a stream"), (bus_key(partition(ID)), ResponseError, "WRONGTYPE")],
)
def test_a_key_in_the_way_stops_an_append_before_it_writes_anything(ledger, key, error, sentence):
    ledger.client.set(key, "in the way")
    with pytest.raises(error, match=sentence):
        ledger.append(STREAM, 0, [ONE], [NOTICE])
    assert ledger.client.keys("*") == [key.encode()]


@pytest.mark.server
def test_the_script_refuses_half_an_event(ledger):
    with pytest.raises(ResponseError, match="an event is"):
        ledger._append(keys=[stream_key(STREAM), bus_key(partition(ID))], args=[0, b"", b"{}"])
    assert ledger.client.keys("*") == []


@pytest.mark.server
def test_what_is_no_stream_is_broken_and_other_errors_of_the_server_are_not_hidden(ledger):
    ledger.client.set(stream_key(STREAM), "in the way")
    for look in (ledger.last, ledger.read):
        with pytest.raises(Broken, match=f"the record of {STREAM} is not a stream"):
            look(STREAM)
    with pytest.raises(ResponseError, match="unknown command"), answering(STREAM):
        ledger.client.execute_command("NONSENSE")


@pytest.mark.server
def test_a_match_played_on_a_server_is_the_match_played_in_memory(ledger):
    played(ledger)
    there, here = (Folder(Reader(one, REGISTRY), MATCH).fold(STREAM) for one in (ledger, played()))
    assert (there.version, there.state.state, there.answers) == (here.version, here.state.state, here.answers)


@pytest.mark.server
def test_a_server_that_is_away_is_unavailable_and_comes_back_with_everything(var):
    with running_server(var) as url:
        ledger = RedisLedger(connect(url))
        ledger.append(STREAM, 0, [ONE], [NOTICE])
    for ask in (
        lambda: ledger.read(STREAM),
        lambda: ledger.last(STREAM),
        lambda: ledger.ids("match"),
        lambda: ledger.append(STREAM, 1, [ONE], [NOTICE]),
        ledger.check_partitions,
    ):
        with pytest.raises(Unavailable, match="the server is not answering") as away:
            ask()
        assert "redis.sock" in away.value.reason
        assert "redis.sock" not in str(away.value)
    with running_server(var):
        assert ledger.read(STREAM) == [ONE]
        ledger.append(STREAM, 1, [ONE], [NOTICE])
        assert ledger.last(STREAM) == 2
        ledger.client.close()


def test_a_lost_reply_is_not_answered_by_sending_it_again():
    pool = connect("redis://127.0.0.1:1/0").connection_pool
    retry = pool.connection_kwargs["retry"]
    assert retry.get_retries() == 0
    assert pool.connection_kwargs["protocol"] == 2
    assert pool.connection_kwargs["socket_timeout"] == 5
