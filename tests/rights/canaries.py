"""What must be in nobody's answer: hidden values of running matches, and what is private of a person who plays too."""

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

from frontend.people.links import Seat
from frontend.people.ways import Browser, Mailbox
from shared.platform.player import as_player
from tests.frontend.calling.others import encoded
from tests.frontend.test_secrets import sealed_of
from tests.rights.walk import ORIGIN, POINT
from tests.rights.world import OTHER, World

OPERATORS = frozenset({"operator"})


class Canary(NamedTuple):
    """`told`: the roles that may read it."""

    what: str
    text: str
    told: frozenset[str] = frozenset()


def hidden(world: World) -> Iterator[Canary]:
    """Of matches that go on, and of a table whose match has not begun."""
    for id_ in (world.place.match, world.together):
        yield from (Canary("a hidden value", text) for text in sealed_of(world.pages, id_))
    opened = world.pages.streams.table(world.place.table).state.opened
    assert opened
    yield Canary("the seed of a table", opened.seed)


def private(world: World) -> Iterator[Canary]:
    """Kept where docs/ledger.md says that it is kept, whether or not any page shows it to its owner."""
    person, site = world.people[OTHER].id, world.pages.site
    site.ways.keep_mailbox(
        person, Mailbox(address="canary@zoe.example", every=600, origin=ORIGIN, serial="canary-serial")
    )
    yield Canary("a mail address", "canary@zoe.example")
    yield Canary("the serial number of mailed links", "canary-serial")
    endpoint = "https://fcm.googleapis.com/send/canary"
    key, at = encoded(POINT), "2026-01-01T00:00:00.000Z"
    browser = Browser(
        id="canarybrowser", endpoint=endpoint, p256dh=key, auth="canary-auth", origin=ORIGIN, key=key, at=at
    )
    site.ways.keep_browser(person, browser)
    yield from (Canary("a browser that is called", text) for text in (endpoint, "canarybrowser", "canary-auth"))
    yield Canary("a personal link", site.links.made(Seat(person, world.finished)))
    yield Canary("a report", "was loud", OPERATORS | {"owner"})  # who sent it finds it among what is kept of them
    site.talk.say(world.private, person, "canary among friends", "the-key-of-a-line")
    yield Canary("what is said at a private table", "canary among friends", OPERATORS | {"seat", "owner"})
    yield from (Canary(what, text, told) for what, text, told in account(world, as_player(person)))


def account(world: World, key: str) -> Iterator[tuple[str, str, frozenset[str]]]:
    nobody, redis = frozenset[str](), world.redis
    token, address = (sha256(word.encode()).hexdigest() for word in ("token", "address"))
    redis.hset(key, "password", "$argon2id$v=19$m=65536,t=3,p=4$canary")
    yield "a password's hash", "$argon2id", nobody
    world.pages.site.sessions.begin(world.people[OTHER].id, "canary-browser")
    yield from (("the digest of a session", name, nobody) for name in map(bytes.decode, redis.hkeys(f"{key}:sessions")))
    yield "a session", "canary-browser", nobody
    redis.hset(f"{key}:tokens", "canarytoken1", json.dumps({"name": "canary-program"}))
    redis.set(f"person:token:{token}", f"{key} canarytoken1")
    yield from (("a token", text, nobody) for text in (token, "canarytoken1", "canary-program"))
    redis.sadd(f"{key}:blocked", "canaryblock1")
    redis.sadd(f"{key}:follows", "canaryfollow")
    yield from (("whom somebody blocks or follows", text, nobody) for text in ("canaryblock1", "canaryfollow"))
    redis.rpush(f"{key}:names", "Canary Of Old")
    yield "an earlier name", "Canary Of Old", OPERATORS
    redis.hset("people:addresses", address, key)
    yield "the digest of an address", address, nobody
    report = {"by": key, "about": key, "text": "canary said", "at": "0", "match": world.finished}
    redis.hset("report:canaryreport", mapping=report)
    redis.sadd(f"{key}:reports", "canaryreport")
    redis.zadd("people:reports", {"canaryreport": 0})
    yield from (("a report", text, OPERATORS) for text in ("canaryreport", "canary said"))


def pull_up(world: World) -> None:
    """What was planted here and has no meaning to anybody."""
    key = as_player(world.people[OTHER].id)
    for name in ("tokens", "blocked", "follows", "names", "reports"):
        world.redis.delete(f"{key}:{name}")
    world.redis.delete(*world.redis.keys("person:token:*"), "people:addresses", "people:reports", "report:canaryreport")
