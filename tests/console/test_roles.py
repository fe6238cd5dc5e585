"""`urbanist grant`, `revoke` and `roles`, as an operator types them."""

from typing import Any

import pytest
import redis

from shared.people.looks import looks
from shared.settings import settings
from tests.console.conftest import Urbanist

pytestmark = [pytest.mark.server, pytest.mark.usefixtures("streams")]
ADA, GUEST = "adaadaadaada", "guestguest00"


@pytest.fixture
def people(clean_server: str) -> Any:
    client = redis.Redis.from_url(clean_server, protocol=2, decode_responses=True)
    client.hset(f"person:{ADA}", mapping={"state": "account", "name": "Ada"})
    client.hset("people:names", mapping=dict.fromkeys(looks("Ada"), ADA))
    client.hset(f"person:{GUEST}", "name", "Guest")
    return client


def test_a_role_is_given_listed_and_taken(urbanist: Urbanist, people: Any):
    assert urbanist("grant", "ada", "operator") == (0, f"ada ({ADA}) is an operator now\n", "")
    assert people.hget(f"person:{ADA}", "roles") == "operator"
    assert urbanist("grant", ADA, "organiser").code == 0
    assert urbanist("roles") == (0, f"{ADA}  operator,organiser  Ada\n", "")
    assert urbanist("revoke", "Ada", "operator") == (0, f"Ada ({ADA}) is not an operator any more\n", "")
    assert urbanist("revoke", "Ada", "organiser").code == 0
    assert urbanist("roles") == (0, "", "")


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize("name", ["nobody", GUEST, "", "\x1b[31mred"])
def test_who_has_no_account_is_named(urbanist: Urbanist, name: str):
    output = urbanist("grant", name, "operator")
    assert (output.code, output.out, output.err.count("\n")) == (1, "", 1)
    assert output.err.startswith("urbanist: nobody has an account with the name or id ")
    assert "\x1b" not in output.err


def test_a_closed_account_gets_no_role(urbanist: Urbanist, people: Any):
    people.hset(f"person:{ADA}", "state", "closed")
    assert urbanist("roles").out == ""
    assert urbanist("grant", "Ada", "operator") == (
        1, "", "urbanist: only somebody who has an account can have a role\n",
    )  # fmt: skip


@pytest.mark.usefixtures("people")
def test_the_name_is_said_again(urbanist: Urbanist):
    assert urbanist("revoke", "Adda", "operator").err == ("urbanist: nobody has an account with the name or id Adda\n")


@pytest.mark.usefixtures("people")
def test_a_role_that_there_is_not_is_refused(urbanist: Urbanist):
    output = urbanist("grant", "Ada", "emperor")
    assert (output.code, output.out) == (1, "")
    assert "emperor" in output.err


def test_a_server_that_is_away_is_said_in_one_sentence(urbanist: Urbanist, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1")
    settings.cache_clear()
    for words in (("roles",), ("grant", "Ada", "operator")):
        output = urbanist(*words)
        assert (output.code, output.out, output.err.count("\n")) == (1, "", 1)
        assert "is not answering" in output.err
