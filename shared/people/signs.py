"""When somebody was last seen in a match whose table lets a bot play on for who is away: an open page, or a request.

Keys: the sorted set `absent:due` holds the id of each such match that waits for people, by the moment at which somebody
may have been away for too long; `absent:signs` holds `<player> <match>` by the moment of the last sign, both in
milliseconds since 1970. Nobody else's signs are kept: the server syncs its file at every write.
"""

from collections.abc import Iterable
from typing import Any

from shared.ledger.redis import answering

DUE, SIGNS = "absent:due", "absent:signs"
KEPT = 2 * 86_400_000  # longer than anybody waits for somebody who is away


class Signs:
    """`client` may decode what it reads or not. Everything here raises Unavailable."""

    def __init__(self, client: Any) -> None:
        self.client = client

    def note(self, seen: Iterable[tuple[str, str]], now: int) -> None:
        """Pairs of a player and a match; of matches that do not wait for anybody nothing is kept."""
        pairs = sorted(set(seen))
        if not pairs:
            return
        with answering():
            due = self.client.zmscore(DUE, [id_ for _, id_ in pairs])
            found = {f"{player} {id_}": now for (player, id_), at in zip(pairs, due, strict=True) if at is not None}
            if found:
                self.client.zadd(SIGNS, found, gt=True)
                self.client.zremrangebyscore(SIGNS, "-inf", now - KEPT)

    def last(self, player: str, id_: str) -> int:
        with answering():
            return int(self.client.zscore(SIGNS, f"{player} {id_}") or 0)
