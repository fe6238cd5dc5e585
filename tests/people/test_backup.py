"""A backup of people brings back what was lost, overwrites nothing, and nobody who was erased."""

import json
from typing import Any

import pytest

from shared.errors import Malformed
from shared.people.backup import backup, is_kept, restore
from shared.people.erasing import ERASED, UNDER_WAY, Erasing
from tests.people.conftest import ADA, BOB, CLEO, NAME, dump, plant

pytestmark = pytest.mark.server


class Leaving:
    def leave(self, _person: str) -> bool:
        return True


def finish(client: Any) -> None:
    leaving: Any = Leaving()
    assert Erasing(client, leaving).finish()


def kept(client: Any) -> list[str]:
    """What a backup holds, as it is on the server now."""
    return [line for line in dump(client).splitlines() if is_kept(line.split(" ")[0])]


def test_what_was_lost_comes_back_as_it_was(client: Any):
    plant(client)
    client.hset("{3}:not:people", "a", "b")
    client.expire(f"person:{ADA}:push", 1000)
    before, lines = kept(client), list(backup(client))
    assert not any("not:people" in line for line in lines)
    client.flushdb()
    restored = restore(client, lines)
    assert restored == len(lines) - 2
    assert kept(client) == before
    assert 0 < client.ttl(f"person:{ADA}:push") <= 1000
    assert restore(client, lines) == 0, "it is safe to repeat"


def test_nothing_newer_is_overwritten(client: Any):
    plant(client)
    lines = list(backup(client))
    client.hset(f"person:{ADA}", "name", "Ada now")
    client.hset("people:names", mapping={"somebody new": BOB, NAME.lower(): BOB})
    restore(client, lines)
    assert client.hget(f"person:{ADA}", "name") == "Ada now"
    assert client.hgetall("people:names") == {"somebody else": CLEO, "somebody new": BOB, NAME.lower(): BOB}


def test_an_older_backup_brings_nobody_back_who_was_erased_since(client: Any):
    plant(client)
    lines = list(backup(client))
    leaving: Any = Leaving()
    Erasing(client, leaving).erase(ADA)
    finish(client)
    restore(client, lines)
    finish(client)
    assert NAME not in dump(client)
    assert client.hgetall(f"person:{ADA}") == {"state": "former"}


def test_nor_on_a_new_server_that_is_given_the_list_of_the_erased(client: Any):
    plant(client)
    lines = list(backup(client))
    client.flushdb()
    restore(client, lines, [ADA])
    assert client.sismember(UNDER_WAY, ADA)
    finish(client)
    assert NAME not in dump(client)
    assert client.sismember(ERASED, ADA)


def test_nor_does_a_server_forget_who_is_a_former_player_without_being_in_the_list(client: Any):
    plant(client)
    lines = list(backup(client))
    client.delete(ERASED)
    client.hset(f"person:{ADA}", "state", "former")
    restore(client, lines)
    finish(client)
    assert client.hgetall(f"person:{ADA}") == {"state": "former"}


@pytest.mark.parametrize(
    "spoilt",
    [
        lambda lines: lines[:-1],
        lambda lines: lines[1:],
        lambda lines: [lines[0], *lines[2:]],
        lambda lines: [],
        lambda lines: ["hello"],
        lambda lines: [lines[0], json.dumps({"key": "{3}:table:x", "type": "string", "value": "x"}), '{"keys":1}'],
    ],
    ids=["end", "header", "line", "empty", "text", "other key"],
)
def test_a_file_that_is_not_whole_restores_nothing(client: Any, spoilt: Any):
    plant(client)
    lines = list(backup(client))
    client.flushdb()
    with pytest.raises(Malformed, match="this is no whole backup of people: nothing was restored"):
        restore(client, spoilt(lines))
    assert client.keys("*") == []
