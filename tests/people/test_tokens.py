"""Tokens in the server: shown once, found in one step, noted, revoked for good, and nowhere in clear."""

import json
from collections.abc import Iterator
from contextlib import closing
from threading import Barrier, Thread
from typing import Any

import pytest
from redis import Redis

from shared.errors import Malformed, NotAllowed, Unavailable
from shared.people.scopes import COMMANDS, Scope, allows, scope_of
from shared.people.tokens import DAY, LONGEST, MOST, NOTED_EVERY, Bearer, Tokens, digest_of, label_from

ADA, BOB = "adalovelace1", "bobthesecond"
PLAYING = (Scope.READ, Scope.PLAY)
BEGUN = 1_770_000_000.0  # seconds
server = pytest.mark.server


class Clock:
    def __init__(self) -> None:
        self.at = BEGUN

    def __call__(self) -> float:
        return self.at

    def pass_by(self, milliseconds: int) -> None:
        self.at += milliseconds / 1000


@pytest.fixture
def client(clean_server: str) -> Iterator[Any]:
    with closing(Redis.from_url(clean_server, decode_responses=True)) as found:
        for person in (ADA, BOB):
            found.hset(f"person:{person}", "state", "account")
        yield found


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def tokens(client: Any, clock: Clock) -> Tokens:
    return Tokens(client, clock)


def made(tokens: Tokens, person: str = ADA, form: str = "form-1", days: int | None = None) -> str:
    return tokens.make(person, "My bot", PLAYING, days, form)


def id_in(text: str) -> str:
    return text.split("_", 2)[1]


@server
def test_a_token_says_who_acts_and_what_it_allows(tokens: Tokens):
    text = made(tokens)
    assert tokens.find(text) == Bearer(ADA, frozenset(PLAYING), id_in(text))
    (listed,) = tokens.of(ADA)
    assert (listed.id, listed.label, listed.scopes) == (id_in(text), "My bot", PLAYING)
    assert (listed.at, listed.ends) == (int(BEGUN * 1000), None)


@server
def test_the_text_is_nowhere_in_the_server(tokens: Tokens, client: Any):
    text = made(tokens)
    tokens.find(text)
    secret = text.split("_", 2)[2]
    for key in client.keys("*"):
        kept = f"{key} {client.hgetall(key)}"
        assert text not in kept
        assert secret not in kept
    assert client.exists(f"person:token:{digest_of(text)}")


@server
@pytest.mark.parametrize(
    "change", [lambda text: text[:-1], lambda text: f"{text}x", str.upper, lambda _: "", str.title]
)
def test_a_text_that_differs_in_anything_is_no_token(tokens: Tokens, change: Any):
    assert tokens.find(change(made(tokens))) is None


@server
def test_of_two_tokens_each_has_its_own_secret(tokens: Tokens):
    one, other = made(tokens), made(tokens, form="form-2")
    assert tokens.find(one[:21] + other[21:]) is None


@server
def test_it_is_found_in_one_round_trip(tokens: Tokens, client: Any, monkeypatch: pytest.MonkeyPatch):
    text = made(tokens)
    tokens.find(text)  # the server knows the script now
    sent: list[str] = []
    execute = client.execute_command

    def noting(*args: Any, **more: Any) -> Any:
        sent.append(args[0])
        return execute(*args, **more)

    monkeypatch.setattr(client, "execute_command", noting)
    assert tokens.find(text)
    assert sent == ["EVALSHA"]


@server
def test_the_last_use_is_noted_at_most_once_a_minute(tokens: Tokens, clock: Clock):
    text = made(tokens)
    assert tokens.of(ADA)[0].used is None
    tokens.find(text)
    clock.pass_by(NOTED_EVERY - 1)
    tokens.find(text)
    assert tokens.of(ADA)[0].used == int(BEGUN * 1000)
    clock.pass_by(1)
    tokens.find(text)
    assert tokens.of(ADA)[0].used == int(BEGUN * 1000) + NOTED_EVERY


@server
def test_a_token_works_where_the_server_stores_nothing(tokens: Tokens, client: Any):
    """Only its use is not noted."""
    text = made(tokens)
    client.config_set("min-replicas-to-write", 1)
    try:
        assert tokens.find(text)
        with pytest.raises(Unavailable):
            tokens.revoke(ADA, id_in(text))
    finally:
        client.config_set("min-replicas-to-write", 0)
    assert tokens.of(ADA)[0].used is None
    assert tokens.find(text)
    assert tokens.of(ADA)[0].used


@server
def test_a_token_ends_on_its_day_and_stays_in_the_list(tokens: Tokens, clock: Clock):
    text = made(tokens, days=30)
    clock.pass_by(30 * DAY - 1)
    assert tokens.find(text)
    clock.pass_by(1)
    assert tokens.find(text) is None
    (listed,) = tokens.of(ADA)
    assert tokens.has_ended(listed)


@server
def test_a_revoked_token_is_gone_and_the_others_stay(tokens: Tokens, client: Any):
    one, other = made(tokens), made(tokens, form="form-2")
    for _ in range(2):  # the form may be sent twice
        tokens.revoke(ADA, id_in(one))
    assert tokens.find(one) is None
    assert tokens.find(other)
    assert len(client.keys("person:token:*")) == 1


@server
def test_nobody_revokes_the_token_of_another(tokens: Tokens):
    text = made(tokens)
    for said in (id_in(text), text, "", "*"):
        tokens.revoke(BOB, said)
    assert tokens.find(text)


@server
def test_all_tokens_of_a_person_end_together(tokens: Tokens, client: Any):
    mine, theirs = [made(tokens, form=f"form-{each}") for each in range(3)], made(tokens, BOB)
    for _ in range(2):
        tokens.end_all(ADA)
    assert [tokens.find(text) for text in mine] == [None] * 3
    assert tokens.of(ADA) == []
    assert tokens.find(theirs)
    assert set(client.keys("*token*")) == {f"person:{BOB}:tokens", f"person:token:{digest_of(theirs)}"}


@server
@pytest.mark.parametrize("state", ["closed", "former", None])
def test_a_token_ends_with_its_owners_account(tokens: Tokens, client: Any, state: str | None):
    text = made(tokens)
    client.hdel(f"person:{ADA}", "state") if state is None else client.hset(f"person:{ADA}", "state", state)
    assert tokens.find(text) is None
    assert tokens.of(ADA)[0].used is None
    with pytest.raises(NotAllowed, match="only accounts have tokens: sign up first"):
        made(tokens, form="form-2")


@server
def test_what_is_in_nobodys_list_does_not_work(tokens: Tokens, client: Any):
    """As after a part of a backup came back: its owner could not revoke it."""
    text = made(tokens)
    client.delete(f"person:{ADA}:tokens")
    assert tokens.find(text) is None


@server
def test_one_form_makes_one_token(tokens: Tokens):
    text = made(tokens)
    with pytest.raises(
        NotAllowed,
        match="this form was sent before, and its token was shown then: if it is lost, revoke it and make another",
    ):
        made(tokens)
    assert made(tokens, BOB) != text
    assert len(tokens.of(ADA)) == 1
    tokens.revoke(ADA, id_in(text))
    assert made(tokens) != text
    assert tokens.find(text) is None


@server
def test_one_person_has_so_many_tokens_and_no_more_also_at_once(tokens: Tokens):
    for each in range(MOST - 1):
        made(tokens, form=f"form-{each}")
    start, refused = Barrier(4), []

    def race(number: int) -> None:
        start.wait()
        try:
            made(tokens, form=f"race-{number}")
        except NotAllowed as verdict:
            refused.append(str(verdict))

    threads = [Thread(target=race, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(tokens.of(ADA)) == MOST
    assert refused == ["you have 20 tokens, which is as many as one person may have: revoke one"] * 3
    assert made(tokens, BOB)


@server
def test_the_newest_is_listed_first(tokens: Tokens, clock: Clock):
    old = made(tokens)
    clock.pass_by(1000)
    new = made(tokens, form="form-2")
    assert [each.id for each in tokens.of(ADA)] == [id_in(new), id_in(old)]


@server
def test_a_scope_of_a_newer_release_allows_nothing_here(tokens: Tokens, client: Any):
    text = made(tokens)
    client.hset(f"person:token:{digest_of(text)}", "scopes", "read govern")
    kept = json.loads(client.hget(f"person:{ADA}:tokens", id_in(text)))
    client.hset(f"person:{ADA}:tokens", id_in(text), json.dumps({**kept, "scopes": ["read", "govern"]}))
    bearer = tokens.find(text)
    assert bearer
    assert bearer.scopes == {Scope.READ}
    assert tokens.of(ADA)[0].scopes == (Scope.READ,)


@server
def test_a_token_allows_something(tokens: Tokens):
    with pytest.raises(Malformed, match="choose what the token allows"):
        tokens.make(ADA, "My bot", (), None, "form-1")


@pytest.mark.parametrize("label", ["", "  ", "\u200b", "\u0301"])
def test_a_label_can_be_seen(label: str):
    with pytest.raises(Malformed, match="a token needs a label, by which you know it again"):
        label_from(label)


def test_a_label_is_one_line_of_so_many_characters():
    assert label_from(" My\n\u202ebot ") == "My bot"
    assert label_from("x" * LONGEST)
    with pytest.raises(Malformed, match="a label has at most 40 characters"):
        label_from("x" * (LONGEST + 1))


def test_without_the_server_nobody_is_taken_for_anybody():
    with closing(Redis(port=1, decode_responses=True)) as nowhere, pytest.raises(Unavailable):
        Tokens(nowhere).find(f"urbanist_{'a' * 12}_{'b' * 43}")


@pytest.mark.parametrize(
    ("held", "needed", "is_allowed"),
    [
        ({Scope.PLAY}, Scope.PLAY, True),
        ({Scope.BOT}, Scope.PLAY, False),
        ({Scope.BOT}, Scope.READ, False),
        ({Scope.BOT}, Scope.ORGANISE, False),
        ({Scope.PLAY}, Scope.READ, False),
        ({Scope.ORGANISE}, Scope.PLAY, False),
        ({Scope.READ, Scope.PLAY, Scope.BOT}, Scope.ORGANISE, False),
        (set(), Scope.READ, False),
    ],
)
def test_no_scope_holds_another_but_bot(held: set[Scope], needed: Scope, is_allowed: bool):
    assert allows(held, needed) is is_allowed


@pytest.mark.parametrize(
    "path", ["/", "", "/tables/", "/tables/a", "/tables/a/b", "/tables/a/seats/b", "/matches/a", "/x"]
)
def test_what_is_not_in_the_table_no_token_may_command(path: str):
    assert scope_of("POST", path) is None
    assert scope_of("DELETE", path) is None
    assert scope_of("GET", path) is Scope.READ
    assert None not in COMMANDS.values()
