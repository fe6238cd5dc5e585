"""Guests and their names: kept outside the ledger, so that a person can be forgotten and every match still verifies."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

import redis
from flask import g, has_app_context

from frontend.sentences import say, sense
from shared.ledger.envelope import stamp
from shared.ledger.redis import answering
from shared.people.register import Register
from shared.people.standing import FORMER, Standing, standing_from
from shared.platform.player import as_player, is_person, player_from


class Facts(NamedTuple):
    """What the hash of a person holds that pages ask for: the name, what the coach has to know (coached.py), and the
    standing: `state` (shared/people/standing.py; None for a guest) and `roles`, separated by spaces. Who is muted can't
    talk until then, in milliseconds since 1970. `language` and `spoken` are codes (languages.py).
    """

    name: str | None = None
    coach: str | None = None
    state: str | None = None
    roles: str | None = None
    muted: str | None = None
    language: str | None = None
    spoken: str | None = None

    @property
    def muted_until(self) -> int:
        return int(self.muted or 0)

    @property
    def standing(self) -> Standing:
        return standing_from(self.state, self.roles)


NOBODY = Facts()


class Accounts:
    """Names of people by id, in the hash `person:<id>`."""

    def __init__(self, client: "redis.Redis") -> None:
        self.redis = client
        self.register = Register(client)

    def rename(self, person: str, wished: str) -> str:
        """Keep the name that somebody chose. Raises Malformed with what is wrong with it."""
        name = self.register.rename(person, wished)
        forget_facts(_key(person))
        return name

    def since(self, person: str) -> str | None:
        """When the account was made; None for guests."""
        with answering():
            at = self.redis.hget(_key(person), "since")
        return stamp(datetime.fromtimestamp(int(at) / 1000, UTC)) if at else None

    def is_kept(self, person: str) -> bool:
        """Whether anything was ever kept about this id."""
        with answering():
            return bool(self.redis.exists(_key(person)))

    def name(self, person: str) -> str:
        return self.names([_key(person)])[_key(person)]

    def names(self, players: Iterable[str]) -> dict[str, str]:
        """What to call each player: people by the name they chose, bots by the name of their mind."""
        players = list(players)
        facts = self.facts(players)
        return {player: _called(player, facts.get(player, NOBODY)) for player in players}

    def facts(self, players: Iterable[str]) -> dict[str, Facts]:
        """What is kept of those who are people.

        Each drawing asks for a person once: seats, log, talk and coach of a page are about the same people.
        """
        seen = _seen()
        people = {player for player in players if is_person(player)}
        if asked := sorted(people - seen.keys()):
            with answering(), self.redis.pipeline(transaction=False) as pipe:
                for player in asked:
                    pipe.hmget(player, *Facts._fields)
                seen.update((player, Facts(*found)) for player, found in zip(asked, pipe.execute(), strict=True))
        return {player: seen[player] for player in people}


def forget_facts(player: str) -> None:
    """They have changed: who asks next looks them up again."""
    _seen().pop(player, None)


def note_coach(player: str, coach: str) -> None:
    """What was just stored needs no looking up."""
    if (facts := _seen().get(player)) is not None:
        _seen()[player] = facts._replace(coach=coach)


def _seen() -> dict[str, Facts]:
    """What this request has looked up, or this drawing for sockets; outside of both nothing is kept."""
    if not has_app_context():
        return {}
    found: dict[str, Facts] = g.setdefault("people", {})
    return found


def bot_name(player: str) -> str:
    """That of its mind."""
    return player_from(player).name.replace("_", " ")


def default_name(player: str) -> str:
    sits = player_from(player)
    if sits.is_bot:
        return str(say("{bot} (bot)", bot=bot_name(player)))
    return str(say("Guest {code}", code=sits.name[:4])) if sits.is_person else sits.name


def _called(player: str, facts: Facts) -> str:
    return former_player() if facts.state == FORMER else facts.name or default_name(player)


def former_player() -> str:
    """What whoever was erased is called."""
    return str(sense("a person", "former player"))


def _key(person: str) -> str:
    """Also the player that this person is."""
    return as_player(person)
