"""Reports: what somebody says that another person did, for the operators alone.

Keys: the hash `report:<id>`; the sorted sets by time `people:reports` of all, `people:reports:open` of those that
nobody has settled, and `person:<id>:reported` of those about a person; the set `person:<id>:reports` of those that a
person made.
"""

from collections.abc import Iterable
from enum import StrEnum
from hashlib import sha256
from importlib.resources import files
from itertools import chain
from typing import Any, NamedTuple

import redis

from shared.errors import Malformed, NotAllowed, NotFound, filled
from shared.ledger.ids import id_from
from shared.ledger.redis import answering
from shared.marked import marked
from shared.people.letters import has_shape, on_one_line
from shared.people.register import now
from shared.platform.player import as_player

LONGEST = 500  # characters of what is said
LONGEST_NOTE = 500
MOST_OPEN = 20  # of one person
ALL, OPEN = "people:reports", "people:reports:open"
FILE = files(__package__).joinpath("file_report.lua").read_text(encoding="utf-8")


class Kind(StrEnum):
    """What a report is about; pages have the words."""

    TALK = "talk"
    NAME = "name"
    PLAY = "play"
    SPAM = "spam"
    OTHER = "other"


class Report(NamedTuple):
    """`place` is the id of a table and its match, empty where it happened in none; `version` that of the match then.

    Times are milliseconds since 1970. While nobody has settled it, `settled` is None.
    """

    id: str
    by: str
    about: str
    place: str
    version: int
    kind: str
    text: str
    at: int
    settled: int | None = None
    operator: str = ""
    note: str = ""


class Reports:
    """`client` decodes what it reads. Everything here raises Unavailable."""

    def __init__(self, client: "redis.Redis") -> None:
        self.redis: Any = client
        self._file = self.redis.register_script(FILE)

    def file(self, by: str, about: str, place: str, version: int, kind: str, text: str, cause: str) -> str:
        """The id of the report; the same cause again is the same one. Raises Malformed, NotAllowed."""
        if kind not in {str(each) for each in Kind}:
            raise _unfit(marked("choose what this is about"), "kind")
        said = on_one_line(text)
        if not has_shape(said):
            raise _unfit(marked("say in a few words what happened"), "text")
        if len(said) > LONGEST:
            raise _unfit(marked("a report has at most {longest} characters"), "text", longest=LONGEST)
        if by == about:
            raise NotAllowed("you can't report yourself")
        id_, at = id_from(sha256(f"{by}:{cause}".encode()).digest()), now()
        facts: dict[str, str | int]
        facts = {"by": by, "about": about, "place": place, "version": version, "kind": kind, "text": said, "at": at}
        keys = [_key(id_), ALL, OPEN, _made(by), _about(about)]
        with answering():
            found = self._file(keys=keys, args=[id_, at, MOST_OPEN, *chain.from_iterable(facts.items())])
        if found != "kept":
            raise NotAllowed("nobody has looked at {most} reports of yours yet: wait for an answer", most=MOST_OPEN)
        return id_

    def settle(self, id_: str, operator: str, note: str) -> None:
        """Whoever settles it again replaces the note. Raises NotFound, Malformed."""
        said = on_one_line(note)
        if len(said) > LONGEST_NOTE or not has_shape(said):
            raise _unfit(marked("say in 1 to {longest} characters what was done"), "note", longest=LONGEST_NOTE)
        with answering():
            if not self.redis.exists(_key(id_)):
                raise NotFound("there is no such report")
            with self.redis.pipeline() as pipe:
                pipe.hset(_key(id_), mapping={"settled": now(), "operator": operator, "note": said})
                pipe.zrem(OPEN, id_)
                pipe.execute()

    def open(self, most: int) -> list[Report]:
        """The newest first."""
        with answering():
            return self._of(self.redis.zrevrange(OPEN, 0, most - 1))

    def count_open(self) -> int:
        with answering():
            return int(self.redis.zcard(OPEN))

    def settled(self, most: int) -> list[Report]:
        """Of the newest reports, those that are settled."""
        with answering():
            return [each for each in self._of(self.redis.zrevrange(ALL, 0, most - 1)) if each.settled is not None]

    def about(self, person: str, most: int) -> list[Report]:
        """The newest first."""
        with answering():
            return self._of(self.redis.zrevrange(_about(person), 0, most - 1))

    def _of(self, ids: Iterable[str]) -> list[Report]:
        ids = list(ids)
        with self.redis.pipeline(transaction=False) as pipe:
            for id_ in ids:
                pipe.hgetall(_key(id_))
            return [_report(id_, facts) for id_, facts in zip(ids, pipe.execute(), strict=True) if facts]


def _report(id_: str, facts: dict[str, str]) -> Report:
    settled = facts.get("settled")
    return Report(
        id=id_,
        by=facts["by"],
        about=facts["about"],
        place=facts["place"],
        version=int(facts["version"]),
        kind=facts["kind"],
        text=facts["text"],
        at=int(facts["at"]),
        settled=int(settled) if settled else None,
        operator=facts.get("operator", ""),
        note=facts.get("note", ""),
    )


def _unfit(template: str, field: str, **values: object) -> Malformed:
    return Malformed(template, fields={field: [filled(template, values)]}, **values)


def _key(id_: str) -> str:
    return f"report:{id_}"


def _made(person: str) -> str:
    return f"{as_player(person)}:reports"


def _about(person: str) -> str:
    return f"{as_player(person)}:reported"
