"""Guests and their names: kept outside the ledger, so that a person can be forgotten and every match still verifies."""

from collections.abc import Iterable
from typing import cast

import redis
from flask import g, has_app_context

from frontend.people.letters import BLANK, VARIANTS, category, composed, has_shape, out_of_place
from frontend.people.lookalikes import shows
from shared.errors import Malformed
from shared.ledger.redis import answering
from shared.platform.player import as_player, is_person, player_from

LONGEST = 24  # characters of a name
BOT_MARK = "(bot)"


class Accounts:
    """Names of people by id, in the hash `person:<id>`."""

    def __init__(self, client: "redis.Redis") -> None:
        self.redis = client

    def rename(self, person: str, wished: str) -> str:
        """Keep the name that somebody chose. Raises Malformed with what is wrong with it."""
        name = tidy(wished)
        with answering():
            self.redis.hset(_key(person), "name", name)
        _seen().pop(_key(person), None)
        return name

    def name(self, person: str) -> str:
        return self.names([_key(person)])[_key(person)]

    def names(self, players: Iterable[str]) -> dict[str, str]:
        """What to call each player: people by the name they chose, bots by the name of their mind.

        Each drawing asks for a name once: seats, log and talk of a page show the same people.
        """
        players, seen = list(players), _seen()
        asked = sorted({player for player in players if is_person(player) and player not in seen})
        if asked:
            with answering(), self.redis.pipeline(transaction=False) as pipe:
                for player in asked:
                    pipe.hget(player, "name")
                seen.update(zip(asked, cast("list[str | None]", pipe.execute()), strict=True))
        return {player: seen.get(player) or default_name(player) for player in players}


def _seen() -> dict[str, str | None]:
    """Names that this request has looked up, or this drawing for sockets; outside of both nothing is kept."""
    if not has_app_context():
        return {}
    found: dict[str, str | None] = g.setdefault("names", {})
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
