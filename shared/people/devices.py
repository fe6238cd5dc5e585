"""In which browsers somebody was signed in to an account before: it is known again after signing out.

Key: the hash `person:<id>:devices` holds the time of the last sign-in by the digest of the browser's own cookie.
"""

from datetime import timedelta
from typing import Any

import redis

from shared.ledger.redis import answering
from shared.people.register import now
from shared.platform.player import as_player

NOBODY = "nobody"
MOST = 50  # of a person: of more, the one that signed in longest ago is forgotten
LASTS = timedelta(days=400)  # after the last sign-in: browsers keep no cookie longer


class Devices:
    """`client` decodes what it reads. Everything here raises Unavailable."""

    def __init__(self, client: "redis.Redis") -> None:
        self.redis: Any = client

    def knows(self, person: str | None, device: str) -> bool:
        """Asked of nobody it takes as long."""
        with answering():
            return bool(self.redis.hexists(_key(person or NOBODY), device))

    def add(self, person: str, device: str) -> None:
        with answering():
            kept = self.redis.hgetall(_key(person))
            newest_first = sorted((each for each in kept if each != device), key=lambda each: -int(kept[each]))
            with self.redis.pipeline() as pipe:
                pipe.hset(_key(person), device, now())
                if gone := newest_first[MOST - 1 :]:
                    pipe.hdel(_key(person), *gone)
                pipe.expire(_key(person), LASTS)
                pipe.execute()

    def forget(self, person: str, but: str = "") -> None:
        """All, or all but this one: whoever copied a cookie is a stranger again."""
        with answering():
            if others := [each for each in self.redis.hkeys(_key(person)) if each != but]:
                self.redis.hdel(_key(person), *others)


def _key(person: str) -> str:
    return f"{as_player(person)}:devices"
