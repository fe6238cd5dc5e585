"""Whom somebody has blocked: those can't sit at this person's tables, nor talk to this person.

Keys: the set `person:<id>:blocked` holds ids of persons, until they are unblocked.
"""

from collections.abc import Iterable, Mapping

from shared.errors import NotAllowed
from shared.ledger.redis import answering
from shared.people.chosen import Chosen, ids


class Blocks(Chosen):
    name = "blocked"
    most = 1000  # all of them are read whenever what others say is drawn for that person

    def of_each(self, persons: Iterable[str]) -> Mapping[str, frozenset[str]]:
        """Whom each of several persons has blocked, in one round trip; of nobody, without one."""
        asked = sorted(set(persons))
        if not asked:
            return {}
        with answering(), self.redis.pipeline(transaction=False) as pipe:
            for person in asked:
                pipe.smembers(self._key(person))
            found = pipe.execute()
        return dict(zip(asked, map(ids, found), strict=True))

    def add(self, person: str, other: str) -> None:
        """Raises NotAllowed."""
        if self.is_full(person, other):
            raise NotAllowed("you have blocked {most} people: unblock one first", most=self.most)
        super().add(person, other)
