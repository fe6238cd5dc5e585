"""Which bots a table has asked to come, and what became of that: for the page of the table.

Keys: the hash `bots:asked:<table>` of players whose answer is waited for, who declined, or who did not answer in time;
the sorted set `bots:waiting` of `<table> <player>` by the second in which the invitation lapses.
"""

from typing import Any

from shared.ledger.redis import answering
from shared.roster.news import tell

WAITING, DECLINED, SILENT = "waiting", "declined", "silent"
LAPSE = "bots:waiting"
AT_ONCE = 100


class Asked:
    """`client` decodes what it reads. Everything here raises Unavailable."""

    def __init__(self, client: Any) -> None:
        self.redis = client

    def asked(self, table: str) -> dict[str, str]:
        """What became of it, by player; of those who have come nothing."""
        with answering():
            return dict(self.redis.hgetall(asked_of(table)))

    def unanswered(self) -> list[tuple[str, str]]:
        """Tables and the players whose answers are overdue there."""
        with answering():
            now = self.redis.time()[0]
            found = self.redis.zrange(LAPSE, "-inf", now, byscore=True, offset=0, num=AT_ONCE)
        return [(table, player) for table, _, player in (text.partition(" ") for text in found)]

    def note_silent(self, table: str, player: str) -> None:
        """Safe to repeat."""
        with answering():
            is_waited_for = self.redis.hget(asked_of(table), player) == WAITING
            with self.redis.pipeline() as pipe:
                pipe.zrem(LAPSE, f"{table} {player}")
                if is_waited_for:
                    pipe.hset(asked_of(table), player, SILENT)
                    tell(pipe, player, table)
                pipe.execute()


def asked_of(table: str) -> str:
    return f"bots:asked:{table}"


def answered(pipe: Any, player: str, table: str) -> None:
    """Within the transaction that says how."""
    pipe.hdel(asked_of(table), player)
    pipe.zrem(LAPSE, f"{table} {player}")
    tell(pipe, player, table)
