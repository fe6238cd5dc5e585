"""One walk through all keys of the server that takes some people out of everything that is kept about people.

How each family is erased stands in its row (kept.py), so a family that is added later can't be forgotten here.
"""

import re
from collections.abc import Callable, Collection, Mapping
from datetime import UTC, datetime
from typing import Any

import structlog

from shared.ledger.envelope import stamp
from shared.ledger.redis import answering
from shared.people.kept import FAMILIES, OWN, Erased, Family, families_of
from shared.people.standing import FORMER
from shared.people.unsaid import Unsaid

log = structlog.get_logger()
ID = re.compile(r"\b[a-z0-9]{12}\b")
AT_ONCE = 500  # keys, and entries of a long one
PREFIXES = tuple({family.key.partition(":")[0] + ":" for family in FAMILIES})  # most keys are the ledger's

# Deletes a field, or a key with such a field, if it still says that person: the name may be somebody else's by now.
DROP_FIELD = "if redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] then redis.call('HDEL', KEYS[1], ARGV[1]) end"
DROP_KEY = "if redis.call('HGET', KEYS[1], 'person') == ARGV[1] then redis.call('DEL', KEYS[1]) end"
# Takes words out of the texts of a hash.
DROP_WORDS = """
local fields = redis.call('HGETALL', KEYS[1])
for i = 1, #fields, 2 do
  local text = fields[i + 1]
  for _, word in ipairs(ARGV) do text = string.gsub(text, '%f[%w]' .. word .. '%f[%W]', '') end
  if text ~= fields[i + 1] then
    text = string.gsub(string.gsub(text, ' +', ' '), '^ ', '')
    redis.call('HSET', KEYS[1], fields[i], (string.gsub(text, ' $', '')))
  end
end
"""


class Sweep:
    """`client` decodes what it reads. Safe to repeat, and to be ended in the middle. Raises Unavailable."""

    def __init__(self, client: Any, persons: Collection[str]) -> None:
        self.redis = client
        self.persons = frozenset(persons)
        self._cursor = 0
        self._unsaid = Unsaid(client)
        self._drop_field, self._drop_key, self._drop_words = map(
            client.register_script, (DROP_FIELD, DROP_KEY, DROP_WORDS)
        )
        self._how: Mapping[Erased, Callable[[Any, str, Family], None]] = {
            Erased.FACTS: self._own,
            Erased.KEY: self._own,
            Erased.POINTING: self._pointing,
            Erased.VALUES: self._values,
            Erased.MEMBERS: self._members,
            Erased.REPORTS: self._report,
            Erased.LINES: self._lines,
            Erased.STAYS: _nothing,
            Erased.SOON: _nothing,
        }

    def step(self) -> bool:
        """A few hundred keys. Says whether there are more."""
        with answering():
            self._cursor, keys = self.redis.scan(self._cursor, count=AT_ONCE)
            about = [key for key in keys if key.startswith(PREFIXES)]
            with self.redis.pipeline(transaction=False) as pipe:
                for key in about:
                    pipe.type(key)
                types = pipe.execute() if about else ()
                for key, type_ in zip(about, types, strict=True):
                    self._take_out(pipe, key, type_)
                pipe.execute()
        return self._cursor != 0

    def _take_out(self, pipe: Any, key: str, type_: str) -> None:
        """Nobody else's erasure waits for a key that is not what its row says: it is named in the log."""
        found = families_of(key)
        fitting = [family for family in found if family.type == type_]
        if found and not fitting and type_ != "none":
            log.error("kept_as_another_type", where=key, type=type_)
        for family in fitting:
            self._how[family.erased](pipe, key, family)

    def _own(self, pipe: Any, key: str, family: Family) -> None:
        person = key.split(":")[1]
        if person in self.persons:
            forget(pipe, family, person)

    def _pointing(self, pipe: Any, key: str, _family: Family) -> None:
        person = self.redis.hget(key, "person")
        if person in self.persons:
            self._drop_key(keys=[key], args=[person], client=pipe)

    def _values(self, pipe: Any, key: str, _family: Family) -> None:
        for field, person in self.redis.hscan_iter(key, count=AT_ONCE):
            if person in self.persons:
                self._drop_field(keys=[key], args=[field, person], client=pipe)

    def _members(self, pipe: Any, key: str, family: Family) -> None:
        """Members that are ids, or in which an id is a word."""
        if family.type == "set":
            pipe.srem(key, *self.persons)
        elif family.type == "zset":
            for member, _ in self.redis.zscan_iter(key, count=AT_ONCE):
                if self.persons.intersection(member.replace(":", " ").split()):
                    pipe.zrem(key, member)
        else:
            named = self.persons.intersection(ID.findall(" ".join(self.redis.hvals(key))))
            if named:
                self._drop_words(keys=[key], args=[*named], client=pipe)

    def _lines(self, pipe: Any, key: str, _family: Family) -> None:
        self._unsaid.take_back(pipe, key, self.persons, stamp(datetime.now(UTC)))

    def _report(self, pipe: Any, key: str, family: Family) -> None:
        """What they reported and what others reported of them, with its place in every list of reports."""
        if family.type != "hash":
            return self._own(pipe, key, family) if family in OWN else None
        by, about = self.redis.hmget(key, "by", "about")
        if not self.persons.intersection((by, about)):
            return
        id_ = key.partition(":")[2]
        for each in LISTS:
            remove = pipe.srem if each.type == "set" else pipe.zrem
            for person in (by, about) if each in OWN else ("",):
                remove(each.of(person or ""), id_)
        pipe.delete(key)


def _nothing(_pipe: Any, _key: str, _family: Family) -> None:
    """Ids alone, or what ends by itself."""


LISTS = tuple(each for each in FAMILIES if each.erased is Erased.REPORTS and each.type in ("set", "zset"))


def forget_own(pipe: Any, person: str) -> None:
    """What has a key of that person's own: at once, within a transaction."""
    for family in OWN:
        forget(pipe, family, person)


def forget(pipe: Any, family: Family, person: str) -> None:
    key = family.of(person)
    pipe.delete(key)
    if family.erased is Erased.FACTS:
        pipe.hset(key, "state", FORMER)
