"""An external server that lost its ledger, or holds another one, is no first start."""

from contextlib import closing
from dataclasses import replace

import pytest
import redis

from infra.keeper import Keeper
from infra.known import LEDGER, check_server, events
from infra.lost import Lost
from shared.errors import Unavailable, WritesRefused
from shared.ledger.envelope import Stored
from shared.ledger.redis import connect, open_ledger
from shared.ledger.store import Notice
from shared.mark import read_mark
from shared.settings import Settings

pytestmark = pytest.mark.server
WITHOUT_XINFO = "XINFO fails there, and without it nobody can tell whether events were lost"


@pytest.fixture
def chosen(var, clean_server) -> Settings:
    var.mkdir()
    return Settings.from_environ({"URBANIST_VAR": str(var), "REDIS_URL": clean_server})


def accepted(chosen: Settings) -> Settings:
    told = {"URBANIST_VAR": str(chosen.var), "REDIS_URL": chosen.redis_url, "URBANIST_ACCEPT_LOSS": "ledger"}
    return Settings.from_environ(told)


def play(chosen: Settings, *ids: str) -> None:
    ledger = open_ledger(chosen.redis_url)
    with closing(ledger.client):
        for id_ in ids:
            stream = f"match:{id_}"
            ledger.append(stream, 0, [Stored(b"{}")] * 3, [Notice(stream, at, "match.started") for at in (1, 2, 3)])


def test_what_the_server_held_is_noted_and_found_again(chosen):
    check_server(chosen)
    play(chosen, "aaaaaaaaaaaa", "bbbbbbbbbbbb")
    check_server(chosen)
    mark = read_mark(chosen.var)
    assert mark
    assert mark.events == 6
    check_server(chosen)
    with closing(connect(chosen.redis_url)) as client:
        for key in client.keys("*:bus"):
            client.xtrim(key, maxlen=0)
        assert events(client) == 6
    check_server(chosen)


def empty(client: "redis.Redis") -> None:
    client.flushall()


def another(client: "redis.Redis") -> None:
    client.set("urbanist:ledger", "0123456789abcdef")


def without_a_bus(client: "redis.Redis") -> None:
    client.delete(*client.keys("*:bus")[:1])


@pytest.mark.parametrize(
    ("lose", "says"),
    [
        (empty, "does not hold the ledger"),
        (another, "does not hold the ledger"),
        (without_a_bus, "has recorded 3 events"),
    ],
)
def test_a_server_that_lost_it_is_refused_until_that_is_accepted(chosen, lose, says):
    check_server(chosen)
    play(chosen, "aaaaaaaaaaaa", "bbbbbbbbbbbb")
    check_server(chosen)
    with closing(connect(chosen.redis_url)) as client:
        lose(client)
    with pytest.raises(Lost, match=says) as lost:
        check_server(chosen)
    assert "URBANIST_ACCEPT_LOSS=ledger" in str(lost.value)
    check_server(accepted(chosen))
    check_server(chosen)


def test_a_folder_that_is_new_takes_the_ledger_as_it_is(chosen, tmp_path):
    check_server(chosen)
    play(chosen, "aaaaaaaaaaaa")
    other = Settings.from_environ({"URBANIST_VAR": str(tmp_path), "REDIS_URL": chosen.redis_url})
    check_server(other)
    mark = read_mark(tmp_path)
    assert mark
    assert mark.events == 3
    check_server(chosen)


@pytest.fixture
def only_read(clean_server):
    """The server accepts no writes: it is a replica whose primary isn't there."""
    with closing(connect(clean_server)) as client:
        yield lambda: client.replicaof("127.0.0.1", "1")
        client.replicaof("no", "one")


def test_a_known_read_only_server_is_accepted_and_a_new_one_is_refused_in_a_sentence(chosen, only_read):
    check_server(chosen)
    only_read()
    check_server(chosen)
    with closing(connect(chosen.redis_url)) as client:
        client.replicaof("no", "one")
        client.delete(LEDGER)
    only_read()
    with pytest.raises(WritesRefused, match="nothing can be stored"):
        check_server(accepted(chosen))


class Enough(Exception):
    """The test has seen what it wanted to see."""


def test_it_waits_for_a_server_that_does_not_answer_and_says_so(var, monkeypatch, capsys):
    def enough(_seconds):
        raise Enough

    monkeypatch.setattr("infra.after_server.SAY_FIRST", -1.0)
    monkeypatch.setattr("infra.after_server.time.sleep", enough)
    away = Settings.from_environ({"URBANIST_VAR": str(var), "REDIS_URL": "redis://127.0.0.1:1/0"})
    with pytest.raises(Enough):
        check_server(away)
    assert capsys.readouterr().out.startswith("Waiting for the server: ")


def test_a_loss_while_everything_runs_is_reported_and_refused_at_the_next_start(chosen, capsys):
    check_server(chosen)
    play(chosen, "aaaaaaaaaaaa", "bbbbbbbbbbbb")
    with closing(connect(chosen.redis_url)) as client:
        keeper = Keeper(chosen, client)
        keeper.note()
        without_a_bus(client)
        keeper.note()
        keeper.note()
    assert capsys.readouterr().out.count("has recorded 3 events, and 6 were known") == 1
    with pytest.raises(Lost, match="has recorded 3 events"):
        check_server(chosen)


def test_a_bus_that_can_not_be_read_now_does_not_count_as_empty(chosen):
    play(chosen, "aaaaaaaaaaaa")
    with closing(connect(chosen.redis_url)) as client:
        bus = client.keys("*:bus")[0]
        client.delete(bus)
        client.set(bus, "no stream")
        with pytest.raises(Unavailable, match=WITHOUT_XINFO):
            events(client)


def test_a_server_that_does_not_let_us_ask_is_refused_in_a_sentence(chosen):
    with closing(connect(chosen.redis_url)) as client:
        client.acl_setuser("limited", enabled=True, passwords="+word", keys="*", commands=["+@all", "-xinfo"])
    limited = replace(chosen, redis_url=chosen.redis_url.replace("://", "://limited:word@", 1))
    with pytest.raises(Unavailable, match=WITHOUT_XINFO) as refused:
        check_server(limited)
    assert "no permissions" in refused.value.reason
