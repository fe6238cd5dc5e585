"""Which table follows a match, so that all who want a rematch meet there: kept for a month beside the ledger."""

from datetime import timedelta
from typing import cast

import redis

from shared.ledger.redis import answering

KEPT = timedelta(days=30)


class Rematches:
    """The ids of the tables that follow, in the strings `rematch:<id>`."""

    def __init__(self, client: "redis.Redis") -> None:
        self.redis = client

    def after(self, id_: str) -> str | None:
        with answering():
            return cast("str | None", self.redis.get(f"rematch:{id_}"))

    def keep(self, id_: str, following: str) -> str:
        """The table that follows from now on: the one that came first."""
        with answering():
            self.redis.set(f"rematch:{id_}", following, nx=True, ex=KEPT)
            return cast(str, self.redis.get(f"rematch:{id_}"))
