"""In how many matches a bot has sat, about: safe to count twice, and of one size however many there are.

Key: the HyperLogLog `bots:matches:<player>` of their ids.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from shared.ledger.redis import answering


class Counts:
    """`client` decodes what it reads. Everything here raises Unavailable."""

    def __init__(self, client: Any) -> None:
        self.redis = client

    def sits_in(self, players: Iterable[str], match: str) -> None:
        bots = sorted(set(players))
        if not bots:
            return
        with answering(), self.redis.pipeline(transaction=False) as pipe:
            for player in bots:
                pipe.pfadd(_matches(player), match)
            pipe.execute()

    def matches(self, players: Sequence[str]) -> list[int]:
        """Of each of these."""
        with answering(), self.redis.pipeline(transaction=False) as pipe:
            for player in players:
                pipe.pfcount(_matches(player))
            return list(map(int, pipe.execute()))


def _matches(player: str) -> str:
    return f"bots:matches:{player}"
