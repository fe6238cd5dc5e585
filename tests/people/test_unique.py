"""Addresses and providers lead to one account each, whoever is closed, erased or cut off in the middle."""

from typing import Any

import pytest

from shared.people.addresses import ADDRESSES, Addresses, digest_of
from shared.people.providers import PROVIDERS, Providers
from tests.people.conftest import ADA, BOB

pytestmark = pytest.mark.server


@pytest.mark.parametrize("state", ["closed", "former"])
def test_nothing_is_kept_of_whoever_is_closed_or_erased_meanwhile(client: Any, state: str):
    client.hset(f"person:{ADA}", "state", state)
    assert not Addresses(client).take(ADA, "ada@example.org")
    assert not Providers(client).take(ADA, "a digest")
    assert client.hgetall(f"person:{ADA}") == {"state": state}
    assert client.exists(ADDRESSES, PROVIDERS) == 0


def test_a_sign_up_that_was_cut_off_in_the_middle_keeps_nobody_out(client: Any):
    providers = Providers(client)
    assert providers.take(ADA, "a digest")  # as a guest, and then the process was killed
    assert providers.take(BOB, "a digest")
    assert (providers.of(ADA), providers.of(BOB)) == (None, "a digest")


@pytest.mark.parametrize("state", ["account", "closed"])
def test_what_an_account_has_is_nobody_elses(client: Any, state: str):
    client.hset(f"person:{ADA}", "state", "account")
    addresses = Addresses(client)
    addresses.take(ADA, "ada@example.org")
    client.hset(f"person:{ADA}", "state", state)
    assert not addresses.take(BOB, "ada@example.org")
    assert client.hget(ADDRESSES, digest_of("ada@example.org")) == ADA
