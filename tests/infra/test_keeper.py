"""Storing stops before the disk is full; everything can still be read, and a line a minute says so."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
import redis

from infra.keeper import Keeper
from shared.errors import Full, WritesRefused
from shared.ledger.envelope import Stored
from shared.ledger.redis import open_ledger
from shared.ledger.store import Notice
from shared.mark import read_mark
from shared.settings import Settings
from shared.space import MB, REFUSES, because_of_the_disk, is_full, room, warning
from tests.servers import end, start_server, url_of, wait_until_up

pytestmark = pytest.mark.server

STREAM = "match:aaaaaaaaaaaa"
EVENT = ([Stored(b"{}")], [Notice(STREAM, 1, "match.started")])
FULL = "the disk is full: nothing can be stored until there is room again, and everything can still be looked at"
MORE_THAN_ANY = "1000000"  # megabytes


@pytest.fixture
def served(var: Path):
    program = start_server(var, URBANIST_DISK_RESERVE=MORE_THAN_ANY)
    try:
        wait_until_up(url_of(var))
        yield Settings.from_environ({"URBANIST_VAR": str(var), "URBANIST_DISK_RESERVE": MORE_THAN_ANY})
    finally:
        end(program)


def plenty(chosen: Settings) -> Settings:
    return replace(chosen, disk_reserve=1)


def test_without_room_nothing_is_stored_everything_is_read_and_later_storing_goes_on(served, capsys):
    ledger = open_ledger_of(plenty(served), served)
    with closing(ledger.client):
        ledger.append(STREAM, 0, *EVENT)
        keeper = Keeper(served, ledger.client)
        keeper.look()
        with pytest.raises(WritesRefused) as refused:
            ledger.append(STREAM, 1, [Stored(b"{}")], [Notice(STREAM, 2, "match.drawn")])
        told = because_of_the_disk(refused.value, served)
        assert isinstance(told, Full)
        assert str(told) == FULL
        assert because_of_the_disk(refused.value, plenty(served)) is refused.value
        assert len(ledger.read(STREAM)) == 1
        keeper.look()
        assert capsys.readouterr().out.count("WARNING: The disk is full: ") == 1
        Keeper(plenty(served), ledger.client).look()
        assert capsys.readouterr().out.startswith("There is room on the disk again")
        ledger.append(STREAM, 1, [Stored(b"{}")], [Notice(STREAM, 2, "match.drawn")])
        assert len(ledger.read(STREAM)) == 2


def open_ledger_of(chosen: Settings, full: Settings):
    """A server that starts without room refuses from the start."""
    with closing(redis.Redis.from_url(full.redis_url)) as client:
        assert client.config_get(REFUSES) == {REFUSES: "1"}
        with pytest.raises(redis.ResponseError, match="NOREPLICAS"):
            client.set("kept", "yes")
        Keeper(chosen, client).look()
    return open_ledger(chosen.redis_url)


def test_a_server_that_came_back_refuses_again_at_the_next_look(served):
    with closing(redis.Redis.from_url(served.redis_url)) as client:
        client.config_set(REFUSES, 0)
        Keeper(served, client).look()
        assert client.config_get(REFUSES) == {REFUSES: "1"}


def test_what_the_server_holds_is_noted(served):
    with closing(redis.Redis.from_url(served.redis_url)) as client:
        Keeper(plenty(served), client).look()
        before = read_mark(served.var)
        client.set("kept", "yes")
        Keeper(plenty(served), client).look()
        after = read_mark(served.var)
    assert before
    assert after
    assert after.position > before.position


def with_reserve(var: Path, megabytes: float, **more: str) -> Settings:
    return replace(Settings.from_environ({"URBANIST_VAR": str(var), **more}), disk_reserve=megabytes)  # type: ignore[arg-type]


def test_a_warning_comes_before_there_is_too_little_room(tmp_path):
    left = room(tmp_path) / MB
    assert warning(with_reserve(tmp_path, left / 20)) is None
    assert "Only " in (warning(with_reserve(tmp_path, left / 3)) or "")
    assert "The disk is full: " in (warning(with_reserve(tmp_path, left * 2)) or "")


def test_storing_goes_on_only_with_some_room_to_spare(tmp_path):
    chosen = with_reserve(tmp_path, room(tmp_path) / MB / 1.25)
    assert not is_full(chosen)
    assert is_full(chosen, before=True)
    assert (warning(chosen) or "").startswith("Only ")
    assert (warning(chosen, before=True) or "").startswith("The disk is full: ")


def test_the_disk_of_an_external_server_is_not_ours_to_watch(tmp_path):
    chosen = with_reserve(tmp_path, 1e12, REDIS_URL="redis://there:1/0")
    assert not is_full(chosen)
    assert warning(chosen) is None
