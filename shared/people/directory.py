"""Who is meant: accounts by name, everybody by id, and what an operator may know of a person.

Keys: the hash `people:names` from the looks of an account's name to its id; the hash `person:<id>`; the list
`person:<id>:names` of earlier names.
"""

import re
from typing import Any, NamedTuple

import redis

from shared.ledger.redis import answering
from shared.people.looks import NAMES, looks
from shared.people.register import Register
from shared.people.standing import Standing, standing_from
from shared.platform.player import as_player

ID = re.compile("[a-z0-9]{12}")
MOST = 50  # people that one search finds
FIELDS = ("name", "state", "roles", "since", "seen", "muted", "closed")


class Entry(NamedTuple):
    """`name` is None for a guest who never chose one. Times are milliseconds since 1970, None where unknown.

    `closed_as` is what a closed person was before: an account, or a guest.
    """

    person: str
    name: str | None
    standing: Standing
    since: int | None
    seen: int | None
    muted: int | None
    closed_as: str | None
    earlier: list[str]


class Directory:
    """`client` decodes what it reads. Everything here raises Unavailable."""

    def __init__(self, client: "redis.Redis") -> None:
        self.redis: Any = client
        self.register = Register(client)

    def account(self, said: str) -> str | None:
        """The id of the account with this id, or with this name in any case; None if there is none.

        Ids come first: nobody can choose one, but anybody may take somebody else's for a name.
        """
        with answering():
            if ID.fullmatch(said) and self.redis.hexists(as_player(said), "state"):
                return said
        return self.register.find(said)

    def accounts(self) -> list[str]:
        with answering():
            return sorted(set(self.redis.hvals(NAMES)))

    def search(self, said: str) -> list[str]:
        """Ids of accounts whose name holds this, and of anybody who has this id."""
        wanted = {each for each in looks(said) if each}
        found: dict[str, None] = {}
        with answering():
            if ID.fullmatch(said) and self.redis.exists(as_player(said)):
                found[said] = None
            for look, person in self.redis.hscan_iter(NAMES, count=1000) if wanted else ():
                if any(each in look for each in wanted):
                    found[person] = None
                if len(found) >= MOST:
                    break
        return list(found)

    def entry(self, person: str) -> Entry | None:
        """None where nothing is kept of anybody with this id."""
        return self.entries([person])[0]

    def entries(self, people: list[str]) -> list[Entry | None]:
        with answering(), self.redis.pipeline(transaction=False) as pipe:
            for person in people:
                pipe.hmget(as_player(person), FIELDS)
                pipe.lrange(f"{as_player(person)}:names", 0, -1)
            found = pipe.execute()
        kept = zip(people, found[::2], found[1::2], strict=True)
        return [_entry(person, facts, earlier) if any(facts) else None for person, facts, earlier in kept]


def nothing_kept(person: str) -> Entry:
    """A guest who never chose a name."""
    return _entry(person, [None] * len(FIELDS), [])


def _entry(person: str, facts: list[str | None], earlier: list[str]) -> Entry:
    name, state, roles, since, seen, muted, closed = facts
    return Entry(person, name, standing_from(state, roles), _time(since), _time(seen), _time(muted), closed, earlier)


def _time(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdecimal() else None
