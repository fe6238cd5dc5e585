"""Which stream of a bot is the newest of each of its programs: an older one of the same name gives way.

Keys: the hash `bot:<name>@<version>:clients` of serials by the name of the program.
"""

import secrets
from typing import Any

from shared.errors import NotAllowed
from shared.ledger.redis import answering
from shared.roster.news import tell

MOST = 1000
KEPT = 86_400  # seconds after the last stream was opened


class Clients:
    """`client` decodes what it reads. Everything here raises Unavailable."""

    def __init__(self, client: Any) -> None:
        self.redis = client

    def open(self, player: str, client: str) -> str:
        """The serial of a new stream. Whichever process has the old one hears of it. Raises NotAllowed."""
        serial = secrets.token_hex(8)
        with answering():
            is_known, count = self.redis.hexists(_key(player), client), self.redis.hlen(_key(player))
        if not is_known and count >= MOST:
            raise NotAllowed("a bot has at most {most} clients in a day", most=MOST)
        with answering(), self.redis.pipeline() as pipe:
            pipe.hset(_key(player), client, serial)
            pipe.expire(_key(player), KEPT)
            tell(pipe, player)
            pipe.execute()
        return serial

    def newest(self, player: str, client: str) -> str | None:
        with answering():
            found: str | None = self.redis.hget(_key(player), client)
        return found


def _key(player: str) -> str:
    return f"{player}:clients"
