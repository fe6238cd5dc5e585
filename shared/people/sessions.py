"""Sessions of accounts: a cookie counts only as long as its session is kept here, so whoever signs out everywhere makes
every copy of every cookie worthless at once.

Keys: the hash `person:<id>:sessions` holds each session as JSON by the digest of the secret that its cookie has.
"""

import json
import secrets
from datetime import timedelta
from hashlib import sha256
from typing import Any, NamedTuple

import redis

from shared.errors import NotAllowed
from shared.ledger.redis import answering
from shared.people.devices import Devices
from shared.people.news import tell
from shared.people.register import now
from shared.people.standing import ACCOUNT
from shared.platform.player import as_player

LASTS = int(timedelta(days=400).total_seconds() * 1000)  # milliseconds without a visit: browsers keep no cookie longer
MOST = 50  # of a person: of more, the one that was used longest ago ends
SEEN_EVERY = 3_600_000  # milliseconds between two notes of a visit
# Somebody may close or erase the account at the same moment: nothing of it comes back.
BEGIN = """
if redis.call('HGET', KEYS[1], 'state') ~= ARGV[1] then return 0 end
for at = 4, #ARGV do redis.call('HDEL', KEYS[2], ARGV[at]) end
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
return 1
"""
REPLACE = """
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end
"""


class Session(NamedTuple):
    """`id` is the digest of its secret; `browser` is what that calls itself, in words; times are in milliseconds."""

    id: str
    at: int
    seen: int
    browser: str
    known: str  # the digest of the device's own cookie, by which it is known again


class Sessions:
    """`client` decodes what it reads. Everything here raises Unavailable."""

    def __init__(self, client: "redis.Redis") -> None:
        self.redis: Any = client
        self.devices = Devices(client)
        self._begin = self.redis.register_script(BEGIN)
        self._replace = self.redis.register_script(REPLACE)

    def begin(self, person: str, browser: str, known: str = "") -> str:
        """The secret for the cookie: nobody can find it here. From now on the account knows this device.

        Raises NotAllowed if there is no account, or none any more.
        """
        secret = secrets.token_urlsafe(24)
        at = now()
        kept = self.of(person)
        old = [each.id for each in kept[MOST - 1 :]] + [each.id for each in kept if at - each.seen > LASTS]
        text = _written(at, at, browser, known)
        with answering():
            has_begun = self._begin(keys=[as_player(person), _key(person)], args=[ACCOUNT, digest(secret), text, *old])
        if not has_begun:
            raise NotAllowed("this account is closed")
        if known:
            self.devices.add(person, known)
        return secret

    def of(self, person: str) -> list[Session]:
        """The one that was used last comes first."""
        with answering():
            found = self.redis.hgetall(_key(person))
        sessions = [_read(id_, text) for id_, text in found.items()]
        return sorted(sessions, key=lambda each: (-each.seen, -each.at, each.id))

    def find(self, person: str, secret: str) -> Session | None:
        id_ = digest(secret)
        with answering():
            found = self.redis.hget(_key(person), id_)
        session = _read(id_, found) if found else None
        return session if session and now() - session.seen <= LASTS else None

    def note(self, person: str, session: Session) -> None:
        """That it was used, about once an hour; one that has ended meanwhile stays ended."""
        if now() - session.seen < SEEN_EVERY:
            return
        text = _written(session.at, now(), session.browser, session.known)
        with answering():
            self._replace(keys=[_key(person)], args=[session.id, text])

    def end(self, person: str, *ids: str) -> None:
        with answering(), self.redis.pipeline() as pipe:
            pipe.hdel(_key(person), *ids)
            tell(pipe, person)
            pipe.execute()

    def end_all(self, person: str, but: str = "") -> None:
        """All sessions, or all but the one with this id; also one that begins while they are listed.

        Devices are forgotten too: a thief's may be one of them.
        """
        with answering():
            own = self.redis.hget(_key(person), but) if but else None
            with self.redis.pipeline() as pipe:
                pipe.delete(_key(person))
                if own:
                    pipe.hset(_key(person), but, own)
                tell(pipe, person)
                pipe.execute()
        self.devices.forget(person, _read(but, own).known if own else "")


def digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def _written(at: int, seen: int, browser: str, known: str) -> str:
    return json.dumps({"at": at, "seen": seen, "browser": browser, "known": known}, ensure_ascii=False)


def _read(id_: str, text: str) -> Session:
    said = json.loads(text)
    return Session(id_, said["at"], said["seen"], said["browser"], said.get("known", ""))


def _key(person: str) -> str:
    return f"{as_player(person)}:sessions"
