"""Checks that an external server still holds the ledger that it held when Urbanist last ran."""

import secrets
from collections.abc import Mapping
from contextlib import closing
from typing import Any

import redis

from infra.after_server import wait_for
from infra.lost import OLDER_SERVER, OTHER_SERVER, OTHER_WAY, Lost
from infra.notes import note
from shared.errors import Unavailable
from shared.ledger.redis import PARTITIONS, answering, bus_key, connect, is_away
from shared.mark import Mark, read_mark
from shared.settings import Settings

LEDGER = "urbanist:ledger"  # the key that holds the ledger's id


def check_server(chosen: Settings) -> None:
    """Raises Lost, unless the loss is accepted: then what is there counts from now on. Raises Unavailable if a new
    server stores nothing."""
    with closing(connect(chosen.redis_url)) as client:
        wait_for(client, says_so=True)  # nothing else is running yet that could say it
        mark = read_mark(chosen.var)
        with answering():
            if mark and chosen.accept_loss != "ledger":
                check(client, mark)
            note(chosen.var, ledger=ledger_id(client), events=events(client))


def check(client: "redis.Redis", mark: Mark) -> None:
    found: Any = client.get(LEDGER)
    if mark.ledger and (found is None or found.decode() != mark.ledger):
        raise Lost(OTHER_SERVER, mark, advice=OTHER_WAY)
    if (announced_now := events(client)) < mark.events:
        raise Lost(OLDER_SERVER, mark, advice=OTHER_WAY, events=announced_now, known=mark.events)


def ledger_id(client: "redis.Redis") -> str:
    found: Any = client.get(LEDGER)
    if found is None:  # only then: a server that stores nothing can still be read
        client.set(LEDGER, secrets.token_hex(8), nx=True)
        found = client.get(LEDGER)
    return str(found.decode())


def events(client: "redis.Redis") -> int:
    """How many events the buses have ever announced, trimmed ones included; 0 from a server older than 7.0."""
    with client.pipeline(transaction=False) as pipe:
        for part in PARTITIONS:
            pipe.xinfo_stream(bus_key(part))
        found: list[Any] = pipe.execute(raise_on_error=False)
    return sum(map(announced, found))


def announced(facts: Any) -> int:
    if isinstance(facts, Mapping):
        return int(facts.get("entries-added", 0))
    if "no such key" in str(facts):  # nobody has written to this bus
        return 0
    if is_away(facts):
        raise facts
    raise Unavailable("XINFO fails there, and without it nobody can tell whether events were lost", reason=str(facts))
