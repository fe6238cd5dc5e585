"""Whom the coach teaches: everybody in their first match, then only who asks. A fact about a person, like the name.

The hash `person:<id>` holds it as `coach`: the match, and how many moves the person had made there when it began; or
LEFT. A person without it is new here.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import redis

from frontend.people.accounts import NOBODY, Accounts, forget_facts, note_coach
from shared.ledger.redis import answering
from shared.platform.player import is_person

LESSONS = 3  # one a turn
LEFT = "left"
FIELD = "coach"


class Coaching(NamedTuple):
    """The match with the coach; `after`: the moves that the person had made there when it began."""

    match: str
    after: int = 0

    def lesson(self, match: str, moves: int) -> int | None:
        """The number of the lesson at hand, from 1; None in other matches, and when all were given."""
        number = moves - self.after + 1
        return number if match == self.match and 1 <= number <= LESSONS else None


class Coached:
    """Players are named as in events, which is what their hash is called. Everything here raises Unavailable."""

    def __init__(self, client: "redis.Redis", accounts: Accounts) -> None:
        self.redis: Any = client
        self.accounts = accounts

    def of(self, player: str) -> Coaching | None:
        return _read(self._said(player))

    def begin(self, player: str, match: str) -> None:
        """In the person's first match the coach comes by itself; in any other one nothing changes."""
        if is_person(player) and self._said(player) is None:  # else a server that can't write says no
            with answering():
                is_stored = self.redis.hsetnx(player, FIELD, _written(Coaching(match)))
            if is_stored:
                note_coach(player, _written(Coaching(match)))
            else:  # another request of this person came first
                forget_facts(player)

    def ask(self, player: str, coaching: Coaching) -> None:
        with self._changing(player):
            self.redis.hset(player, FIELD, _written(coaching))

    def ask_next(self, player: str) -> None:
        """The person is as new again: the coach comes in whatever match is looked at next."""
        with self._changing(player):
            self.redis.hdel(player, FIELD)

    def leave(self, player: str) -> None:
        with self._changing(player):
            self.redis.hset(player, FIELD, LEFT)

    def _said(self, player: str) -> str | None:
        """Found with the names that the page shows, if they are asked for first."""
        return self.accounts.facts([player]).get(player, NOBODY).coach

    @contextmanager
    def _changing(self, player: str) -> Iterator[None]:
        with answering():
            yield
        forget_facts(player)


def _written(coaching: Coaching) -> str:
    return f"{coaching.match}:{coaching.after}"


def _read(text: str | None) -> Coaching | None:
    match, _, after = (text or LEFT).partition(":")
    return Coaching(match, int(after)) if after else None
