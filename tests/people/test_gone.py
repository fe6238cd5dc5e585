"""Whoever was closed or erased stays so, whatever a request that was on its way at that moment goes on to do."""

from typing import Any

import pytest

from shared.errors import NotAllowed
from shared.people.looks import NAMES
from shared.people.register import Register
from shared.people.sessions import Sessions
from tests.people.conftest import ADA

pytestmark = pytest.mark.server


@pytest.mark.parametrize("state", ["closed", "former"])
def test_no_session_begins_and_no_name_is_kept(client: Any, state: str):
    register, sessions = Register(client), Sessions(client)
    client.hset(f"person:{ADA}", "state", state)
    with pytest.raises(NotAllowed, match="this account is closed"):
        sessions.begin(ADA, "a browser", known="a device")
    with pytest.raises(NotAllowed, match="this account is closed"):
        register.rename(ADA, "Ada")
    with pytest.raises(NotAllowed, match="this account is closed"):
        register.sign_up(ADA, "Ada", None)
    assert client.hgetall(f"person:{ADA}") == {"state": state}
    assert client.keys(f"person:{ADA}:*") == []
    assert not client.exists(NAMES)


def test_a_guest_has_no_session(client: Any):
    with pytest.raises(NotAllowed, match="this account is closed"):
        Sessions(client).begin(ADA, "a browser")
