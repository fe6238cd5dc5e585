"""Passwords while they are changed: whoever knew the old one is nobody, however long the look at it took."""

from collections.abc import Callable
from typing import Any

import pytest
from argon2 import PasswordHasher

from shared.errors import NotAllowed
from shared.people import passwords
from shared.people.register import Register
from tests.people.conftest import ADA

pytestmark = pytest.mark.server
OLD, NEW = "four words and one more", "other words that are quiet"


@pytest.fixture
def register(client: Any) -> Register:
    found = Register(client)
    found.sign_up(ADA, "Ada", OLD)
    return found


def meanwhile(monkeypatch: pytest.MonkeyPatch, act: Callable[[], Any]) -> None:
    """Once, as soon as the next password has been looked at."""
    matches = passwords.matches

    def look(*args: Any) -> bool:
        monkeypatch.setattr(passwords, "matches", matches)
        found = matches(*args)
        act()
        return found

    monkeypatch.setattr(passwords, "matches", look)


def test_a_password_that_is_changed_while_it_is_looked_at_is_wrong(register: Register, monkeypatch: pytest.MonkeyPatch):
    meanwhile(monkeypatch, lambda: register.change_password(ADA, NEW))
    assert not register.signs_in(ADA, OLD)
    assert register.signs_in(ADA, NEW)


def test_a_hash_of_other_costs_never_brings_an_old_password_back(
    client: Any, register: Register, monkeypatch: pytest.MonkeyPatch
):
    client.hset(f"person:{ADA}", "password", PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1).hash(OLD))
    hashed = passwords.hashed

    def slowly(password: str, name: str = "") -> str:
        monkeypatch.setattr(passwords, "hashed", hashed)
        register.change_password(ADA, NEW)
        return hashed(password, name)

    monkeypatch.setattr(passwords, "hashed", slowly)
    register.signs_in(ADA, OLD)
    assert (register.signs_in(ADA, OLD), register.signs_in(ADA, NEW)) == (False, True)


@pytest.mark.parametrize("state", ["closed", "former"])
def test_whoever_is_closed_or_erased_meanwhile_gets_no_new_password(client: Any, register: Register, state: str):
    client.delete(f"person:{ADA}")
    client.hset(f"person:{ADA}", "state", state)
    with pytest.raises(NotAllowed, match="this account is closed"):
        register.change_password(ADA, NEW)
    assert client.hgetall(f"person:{ADA}") == {"state": state}
