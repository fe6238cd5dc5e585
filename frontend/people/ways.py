"""The ways in which a person wants to be called: browsers that push services reach, and a mail address.

Kept outside the ledger, like names. Keys: the hash `person:<id>:push` holds each browser's subscription by its own id,
`person:<id>:mail` the address that was confirmed, `person:<id>:asked` one that was not yet.
"""

import json
import secrets
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import redis

from shared.errors import Malformed, NotAllowed
from shared.ledger.envelope import stamp
from shared.ledger.redis import answering
from shared.variables import MAIL

CHOSEN = "calling:chosen"
KEPT = timedelta(days=400)  # after somebody last changed it, or was called by it
TO_CONFIRM = timedelta(days=1)
AGAIN = timedelta(hours=1)  # until the same address may be asked again, whoever asks
MOST = 8  # browsers of a person: the ones that asked last
HOURLY, DAILY = 3600, 86_400  # seconds between two mails
EVERY = (HOURLY, DAILY)
KEYS = ("p256dh", "auth")
SECRET = 16  # bytes of `auth` (RFC 8291)

# Writes a field of a mailbox, if that mailbox is still there: who has ended it meanwhile is not written to again.
WRITE = """
if redis.call('hget', KEYS[1], 'serial') == ARGV[1] then
  redis.call('hset', KEYS[1], ARGV[2], ARGV[3])
  redis.call('expire', KEYS[1], ARGV[4])
end
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Browser:
    """A subscription of a push service; `origin` is how its person reaches us, `key` our public one at that time."""

    id: str
    endpoint: str
    p256dh: str
    auth: str
    origin: str
    key: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mailbox:
    """`serial` is in its links, so that old ones mean nothing; `sent` is when something was last mailed."""

    address: str
    every: int
    origin: str
    serial: str
    sent: str = ""


class Ways:
    """Callers decide who may change them. Everything here raises Unavailable."""

    def __init__(self, client: "redis.Redis") -> None:
        self.redis: Any = client
        self._write_field: Any = self.redis.register_script(WRITE)

    def were_chosen(self) -> bool:
        """Whether anybody ever did, so that a server on which nobody is called has no work with it."""
        with answering():
            return bool(self.redis.exists(CHOSEN))

    def has_any(self, person: str) -> bool:
        with answering():
            return bool(self.redis.exists(_push(person), _mail(person)))

    def who_has_any(self, persons: Collection[str]) -> set[str]:
        """In one round trip."""
        asked = sorted(persons)
        with answering(), self.redis.pipeline(transaction=False) as pipe:
            for person in asked:
                pipe.exists(_push(person), _mail(person))
            return {person for person, found in zip(asked, pipe.execute() if asked else (), strict=True) if found}

    def browsers(self, person: str) -> list[Browser]:
        """The one that asked last comes last."""
        with answering():
            found = self.redis.hvals(_push(person))
        return sorted((Browser(**json.loads(one)) for one in found), key=lambda one: one.at)

    def add_browser(self, person: str, said: Mapping[str, str], origin: str, key: str) -> Browser:
        """The address was found to be believable. Raises Malformed."""
        from shared.web.push_key import is_point, read_base64  # as late as frontend/pages/settings.py does

        point, auth = (read_base64(said.get(name, "")) for name in KEYS)
        if not is_point(point) or len(auth) != SECRET:
            raise Malformed("this browser did not say how to keep a message to it private", fields={})
        at = stamp(datetime.now(UTC))
        given = {name: said[name] for name in ("endpoint", *KEYS)}
        browser = Browser(id=id_of(said["endpoint"]), **given, origin=origin, key=key, at=at)
        self.keep_browser(person, browser)
        for old in self.browsers(person)[:-MOST]:
            self.remove_browser(person, old.id)
        return browser

    def keep_browser(self, person: str, browser: Browser) -> None:
        with answering(), self.redis.pipeline() as pipe:
            pipe.hset(_push(person), browser.id, json.dumps(asdict(browser)))
            pipe.expire(_push(person), KEPT)
            pipe.set(CHOSEN, "yes")
            pipe.execute()

    def note_pushed(self, person: str) -> None:
        """Their browsers are kept for as long again."""
        with answering():
            self.redis.expire(_push(person), KEPT)

    def remove_browser(self, person: str, id_: str) -> None:
        with answering():
            self.redis.hdel(_push(person), id_)

    def mailbox(self, person: str) -> Mailbox | None:
        return self._box(_mail(person))

    def asked(self, person: str) -> Mailbox | None:
        """An address that nobody has confirmed: nothing but the question is ever sent to it."""
        return self._box(_asked(person))

    def ask(self, person: str, address: str, every: int, origin: str) -> None:
        """Raises Malformed, and NotAllowed if the address was asked a short time ago."""
        address = address.strip()
        if not MAIL.fullmatch(address):
            raise Malformed("this is no mail address: {address}", address=address[:100], fields={})
        with answering():
            key = f"calling:asked:{sha256(address.lower().encode()).hexdigest()}"
            if not self.redis.set(key, "1", nx=True, ex=AGAIN):
                raise NotAllowed("this address was asked less than an hour ago: look into its mail, or try again later")
        box = Mailbox(address=address, every=every, origin=origin, serial=secrets.token_hex(8))
        self._keep(_asked(person), box, TO_CONFIRM)

    def confirm(self, person: str, serial: str) -> Mailbox | None:
        """The address that is used from now on; None if this question is over."""
        box = self.asked(person)
        if box is None or box.serial != serial:
            known = self.mailbox(person)
            return known if known and known.serial == serial else None  # the button was pressed twice
        self.keep_mailbox(person, box)
        with answering():
            self.redis.delete(_asked(person))
        return box

    def keep_mailbox(self, person: str, box: Mailbox) -> None:
        self._keep(_mail(person), box, KEPT)

    def write_every(self, person: str, seconds: int) -> None:
        if box := self.mailbox(person):
            self._write(person, box, "every", str(seconds))

    def note_sent(self, person: str, box: Mailbox, at: str) -> None:
        self._write(person, box, "sent", at)

    def stop_asking(self, person: str) -> None:
        with answering():
            self.redis.delete(_asked(person))

    def stop_mail(self, person: str) -> None:
        with answering():
            self.redis.delete(_mail(person), _asked(person))

    def forget(self, person: str) -> None:
        with answering():
            self.redis.delete(_push(person), _mail(person), _asked(person))

    def _box(self, key: str) -> Mailbox | None:
        with answering():
            found = self.redis.hgetall(key)
        return Mailbox(**{**found, "every": int(found["every"])}) if found else None

    def _write(self, person: str, box: Mailbox, field: str, value: str) -> None:
        with answering():
            self._write_field(keys=[_mail(person)], args=[box.serial, field, value, int(KEPT.total_seconds())])

    def _keep(self, key: str, box: Mailbox, lasts: timedelta) -> None:
        with answering(), self.redis.pipeline() as pipe:
            pipe.hset(key, mapping=asdict(box))
            pipe.set(CHOSEN, "yes")
            pipe.expire(key, lasts)
            pipe.execute()


def id_of(endpoint: str) -> str:
    """What pages call it: the address itself is the secret of browser and server."""
    return sha256(endpoint.encode()).hexdigest()[:16]


def _push(person: str) -> str:
    return f"person:{person}:push"


def _mail(person: str) -> str:
    return f"person:{person}:mail"


def _asked(person: str) -> str:
    return f"person:{person}:asked"
