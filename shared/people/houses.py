"""Where house rules are kept, and whom an opener means by the names of those invited.

Keys: the hash `house:<id>` holds the rules of a table and its match where they are not the usual ones, the set
`house:<id>:away` the ids of persons whom the opener sent away from a seat.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

import redis

from shared.errors import Malformed, filled
from shared.ledger.redis import answering
from shared.marked import marked
from shared.people.house import Entry, House, Watchers, house_from
from shared.people.looks import NAMES, looks
from shared.platform.player import as_player, player_from
from shared.platform.rows.quiet import house_key
from shared.recent import Recent

FIELDS = ("entry", "talk", "watch", "invited")
ID = re.compile("[a-z0-9]{12}")
MOST_INVITED = 50
REMEMBERED = 4096  # matches whose rules a process has read
AFTER_GIVING_UP = 400 * 24 * 3600  # seconds: longer than a talk is kept, so a private one never becomes public


class Houses:
    """`client` decodes what it reads. Everything that asks the server raises Unavailable."""

    def __init__(self, client: "redis.Redis") -> None:
        self.redis: Any = client
        self._begun: Recent[House] = Recent(REMEMBERED)

    def waiting(self, id_: str) -> House:
        """The rules of a table that waits for players, with those invited and those sent away, as they are now."""
        with answering(), self.redis.pipeline(transaction=False) as pipe:
            pipe.hmget(house_key(id_), FIELDS)
            pipe.smembers(_away(id_))
            kept, away = pipe.execute()
        return house_from(dict(zip(FIELDS, kept, strict=True)))._replace(away=frozenset(away))

    def begun(self, id_: str) -> House:
        """The rules of a match that has started: nobody can change them, so this process asks for them once."""
        return self._begun.get(id_, lambda: self.waiting(id_))

    def is_known_to_be_hidden(self, id_: str) -> bool:
        """Whether not everybody may watch that match until its end, as far as this process knows: nothing is asked."""
        known = self._begun.known(id_)
        return known is not None and known.watch is Watchers.NOBODY

    def keep(self, id_: str, house: House) -> None:
        """Before the table is opened: nobody ever finds it without its rules."""
        with answering():
            self.redis.hset(house_key(id_), mapping=_texts(house))

    def invite(self, id_: str, invited: Iterable[str]) -> None:
        """In place of the earlier list. Whoever is on it and was sent away may come back."""
        persons = sorted(set(invited))
        with answering(), self.redis.pipeline() as pipe:
            pipe.hset(house_key(id_), "invited", " ".join(persons))
            if persons:
                pipe.srem(_away(id_), *persons)
            pipe.execute()

    def send_away(self, id_: str, person: str) -> None:
        with answering():
            self.redis.sadd(_away(id_), person)

    def remove(self, id_: str) -> None:
        """Of a table that was not opened after all."""
        with answering():
            self.redis.delete(house_key(id_), _away(id_))

    def give_up(self, id_: str) -> None:
        """No match follows, so the rules go, once nothing is left of the talk that they are about. Safe to repeat."""
        with answering(), self.redis.pipeline() as pipe:
            for key in (house_key(id_), _away(id_)):
                pipe.expire(key, AFTER_GIVING_UP)
            pipe.execute()

    def meant(self, said: Iterable[str]) -> frozenset[str]:
        """The persons meant by names of accounts, by `person:<id>`, or by links to their pages.

        Raises Malformed, with the first name that nobody has.
        """
        wanted = [each.strip() for each in said if each.strip()]
        if len(wanted) > MOST_INVITED:
            raise _unknown(marked("at most {most} people can be invited"), most=MOST_INVITED)
        by_id = {each: found for each in wanted if (found := _id_in(each))}
        by_name = self._named(sorted({each for each in wanted if each not in by_id}))
        return frozenset([*by_id.values(), *by_name.values()])

    def _named(self, names: list[str]) -> Mapping[str, str]:
        if not names:
            return {}
        with answering(), self.redis.pipeline(transaction=False) as pipe:
            for name in names:
                pipe.hmget(NAMES, looks(name))
            found = dict(zip(names, pipe.execute(), strict=True))
        known = {name: person for name, each in found.items() for person in each if person}
        for name in names:
            if name not in known:
                raise _unknown(marked("nobody with an account here is called {name}"), name=name)
        return known


def invitation(entry: Entry, invited: frozenset[str]) -> frozenset[str]:
    """Raises Malformed where there is a list and nobody asks for it."""
    if invited and entry is not Entry.PRIVATE:
        raise _unknown(marked("only a private table has a list of those invited"))
    return invited


def _id_in(said: str) -> str | None:
    """Of `person:<id>`, or of a link that ends with `/p/<id>`."""
    player = player_from(said)
    if player.is_person and ID.fullmatch(player.name):
        return player.name
    before, _, end = said.rstrip("/").rpartition("/p/")
    return end if (before or said.startswith("/p/")) and ID.fullmatch(end) else None


def players(persons: Iterable[str]) -> list[str]:
    return [as_player(person) for person in sorted(persons)]


def _texts(house: House) -> dict[str, str]:
    """The whole hash."""
    rules = {"entry": str(house.entry), "talk": str(house.talk), "watch": str(house.watch)}
    return {**rules, "invited": " ".join(sorted(house.invited))}


def _unknown(template: str, **values: object) -> Malformed:
    return Malformed(template, fields={"invited": [filled(template, values)]}, **values)


def _away(id_: str) -> str:
    return f"{house_key(id_)}:away"
