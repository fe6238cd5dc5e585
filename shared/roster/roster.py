"""Who can sit down now: built-in minds always, others while somebody who runs them says so again and again.

Keys: the hash `bot:<name>` of what is known of a bot for good, the sorted set `bots:up` of players by when they were
last announced, in seconds by the server's clock, and those of failures (failures.py).
"""

from collections.abc import Collection, Mapping
from typing import Any

from shared.errors import NotAllowed
from shared.installed_bots import NAME
from shared.ledger.redis import answering
from shared.platform.player import player_from
from shared.roster.built_in import built_in, newest_built_in
from shared.roster.checked import check, known_offer
from shared.roster.counts import Counts
from shared.roster.failures import Failures
from shared.roster.offer import VERSION, Offer, field_of, is_named_well, text_of

LAPSES = 5  # seconds after the last announcement
FORGOTTEN = 3600  # seconds until a lapsed announcement leaves the list
MOST_VERSIONS = 50  # of a bot; the oldest is forgotten, and its seats go to the stand-in
UP = "bots:up"


class Roster(Failures, Counts):
    """`client` decodes what it reads. Everything here raises Unavailable."""

    def register(self, offer: Offer) -> None:
        """Remember what the bot says of itself. Its name belongs to who came first. Raises Malformed, NotAllowed."""
        check(offer)
        if any(offer.name == mind.name for mind in built_in().values()):
            raise _taken(offer)
        key, facts = _key(offer.name), {"kind": str(offer.kind), "owner": offer.owner or ""}

        def keep(pipe: Any) -> None:
            known = pipe.hgetall(key)
            if known and {name: known[name] for name in facts} != facts:
                raise _taken(offer)
            pipe.multi()
            pipe.hset(key, mapping={**facts, field_of(offer.version): text_of(offer)})
            if too_old := [version for version in _versions(known) if version != offer.version][MOST_VERSIONS - 1 :]:
                pipe.hdel(key, *map(field_of, too_old))

        with answering():
            if self.redis.hmget(key, *facts, field_of(offer.version)) != [*facts.values(), text_of(offer)]:
                self.redis.transaction(keep, key)

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
        """It can't sit down from now on, unless somebody else runs the same bot and announces it again."""
        with answering():
            self.redis.zrem(UP, player)

    def is_up(self, player: str) -> bool:
        return player in built_in() or player in self._up()

    def offered(self) -> list[Offer]:
        """Those that can sit down, the newest version of each: built-in minds first, then others by name."""
        newest: dict[str, Offer] = {}
        for offer in self._known(self._up() - self.benched()):
            if offer.name not in newest or newest[offer.name].version < offer.version:
                newest[offer.name] = offer
        return [*newest_built_in(), *(newest[name] for name in sorted(newest))]

    def newest(self, name: str) -> Offer | None:
        """The newest version that can sit down, None if there is none."""
        minds = (mind for mind in newest_built_in() if mind.name == name)
        return next(minds, None) or next((offer for offer in self.offered() if offer.name == name), None)

    def offer(self, player: str) -> Offer | None:
        """What is known of this version, whether or not it can sit down; None of one that was never heard of."""
        return built_in().get(player) or next(iter(self._known([player])), None)

    def known(self, name: str) -> list[Offer]:
        """All versions of a bot, the newest first."""
        minds = sorted((mind for mind in built_in().values() if mind.name == name), key=lambda mind: -mind.version)
        if minds:
            return minds
        if not NAME.fullmatch(name):  # other keys begin like this one
            return []
        with answering():
            kept = self.redis.hgetall(_key(name))
        found = (known_offer(name, version, kept) for version in _versions(kept))
        return [offer for offer in found if offer]

    def _up(self) -> frozenset[str]:
        """A moment ago in either direction: the server's clock may have been set back."""
        with answering(), self.redis.pipeline(transaction=False) as pipe:
            pipe.time()
            pipe.zrange(UP, 0, -1, withscores=True)
            (now, _), found = pipe.execute()
        return frozenset(player for player, at in found if abs(now - at) < LAPSES)

    def _known(self, players: Any) -> list[Offer]:
        named = [(bot.name, int(bot.version or 0)) for bot in map(player_from, sorted(players)) if is_named_well(bot)]
        if not named:
            return []
        with answering(), self.redis.pipeline(transaction=False) as pipe:
            for name, version in named:
                pipe.hmget(_key(name), "kind", "owner", field_of(version))
            found = pipe.execute()
        kept = [(each, _facts(each[1], texts)) for each, texts in zip(named, found, strict=True)]
        return [offer for (name, version), facts in kept if (offer := known_offer(name, version, facts))]


def _facts(version: int, texts: list[str | None]) -> Mapping[str, str]:
    names = ("kind", "owner", field_of(version))
    return {name: text for name, text in zip(names, texts, strict=True) if text is not None}


def _versions(kept: Mapping[str, str]) -> list[int]:
    """The newest first."""
    said = (name.removeprefix("version ") for name in kept if name.startswith("version "))
    return sorted((int(version) for version in said if VERSION.fullmatch(version)), reverse=True)


def _key(name: str) -> str:
    return f"bot:{name}"


def _taken(offer: Offer) -> NotAllowed:
    return NotAllowed("the name {name} belongs to another bot", name=offer.name)
