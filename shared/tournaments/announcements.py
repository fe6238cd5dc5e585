"""Where announcements of tournaments are kept, and the names of entrants who are no people of this server.

Keys: the hash `tournament:<id>` holds the announcement, the hash `tournament:<id>:names` names by the entrant's number,
the sorted set `person:<id>:tournaments` those that somebody has entered or opened, by when.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from shared.ledger.redis import answering
from shared.platform.player import as_player
from shared.tournaments.announcement import Announcement, announcement_from, texts

MOST_OF_A_PERSON = 500


class Announcements:
    """`client` decodes what it reads. Everything here raises Unavailable."""

    def __init__(self, client: Any) -> None:
        self.redis = client

    def of(self, id_: str) -> Announcement:
        return self.of_each([id_])[0]

    def of_each(self, ids: Sequence[str]) -> list[Announcement]:
        with answering(), self.redis.pipeline(transaction=False) as pipe:
            for id_ in ids:
                pipe.hgetall(_key(id_))
            return [announcement_from(kept) for kept in pipe.execute()]

    def keep(self, id_: str, announcement: Announcement) -> None:
        """Before the tournament is opened: nobody ever finds it without."""
        with answering():
            self.redis.hset(_key(id_), mapping=texts(announcement))

    def remove(self, id_: str) -> None:
        """Of a tournament that was not opened after all."""
        with answering():
            self.redis.delete(_key(id_), _names(id_))

    def name(self, id_: str, entrant: int, name: str) -> None:
        with answering():
            self.redis.hset(_names(id_), str(entrant), name)

    def unname(self, id_: str, entrant: int) -> None:
        with answering():
            self.redis.hdel(_names(id_), str(entrant))

    def note_part(self, person: str, id_: str, now: float) -> None:
        """That this person has entered, or opened it: the newest come first in their list."""
        with answering(), self.redis.pipeline() as pipe:
            pipe.zadd(_own(person), {id_: now}, nx=True)
            pipe.zremrangebyrank(_own(person), 0, -MOST_OF_A_PERSON - 1)
            pipe.execute()

    def of_person(self, person: str, start: int = 0, most: int = MOST_OF_A_PERSON) -> list[str]:
        with answering():
            return list(self.redis.zrevrange(_own(person), start, start + most - 1))

    def names(self, id_: str) -> Mapping[int, str]:
        with answering():
            return {int(entrant): name for entrant, name in self.redis.hgetall(_names(id_)).items()}


def _key(id_: str) -> str:
    return f"tournament:{id_}"


def _own(person: str) -> str:
    return f"{as_player(person)}:tournaments"


def _names(id_: str) -> str:
    return f"tournament:{id_}:names"
