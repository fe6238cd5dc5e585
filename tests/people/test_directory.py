"""Accounts are found by what their names look like, everybody else by id."""

from collections.abc import Iterator
from typing import Any

import pytest
import redis

from shared.people.directory import Directory
from shared.people.looks import looks

pytestmark = pytest.mark.server
ADA, BOB, GUEST = "adaadaadaada", "bobbobbobbob", "guestguest00"


@pytest.fixture
def client(clean_server: str) -> Iterator[Any]:
    found = redis.Redis.from_url(clean_server, protocol=2, decode_responses=True)
    for person, name in ((ADA, "Ada Lovelace"), (BOB, "Bob")):
        found.hset(f"person:{person}", mapping={"state": "account", "name": name, "since": "1000", "seen": "2000"})
        found.hset("people:names", mapping=dict.fromkeys(looks(name), person))
    found.hset(f"person:{GUEST}", "name", "A guest")
    yield found
    found.close()


@pytest.mark.parametrize("said", ["Ada Lovelace", "ada lovelace", "ADA LOVELACE", "\u0410d\u0430 Lovelace", ADA])
def test_an_account_is_found_by_its_name_in_any_case_and_by_its_id(client: Any, said: str):
    assert Directory(client).account(said) == ADA


def test_whoever_takes_an_id_for_a_name_is_not_meant_by_it(client: Any):
    client.hset("people:names", mapping=dict.fromkeys(looks(ADA), BOB))
    assert Directory(client).account(ADA) == ADA


@pytest.mark.parametrize("said", ["", "Ada", "nobody", GUEST, "nosuchperson"])
def test_what_names_no_account_finds_none(client: Any, said: str):
    assert Directory(client).account(said) is None


def test_a_search_finds_parts_of_names_and_any_id(client: Any):
    directory = Directory(client)
    assert directory.search("love") == [ADA]
    assert sorted(directory.search("b")) == [BOB]
    assert directory.search(GUEST) == [GUEST]
    assert directory.search("nosuchperson") == directory.search("") == []
    assert directory.accounts() == [ADA, BOB]


def test_an_entry_has_what_is_kept(client: Any):
    client.rpush(f"person:{ADA}:names", "Countess")
    entry = Directory(client).entry(ADA)
    assert entry
    assert (entry.name, entry.since, entry.seen, entry.muted, entry.earlier) == (
        "Ada Lovelace", 1000, 2000, None, ["Countess"],
    )  # fmt: skip
    assert entry.standing.state == "account"
    assert Directory(client).entry("nosuchperson") is None
