"""Guests and their names: kept outside the ledger, so that a person can be forgotten and every match still verifies."""

from collections.abc import Iterable
from typing import NamedTuple

import redis
from flask import g, has_app_context

from frontend.people.letters import BLANK, VARIANTS, category, composed, has_shape, out_of_place
from frontend.people.lookalikes import shows
from shared.errors import Malformed
from shared.ledger.redis import answering
from shared.platform.player import as_player, is_person, player_from

LONGEST = 24  # characters of a name
BOT_MARK = "(bot)"


class Facts(NamedTuple):
    """What the hash of a person holds that pages ask for: the name, and what the coach has to know (coached.py)."""

    name: str | None = None
    coach: str | None = None


NOBODY = Facts()


class Accounts:
    """Names of people by id, in the hash `person:<id>`."""

    def __init__(self, client: "redis.Redis") -> None:
        self.redis = client

    def rename(self, person: str, wished: str) -> str:
        """Keep the name that somebody chose. Raises Malformed with what is wrong with it."""
        name = tidy(wished)
        with answering():
            self.redis.hset(_key(person), "name", name)
        forget_facts(_key(person))
        return name

    def name(self, person: str) -> str:
        return self.names([_key(person)])[_key(person)]

    def names(self, players: Iterable[str]) -> dict[str, str]:
        """What to call each player: people by the name they chose, bots by the name of their mind."""
        players = list(players)
        facts = self.facts(players)
        return {player: facts.get(player, NOBODY).name or default_name(player) for player in players}

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


def tidy(wished: str) -> str:
    """One line of 1 to 24 visible characters, none of which reverses the direction of writing (letters.py)."""
    name = composed(wished).strip()
    if not name:
        raise _bad_name("a name needs at least one character")
    if len(name) > LONGEST:
        raise _bad_name("a name has at most {longest} characters", longest=LONGEST)
    if not has_shape(name) or any(map(_is_blank, name)) or list(out_of_place(name)):
        raise _bad_name("a name is made of characters that can be seen")
    if shows(name, BOT_MARK):
        raise _bad_name("only bots are called {bot}", bot=BOT_MARK)
    return name


def _is_blank(character: str) -> bool:
    """Whether it has no shape and does not change another one's; a plain space is the only space that a name needs."""
    kind = category(character)
    is_other_space = character != " " and (character.isspace() or kind[0] == "Z")
    return character in BLANK - VARIANTS or kind == "Co" or is_other_space


def default_name(player: str) -> str:
    sits = player_from(player)
    if sits.is_bot:
        return f"{sits.name.replace('_', ' ')} {BOT_MARK}"
    return f"Guest {sits.name[:4]}" if sits.is_person else sits.name


def _bad_name(template: str, **values: object) -> Malformed:
    return Malformed(template, fields={"name": [template.format(**values)]}, **values)


def _key(person: str) -> str:
    """Also the player that this person is."""
    return as_player(person)
