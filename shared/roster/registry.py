"""Which bots were ever registered, in which versions, and whose they are.

Keys: the hash `bot:<name>` of what is known of a bot for good, the set `person:<id>:bots` of the names of those that
an account has registered.
"""

from collections.abc import Mapping
from typing import Any

from shared.errors import NotAllowed
from shared.installed_bots import NAME
from shared.ledger.redis import answering
from shared.platform.player import as_player, player_from
from shared.roster.built_in import built_in
from shared.roster.checked import check, known_offer
from shared.roster.failures import BENCHED, errors_of
from shared.roster.offer import VERSION, Offer, field_of, is_named_well, player_of, text_of

MOST_VERSIONS = 50  # of a bot; the oldest is forgotten, and its seats go to the stand-in
MOST_BOTS = 20  # of an account


class Registry:
    """`client` decodes what it reads. Everything here raises Unavailable."""

    def __init__(self, client: Any) -> None:
        self.redis = client

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
            _check_room(pipe, offer)
            pipe.multi()
            pipe.hset(key, mapping={**facts, field_of(offer.version): text_of(offer)})
            if offer.owner:
                pipe.sadd(_owned(offer.owner), offer.name)
            _forget(pipe, offer.name, [each for each in _versions(known) if each != offer.version][MOST_VERSIONS - 1 :])

        with answering():
            if self.redis.hmget(key, *facts, field_of(offer.version)) != [*facts.values(), text_of(offer)]:
                self.redis.transaction(keep, key, *([_owned(offer.owner)] if offer.owner else []))

    def owned(self, person: str) -> list[str]:
        """The names of the bots that an account has registered, in their order."""
        with answering():
            return sorted(self.redis.smembers(_owned(person)))

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


def _check_room(pipe: Any, offer: Offer) -> None:
    """Raises NotAllowed for one bot too many."""
    if (
        offer.owner
        and not pipe.sismember(_owned(offer.owner), offer.name)
        and pipe.scard(_owned(offer.owner)) >= MOST_BOTS
    ):
        raise NotAllowed(
            "you have registered {most} bots, the most that an account may have: register a new version of one",
            most=MOST_BOTS,
        )


def _forget(pipe: Any, name: str, versions: list[int]) -> None:
    """With what they failed at."""
    if versions:
        players = [player_of(name, version) for version in versions]
        pipe.hdel(_key(name), *map(field_of, versions))
        pipe.hdel(BENCHED, *players)
        pipe.delete(*map(errors_of, players))


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


def _owned(person: str) -> str:
    return f"{as_player(person)}:bots"
