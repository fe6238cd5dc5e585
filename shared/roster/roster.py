"""Who can sit down now: built-in minds always, others while somebody who runs them says so again and again.

Keys: the sorted set `bots:up` of players by when they were last announced, in seconds by the server's clock, and those
of what is known for good (registry.py) and of failures (failures.py).
"""

from collections.abc import Collection

from shared.ledger.redis import answering
from shared.roster.built_in import is_of_this_release, newest_built_in
from shared.roster.counts import Counts
from shared.roster.failures import Failures
from shared.roster.offer import Offer
from shared.roster.registry import Registry

LAPSES = 5  # seconds after the last announcement
FORGOTTEN = 3600  # seconds until a lapsed announcement leaves the list
UP = "bots:up"


class Roster(Registry, Failures, Counts):
    """`client` decodes what it reads. Everything here raises Unavailable."""

    def announce(self, offer: Offer) -> None:
        """The bot is up for the next few seconds. Raises as `register` does."""
        self.register(offer)
        with answering():
            now = self.redis.time()[0]
            with self.redis.pipeline() as pipe:
                pipe.zadd(UP, {offer.player: now})
                pipe.zremrangebyscore(UP, 0, now - FORGOTTEN)
                pipe.execute()

    def renew(self, players: Collection[str]) -> None:
        """The same for bots that were announced a moment ago, in one step however many they are."""
        if players:
            with answering():
                now = self.redis.time()[0]
                self.redis.zadd(UP, dict.fromkeys(players, now))

    def withdraw(self, player: str) -> None:
        """It can't sit down from now on, unless somebody else runs the same bot and announces it again.

        That it was up until now is remembered: turns for which it was there are its own to answer.
        """
        with answering():
            self.redis.zadd(UP, {player: self.redis.time()[0] - LAPSES}, xx=True)

    def last_up(self, player: str) -> float | None:
        """When it was last announced, in seconds since 1970; None where that is long ago."""
        with answering():
            at = self.redis.zscore(UP, player)
        return None if at is None else float(at)

    def is_up(self, player: str) -> bool:
        return is_of_this_release(player) or player in self.up()

    def offered(self) -> list[Offer]:
        """Those that can sit down, the newest version of each: built-in minds first, then others by name."""
        newest: dict[str, Offer] = {}
        for offer in self._known(self.up().difference(self.benched())):
            if offer.name not in newest or newest[offer.name].version < offer.version:
                newest[offer.name] = offer
        return [*newest_built_in(), *(newest[name] for name in sorted(newest))]

    def newest(self, name: str) -> Offer | None:
        """The newest version that can sit down, None if there is none."""
        minds = (mind for mind in newest_built_in() if mind.name == name)
        return next(minds, None) or next((offer for offer in self.offered() if offer.name == name), None)

    def up(self) -> frozenset[str]:
        """The players announced a moment ago, in either direction: the server's clock may have been set back."""
        with answering(), self.redis.pipeline(transaction=False) as pipe:
            pipe.time()
            pipe.zrange(UP, 0, -1, withscores=True)
            (now, _), found = pipe.execute()
        return frozenset(player for player, at in found if abs(now - at) < LAPSES)
