"""Whom somebody follows: their page says who of these plays now. Nobody is told, and nothing else follows from it.

Keys: the set `person:<id>:follows` holds ids of persons, until they are unfollowed.
"""

from shared.errors import NotAllowed
from shared.people.chosen import Chosen


class Follows(Chosen):
    name = "follows"
    most = 200  # so that a page about them all stays quick

    def add(self, person: str, other: str) -> None:
        """Raises NotAllowed."""
        if self.is_full(person, other):
            raise NotAllowed("you follow {most} people: unfollow one first", most=self.most)
        super().add(person, other)
