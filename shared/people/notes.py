"""What is to be mailed about an account, and what its links do: each once, and for a while.

Key: the hash `person:<id>:notes` holds each note as JSON by its serial number, which the links in its mail have.
"""

import json
import secrets
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any

import redis

from shared.ledger.redis import answering
from shared.people.register import now
from shared.platform.player import as_player

SIGN_IN, ADDRESS, DEVICE = "signin", "address", "device"
LASTS = {kind: int(time.total_seconds() * 1000) for kind, time in (
    (SIGN_IN, timedelta(minutes=15)), (ADDRESS, timedelta(days=1)), (DEVICE, timedelta(days=1)),
)}  # fmt: skip
MOST = 20  # notes of a person: of more, the oldest are forgotten
HOURLY = {SIGN_IN: 5, ADDRESS: 3, DEVICE: 4}  # mails of a kind to an address
KEY = "LIMITS:{notes}:"


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """`address` is where it goes, `origin` how its reader reaches us, `browser` the new one where it is about that,
    `language` that of the page on which it was asked for, if that is known.
    """

    kind: str
    at: int
    address: str
    origin: str
    browser: str = ""
    language: str = ""


class Notes:
    """`client` decodes what it reads. Everything here raises Unavailable."""

    def __init__(self, client: "redis.Redis") -> None:
        self.redis: Any = client

    def keep(
        self, person: str, kind: str, address: str, origin: str, browser: str = "", language: str = ""
    ) -> str:
        """Returns its serial number."""
        note = Note(kind=kind, at=now(), address=address, origin=origin, browser=browser, language=language)
        serial, key = secrets.token_hex(12), _key(person)
        kept = self._all(person)
        old = [each for each, other in kept.items() if not _lasts(other)]
        old += sorted(kept.keys() - set(old), key=lambda each: -kept[each].at)[MOST - 1 :]
        with answering(), self.redis.pipeline() as pipe:
            if old:
                pipe.hdel(key, *old)
            pipe.hset(key, serial, json.dumps(asdict(note), ensure_ascii=False))
            pipe.pexpire(key, max(LASTS.values()))
            pipe.execute()
        return serial

    def of(self, person: str, serial: str) -> Note | None:
        """None once it was used, or its time is over."""
        with answering():
            found = self.redis.hget(_key(person), serial)
        note = Note(**json.loads(found)) if found else None
        return note if note and _lasts(note) else None

    def use(self, person: str, serial: str) -> Note | None:
        """Whoever uses it first has it alone."""
        note = self.of(person, serial)
        with answering():
            return note if self.redis.hdel(_key(person), serial) else None

    def end_links(self, person: str) -> None:
        """What was mailed does nothing any more; who has to be told of a new browser still is."""
        with answering():
            if links := [serial for serial, note in self._all(person).items() if note.kind != DEVICE]:
                self.redis.hdel(_key(person), *links)

    def may_be_sent(self, kind: str, digest: str) -> bool:
        """Counts a mail of this kind to the address with this digest; False for one too many in an hour."""
        key = f"{KEY}{kind}:{digest}"
        with answering(), self.redis.pipeline() as pipe:
            pipe.incr(key)
            pipe.expire(key, 3600, nx=True)
            return bool(pipe.execute()[0] <= HOURLY[kind])

    def _all(self, person: str) -> dict[str, Note]:
        with answering():
            found = self.redis.hgetall(_key(person))
        return {serial: Note(**json.loads(text)) for serial, text in found.items()}


def _lasts(note: Note) -> bool:
    return now() - note.at <= LASTS[note.kind]


def _key(person: str) -> str:
    return f"{as_player(person)}:notes"
