"""Turns that a bot could not play, and when that were too many: then it is benched, and no longer offered.

Rule: a version is benched after 3 failed turns in one match, or 5 within an hour in all its matches. Its seats are
played on by the stand-in. An operator lets it play again; another version starts anew.

Keys: the list `bot:<name>@<version>:errors` of the newest failures as JSON, the hash `bots:benched` of those benched,
the hash `bots:told` of those of them whose owners were told, both with since when.
"""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from shared.ledger.redis import answering
from shared.marked import marked
from shared.roster.news import tell

IN_A_MATCH = 3
IN_AN_HOUR = 5
HOUR = 3600
KEPT = 100  # failures of each version
LONGEST = 600  # characters of a reason
NO_ANSWER = marked("no answer within {seconds} seconds")
BENCHED, TOLD = "bots:benched", "bots:told"


class Failure(NamedTuple):
    """`at` is in seconds since 1970, by the server's clock; `reason` may tell of the match and of those `beside`."""

    match: str
    turn: int
    reason: str
    at: int
    beside: Sequence[str] = ()


class Failures:
    """`client` decodes what it reads. Everything here raises Unavailable."""

    def __init__(self, client: Any) -> None:
        self.redis = client

    def failed(self, player: str, match: str, turn: int, reason: str, beside: Sequence[str] = ()) -> bool:
        """Count a turn, once however often this is repeated. Whether the bot is benched by it, just now."""
        key = errors_of(player)

        def count(pipe: Any) -> bool:
            known = [_failure(text) for text in pipe.lrange(key, 0, -1)]
            is_benched = pipe.hexists(BENCHED, player)
            now = pipe.time()[0]
            pipe.multi()
            if any((each.match, each.turn) == (match, turn) for each in known):
                return False
            new = Failure(match, turn, reason[:LONGEST], now, list(beside))
            pipe.lpush(key, json.dumps(new, ensure_ascii=False))
            pipe.ltrim(key, 0, KEPT - 1)
            if is_benched or not is_too_many([new, *known]):
                return False
            pipe.hset(BENCHED, player, now)
            tell(pipe, player)
            return True

        with answering():
            return bool(self.redis.transaction(count, key, BENCHED, value_from_callable=True))

    def errors(self, player: str) -> list[Failure]:
        """The newest first."""
        with answering():
            return [_failure(text) for text in self.redis.lrange(errors_of(player), 0, -1)]

    def errors_of_each(self, players: Sequence[str]) -> list[list[Failure]]:
        """In one round trip."""
        with answering(), self.redis.pipeline(transaction=False) as pipe:
            for player in players:
                pipe.lrange(errors_of(player), 0, -1)
            return [[_failure(text) for text in texts] for texts in pipe.execute()]

    def is_benched(self, player: str) -> bool:
        return self.benched_since(player) is not None

    def benched_since(self, player: str) -> int | None:
        """In seconds since 1970; None of one that may play."""
        with answering():
            at = self.redis.hget(BENCHED, player)
        return int(at) if at else None

    def benched(self) -> dict[str, int]:
        """All that are, with since when."""
        with answering():
            return {player: int(at) for player, at in self.redis.hgetall(BENCHED).items()}

    def bench(self, player: str) -> None:
        with answering(), self.redis.pipeline() as pipe:
            pipe.hsetnx(BENCHED, player, self.redis.time()[0])
            tell(pipe, player)
            pipe.execute()

    def unbench(self, player: str) -> None:
        """With a clean slate, or the next failure would bench it again."""
        with answering(), self.redis.pipeline() as pipe:
            pipe.hdel(BENCHED, player)
            pipe.delete(errors_of(player))
            tell(pipe, player)
            pipe.execute()

    def untold(self) -> dict[str, int]:
        """Those benched of which nobody has told their owners, with since when. What is over is forgotten."""
        with answering(), self.redis.pipeline(transaction=False) as pipe:
            pipe.hgetall(BENCHED)
            pipe.hgetall(TOLD)
            benched, told = pipe.execute()
            if over := told.keys() - benched.keys():
                self.redis.hdel(TOLD, *over)
        return {player: int(at) for player, at in benched.items() if told.get(player) != at}

    def note_told(self, player: str, since: int) -> None:
        with answering():
            self.redis.hset(TOLD, player, since)


def is_too_many(failures: list[Failure]) -> bool:
    """After the first of these, which are sorted with the newest first."""
    newest = failures[0]
    here = [each for each in failures if each.match == newest.match]
    lately = [each for each in failures if each.at > newest.at - HOUR]
    return len(here) >= IN_A_MATCH or len(lately) >= IN_AN_HOUR


def _failure(text: str) -> Failure:
    return Failure(*json.loads(text))


def errors_of(player: str) -> str:
    return f"{player}:errors"
