"""What operators do about people: muting ends by itself, closing ends everything at once, and both can be undone."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import redis

from shared.errors import NotAllowed
from shared.people.closing import DAY, FOR_GOOD, Closing
from shared.people.news import NEWS
from shared.people.register import now

pytestmark = pytest.mark.server
ADA = "adaadaadaada"
KEY = f"person:{ADA}"


@pytest.fixture
def client(clean_server: str) -> Iterator[Any]:
    found = redis.Redis.from_url(clean_server, protocol=2, decode_responses=True)
    yield found
    found.close()


@pytest.mark.parametrize(("how_long", "days"), [("day", 1), ("week", 7)])
def test_somebody_is_muted_for_so_long(client: Any, how_long: str, days: int):
    before = now()
    until = Closing(client).mute(ADA, how_long)
    assert before + days * DAY <= until <= now() + days * DAY
    assert client.hget(KEY, "muted") == str(until)


def test_somebody_is_muted_for_good_and_may_talk_again(client: Any):
    assert Closing(client).mute(ADA, "good") == FOR_GOOD
    Closing(client).unmute(ADA)
    assert not client.exists(KEY)
    assert [told for _, told in client.xrange(NEWS)] == [{"person": ADA}] * 2


def test_a_closed_account_has_no_session_no_link_no_token_and_no_role(client: Any):
    client.hset(KEY, mapping={"state": "account", "roles": "operator", "name": "Ada", "password": "a hash"})
    client.hset(f"{KEY}:sessions", "digest", "{}")
    client.hset(f"{KEY}:tokens", mapping={"one": json.dumps({"digest": "d1"}), "two": "unreadable"})
    client.hset("person:token:d1", "person", ADA)
    client.hset(f"{KEY}:links", "atable000000", "a serial number")
    closing = Closing(client)
    for _ in range(2):
        closing.close(ADA)
        assert client.hgetall(KEY) == {"state": "closed", "closed": "account", "name": "Ada", "password": "a hash"}
        assert sorted(client.keys("*")) == [NEWS, KEY]
    closing.reopen(ADA)
    assert client.hgetall(KEY) == {"state": "account", "name": "Ada", "password": "a hash"}


def test_a_closed_guest_is_a_guest_again(client: Any):
    Closing(client).close(ADA)
    assert client.hgetall(KEY) == {"state": "closed", "closed": "guest"}
    Closing(client).reopen(ADA)
    assert not client.exists(KEY)


def test_who_is_not_closed_can_not_be_opened(client: Any):
    client.hset(KEY, "state", "account")
    with pytest.raises(NotAllowed, match="this person is not closed"):
        Closing(client).reopen(ADA)


def test_nothing_is_left_to_change_of_who_was_erased(client: Any):
    client.hset(KEY, "state", "former")
    for act in (Closing(client).close, Closing(client).reopen, lambda who: Closing(client).mute(who, "day")):
        with pytest.raises(NotAllowed, match="this person was erased: nothing is left to change"):
            act(ADA)
    assert client.hgetall(KEY) == {"state": "former"}
