"""Vacations: so many days a year for which a person's clocks of days stand.

Key: the hash `person:<id>:vacation` holds `until` in milliseconds since 1970, and by year the days that were taken.
"""

from datetime import UTC, datetime
from typing import Any, NamedTuple

import redis

from shared.errors import NotAllowed
from shared.ledger.redis import answering
from shared.platform.terms import DAY, VACATION_DAYS

A_DAY = DAY * 1000
UNTIL = "until"


class Vacation(NamedTuple):
    """`left` are the days that may still be taken in this year."""

    until: int
    left: int


class Vacations:
    """`client` decodes what it reads. Everything here raises Unavailable."""

    def __init__(self, client: "redis.Redis") -> None:
        self.redis: Any = client

    def of(self, player: str, now: int) -> Vacation:
        with answering():
            until, taken = self.redis.hmget(_key(player), UNTIL, _year(now))
        return Vacation(int(until or 0), VACATION_DAYS - int(taken or 0))

    def take(self, player: str, days: int, now: int) -> Vacation:
        """From now on, in place of what is left of one. 0 days: it ends. Whole days that were not used are given back.

        The days are taken first, so that two requests at once never get more than there are.
        """
        key, before = _key(player), self.of(player, now)
        given_back = min(max(0, before.until - now) // A_DAY, VACATION_DAYS - before.left)
        with answering():
            taken = int(self.redis.hincrby(key, _year(now), days - given_back))
            if taken > VACATION_DAYS:
                self.redis.hincrby(key, _year(now), given_back - days)
                left = max(0, VACATION_DAYS - taken + days)
                if left == 1:
                    raise NotAllowed("{left} day of vacation is left in this year", left=left)
                raise NotAllowed("{left} days of vacation are left in this year", left=left)
            self.redis.hset(key, UNTIL, now + days * A_DAY)
        return Vacation(now + days * A_DAY, VACATION_DAYS - taken)


def _key(player: str) -> str:
    return f"{player}:vacation"


def _year(now: int) -> str:
    return str(datetime.fromtimestamp(now / 1000, UTC).year)
