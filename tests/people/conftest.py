"""People on a real server, with everything that is ever kept about somebody."""

import json
from typing import Any

import pytest
from redis import Redis

from shared.people.erasing import ERASED, UNDER_WAY
from shared.people.kept import FAMILIES, Family

NAME, MAIL = "Adelheid von Erased", "Adelheid@Erased.example"
ADA, BOB, CLEO = "adelheid0000", "bob000000000", "cleo00000000"


@pytest.fixture
def client(clean_server: str) -> Any:
    return Redis.from_url(clean_server, protocol=2, decode_responses=True)


def plant(client: Any, person: str = ADA) -> None:
    """Something personal in every family of keys, as its row in kept.py says what that is."""
    for at, family in enumerate(FAMILIES):
        for key in keys_of(family, person):
            put(client, family.type, key, person, at)
    client.hset(f"person:{person}", mapping={"name": NAME, "state": "account", "password": "x", "looks": NAME.lower()})


def keys_of(family: Family, person: str) -> list[str]:
    """A key of the person's, and for a pattern one that is about somebody else too."""
    if "<id>" in family.key:
        return [family.of(person)]
    return [family.key.replace("…", BOB)]


def put(client: Any, type_: str, key: str, person: str, at: int) -> None:
    text = json.dumps({"name": NAME, "mail": MAIL.lower(), "person": person})
    if key.startswith("report:"):
        client.hset(key, mapping={"by": BOB, "about": person, "text": f"{NAME} is rude"})
    elif key.startswith("people:reports"):
        client.zadd(key, {BOB: 1})  # the id of that report
    elif key.startswith("bot:"):
        put_bot(client, type_, key, person)
    elif key.startswith("people:") and type_ == "hash":
        client.hset(key, mapping={NAME.lower(): person, "somebody else": CLEO})
    elif key.startswith("queue:") and type_ == "hash":
        client.hset(key, mapping={person: "some0match00 sits"})  # ids alone
    elif type_ == "hash":
        client.hset(
            key,
            mapping={"person": person, "invited": f"{CLEO} {person} {BOB}"} | ({} if BOB in key else {"text": text}),
        )
    elif key in (UNDER_WAY, ERASED):
        client.sadd(key, "long0gone000")
    elif key == "people:news":
        client.xadd(key, {"person": person})
    elif type_ == "stream":
        client.xadd(key, {"person": person, "cause": f"c{at}", "text": NAME, "at": "2026"}, id="1-0")
    elif type_ == "set":
        client.sadd(key, person, CLEO)
    elif type_ == "zset":
        client.zadd(key, {f"turn {person} {BOB}@3 - 0": 1, f"turn {CLEO} {BOB}@3 - 0": 2})
    elif type_ == "list":
        client.rpush(key, NAME)
    else:
        client.set(key, 1, ex=60)


def put_bot(client: Any, type_: str, key: str, owner: str) -> None:
    """A bot that belongs to the person. Its name and what it plays say nothing of anybody."""
    if type_ == "hash":
        client.hset(key, mapping={"kind": "remote", "owner": owner, "version 1": "{}"})
    elif type_ == "zset":
        client.zadd(key, {"some0match00": 10**11})
    else:
        client.rpush(key, json.dumps([BOB, 7, "too late", 1]))


def dump(client: Any) -> str:
    """All keys and values of the server, as one text."""
    reads = {
        "hash": client.hgetall,
        "set": client.smembers,
        "zset": lambda key: client.zrange(key, 0, -1),
        "list": lambda key: client.lrange(key, 0, -1),
        "stream": client.xrange,
        "string": client.get,
    }
    return "\n".join(f"{key} {reads[client.type(key)](key)}" for key in sorted(client.keys("*")))
