"""Roles: accounts alone have them, and whoever has open pages is told."""

from collections.abc import Iterator
from typing import Any

import pytest
import redis

from shared.errors import NotAllowed
from shared.people.news import NEWS
from shared.people.roles import Role
from shared.people.roles_kept import Roles

pytestmark = pytest.mark.server
ADA, BOB = "adaadaadaada", "bobbobbobbob"


@pytest.fixture
def client(clean_server: str) -> Iterator[Any]:
    found = redis.Redis.from_url(clean_server, protocol=2, decode_responses=True)
    found.hset(f"person:{ADA}", mapping={"state": "account", "name": "Ada"})
    yield found
    found.close()


def test_an_account_is_given_a_role_and_loses_it(client: Any):
    roles = Roles(client)
    roles.grant(ADA, Role.OPERATOR)
    roles.grant(ADA, Role.ORGANISER)
    roles.grant(ADA, Role.ORGANISER)
    assert client.hget(f"person:{ADA}", "roles") == "operator organiser"
    assert roles.standing(ADA).is_operator
    roles.revoke(ADA, Role.OPERATOR)
    assert roles.standing(ADA).roles == {Role.ORGANISER}


def test_a_role_that_this_release_does_not_know_stays(client: Any):
    client.hset(f"person:{ADA}", "roles", "archivist")
    Roles(client).grant(ADA, Role.OPERATOR)
    assert client.hget(f"person:{ADA}", "roles") == "archivist operator"


@pytest.mark.parametrize("state", [None, "closed", "former"])
def test_nobody_else_has_one(client: Any, state: str | None):
    if state:
        client.hset(f"person:{BOB}", "state", state)
    with pytest.raises(NotAllowed, match="only somebody who has an account can have a role"):
        Roles(client).grant(BOB, Role.OPERATOR)
    assert not client.hexists(f"person:{BOB}", "roles")


def test_every_change_is_told(client: Any):
    roles = Roles(client)
    roles.grant(ADA, Role.OPERATOR)
    roles.revoke(ADA, Role.OPERATOR)
    assert [told for _, told in client.xrange(NEWS)] == [{"person": ADA}] * 2


def test_those_who_have_one_are_listed_by_name(client: Any):
    client.hset(f"person:{BOB}", mapping={"state": "account", "name": "Bob", "roles": "organiser"})
    client.hset("person:evewithout00", mapping={"state": "account", "name": "Eve"})
    Roles(client).grant(ADA, Role.OPERATOR)
    held = Roles(client).holders([BOB, "evewithout00", ADA])
    roles = [(each.name, *map(str, each.standing.roles)) for each in held]
    assert roles == [("Ada", "operator"), ("Bob", "organiser")]
