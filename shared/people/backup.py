"""All that is kept about people as lines of JSON, apart from the ledger, and back again.

The first line is a header, each other one a key, and the last says how many there were: a file that was cut off is
refused as a whole. A restore brings back what is missing and overwrites nothing; whoever was erased stays erased.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from shared.errors import Malformed
from shared.ledger.envelope import stamp
from shared.ledger.redis import answering
from shared.people.erasing import ERASED, UNDER_WAY
from shared.people.kept import OWN, Erased, families_of
from shared.people.standing import FORMER
from shared.people.sweep import PREFIXES

FORMAT = "urbanist people"
VERSION = 1
READ: Mapping[str, Callable[[Any, str], Any]] = {
    "hash": lambda client, key: client.hgetall(key),
    "set": lambda client, key: sorted(client.smembers(key)),
    "zset": lambda client, key: client.zrange(key, 0, -1, withscores=True),
    "list": lambda client, key: client.lrange(key, 0, -1),
    "stream": lambda client, key: client.xrange(key),
    "string": lambda client, key: client.get(key),
}


def is_kept(key: str) -> bool:
    """Whether a backup holds it: not what ends by itself within an hour, nor who was erased, which its header says."""
    left_out = (Erased.SOON, Erased.STAYS)
    return key.startswith(PREFIXES) and any(family.erased not in left_out for family in families_of(key))


def backup(client: Any) -> Iterator[str]:
    """`client` decodes what it reads. Raises Unavailable."""
    with answering():
        erased = sorted(client.smembers(ERASED))
        yield _line(format=FORMAT, version=VERSION, at=stamp(datetime.now(UTC)), erased=erased)
        keys = sorted({key for key in client.scan_iter(count=1000) if is_kept(key)})
        written = 0
        for key in keys:
            if line := _read(client, key):
                yield line
                written += 1
        yield _line(keys=written)


def _read(client: Any, key: str) -> str | None:
    """None where it has ended meanwhile."""
    type_ = client.type(key)
    if type_ not in READ:
        return None
    value, lasts = READ[type_](client, key), client.pttl(key)
    return _line(key=key, type=type_, value=value, **({"lasts": lasts} if lasts > 0 else {})) if value else None


def _line(**facts: Any) -> str:
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":"))


def restore(client: Any, lines: Iterable[str], erased: Collection[str] = ()) -> int:
    """How many keys were missing. Whoever is in `erased`, in the file's list or in the server's is erased once more:
    that is only begun here, and `Erasing` goes on with it. Raises Malformed, Unavailable.
    """
    header, kept = _whole(lines)
    with answering():
        gone = {*erased, *header["erased"], *client.smembers(ERASED), *_former(client, kept)}
        found = [each for each in kept if not any(_owner(each["key"]) == person for person in gone)]
        done = sum(_write(client, each) for each in found)
        with client.pipeline() as pipe:
            for person in sorted(gone):
                pipe.sadd(ERASED, person)
                pipe.sadd(UNDER_WAY, person)
            pipe.execute()
    return done


def _whole(lines: Iterable[str]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    try:
        header, *kept, end = map(json.loads, lines)
        is_whole = header["format"] == FORMAT and header["version"] == VERSION and end["keys"] == len(kept)
        is_ours = all(is_kept(each["key"]) and each["type"] in READ and each["value"] for each in kept)
    except (ValueError, KeyError, TypeError):
        is_whole = is_ours = False
    if not is_whole or not is_ours:
        raise Malformed("this is no whole backup of people: nothing was restored")
    return header, kept


def _former(client: Any, kept: Collection[Mapping[str, Any]]) -> set[str]:
    """Who is a former player on this server, though a backup still knows them."""
    asked = sorted({person for each in kept if (person := _owner(each["key"]))})
    with client.pipeline(transaction=False) as pipe:
        for person in asked:
            pipe.hget(f"person:{person}", "state")
        return {person for person, state in zip(asked, pipe.execute() if asked else (), strict=True) if state == FORMER}


def _owner(key: str) -> str | None:
    """Whose own key it is."""
    own = any(family in OWN for family in families_of(key))
    return key.split(":")[1] if own else None


def _write(client: Any, kept: Mapping[str, Any]) -> bool:
    """Whether it was missing. What many people share is filled up, so that nobody who came since is lost."""
    key, value = kept["key"], kept["value"]
    if kept["type"] == "hash" and key.startswith("people:"):
        with client.pipeline() as pipe:
            for field, text in value.items():
                pipe.hsetnx(key, field, text)
            return any(pipe.execute())
    if kept["type"] == "zset" and key.startswith("people:"):
        return bool(client.zadd(key, dict(value), nx=True))
    if client.exists(key):
        return False
    with client.pipeline() as pipe:
        _put(pipe, key, kept["type"], value)
        if "lasts" in kept:
            pipe.pexpire(key, kept["lasts"])
        pipe.execute()
    return True


def _put(pipe: Any, key: str, type_: str, value: Any) -> None:
    match type_:
        case "hash":
            pipe.hset(key, mapping=value)
        case "set":
            pipe.sadd(key, *value)
        case "zset":
            pipe.zadd(key, dict(value))
        case "list":
            pipe.rpush(key, *value)
        case "stream":
            for id_, fields in value:
                pipe.xadd(key, fields, id=id_)
        case _:
            pipe.set(key, value)
