"""Guests who never came back are forgotten, and nobody else."""

from math import inf
from typing import Any

import pytest

from shared.people.erasing import Erasing
from shared.people.forgetting import DAY, REST, Forgetting
from tests.people.conftest import ADA, BOB, CLEO

pytestmark = pytest.mark.server
NOW = 1_800_000_000.0  # seconds
LONG_AGO, LATELY = int(NOW * 1000) - 31 * DAY, int(NOW * 1000) - 29 * DAY


class Leaving:
    """Those who sit somewhere are in `sitting`."""

    def __init__(self, *sitting: str) -> None:
        self.sitting = sitting

    def sits(self, person: str) -> bool:
        return person in self.sitting

    def leave(self, _person: str) -> bool:
        return True


def forgetting(client: Any, *sitting: str, days: float = 30, at: float = NOW) -> Forgetting:
    leaving: Any = Leaving(*sitting)
    return Forgetting(client, Erasing(client, leaving), days, lambda: at)


def walk(does: Forgetting) -> None:
    while does.step():
        pass


def states(client: Any) -> dict[str, str | None]:
    return {person: client.hget(f"person:{person}", "state") for person in (ADA, BOB, CLEO)}


def test_only_guests_who_were_here_long_ago_are_forgotten(client: Any):
    client.hset(f"person:{ADA}", mapping={"name": "Ada", "seen": LONG_AGO})
    client.hset(f"person:{BOB}", mapping={"name": "Bob", "seen": LATELY})
    client.hset(f"person:{CLEO}", mapping={"name": "Cleo", "seen": LONG_AGO, "state": "account"})
    walk(forgetting(client))
    assert states(client) == {ADA: "former", BOB: None, CLEO: "account"}
    assert client.hget(f"person:{ADA}", "name") is None


def test_nobody_is_forgotten_where_somebody_waits_for_them(client: Any):
    for person in (ADA, BOB):
        client.hset(f"person:{person}", mapping={"seen": LONG_AGO})
    walk(forgetting(client, ADA))
    assert states(client) == {ADA: None, BOB: "former", CLEO: None}


def test_without_a_last_visit_the_newest_seat_counts(client: Any):
    client.hset(f"person:{ADA}", "name", "Ada")
    client.zadd(f"person:{ADA}:seats", {"older": 1, "newer": LONG_AGO / 1000})
    client.zadd(f"person:{BOB}:seats", {"older": 1, "newer": LATELY / 1000})
    walk(forgetting(client))
    assert states(client)[ADA] == "former"
    assert client.zcard(f"person:{BOB}:seats") == 2


def test_a_seat_that_was_taken_since_counts_more_than_the_last_visit(client: Any):
    client.hset(f"person:{ADA}", "seen", LONG_AGO)
    client.zadd(f"person:{ADA}:seats", {"newer": LATELY / 1000})
    walk(forgetting(client))
    assert states(client)[ADA] is None


def test_of_whom_no_time_is_known_the_time_begins_now(client: Any):
    client.hset(f"person:{ADA}", "name", "Ada")
    client.hset(f"person:{BOB}:evenings", "one", "{}")
    walk(forgetting(client))
    assert client.hget(f"person:{ADA}", "seen") == str(int(NOW * 1000))
    assert client.hget(f"person:{BOB}", "seen") == str(int(NOW * 1000))
    walk(forgetting(client, at=NOW + 31 * 86_400))
    assert (states(client)[ADA], states(client)[BOB]) == ("former", "former")
    assert client.exists(f"person:{BOB}:evenings") == 0


def test_a_server_that_keeps_guests_looks_at_nobody(client: Any):
    client.hset(f"person:{ADA}", "seen", 1)
    walk(forgetting(client, days=inf))
    assert states(client)[ADA] is None


def test_a_walk_is_made_in_small_steps_and_seldom(client: Any):
    for at in range(1000):
        client.hset(f"person:guest{at:07}", "seen", LATELY)
    now = [NOW]
    does = forgetting(client)
    does.clock = lambda: now[0]
    steps = 1
    while does.step():
        steps += 1
    assert steps >= 3
    client.hset(f"person:{ADA}", "seen", LONG_AGO)
    walk(does)
    assert states(client)[ADA] is None
    now[0] += REST
    walk(does)
    assert states(client)[ADA] == "former"


@pytest.mark.parametrize("changed", [{"seen": LATELY}, {"state": "account"}])
def test_whoever_comes_back_while_it_is_judged_is_not_forgotten(client: Any, changed: dict[str, Any]):
    client.hset(f"person:{ADA}", mapping={"name": "Ada", "seen": LONG_AGO})
    does = forgetting(client)

    def come_back(_person: str) -> bool:
        client.hset(f"person:{ADA}", mapping=changed)
        return False

    leaving: Any = does.erasing.leaving
    leaving.sits = come_back
    walk(does)
    assert client.hget(f"person:{ADA}", "name") == "Ada"
    assert does.erasing.under_way() == set()
