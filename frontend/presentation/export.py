"""Everything that is kept about a person, as they may download it: shared/people/kept.py lists it.

Secrets are named and not shown, because a file lies around: what lets somebody in would let in whoever finds it.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from itertools import islice
from typing import Any

from frontend.people.who import player_of
from frontend.site import Site
from shared.annotations import Json
from shared.ledger.envelope import stamp
from shared.ledger.redis import answering
from shared.people.kept import OWN, Family, Given
from shared.platform.rows import Row, live_of_each, outcome, over_of

FORMAT, VERSION = "urbanist person", 1
WITHHELD = "kept, and not shown here: it is a secret"
MOST_LIVE = 1000
TOGETHER = 100  # tables whose talk is read in one round trip


def export(site: Site, person: str, origin: str, now: datetime) -> Json:
    """Raises Unavailable."""
    rows = _rows(site, player_of(person))
    return {
        "format": FORMAT,
        "version": VERSION,
        "at": stamp(now),
        "person": person,
        "about": "All that this server keeps about this person. Records of matches hold the id alone, and no name.",
        "name": site.accounts.name(person),
        **{family.title: _given(site, family, person) for family in OWN if family.given is not Given.NOTHING},
        "talk": said(site, person, [row.id for row in rows]),
        "tables and matches": [_played(row, player_of(person), origin) for row in rows],
    }


def _rows(site: Site, player: str) -> list[Row]:
    """The newest first, but what runs and waits before what is over; with tables that they opened for others."""
    live = live_of_each(site.rows, [player], MOST_LIVE)[player]
    return [*live, *(row for _, row in over_of(site.rows, player) if row)]


def _played(row: Row, player: str, origin: str) -> Json:
    home = f"{origin}/{'t' if row.status in ('open', 'filled', 'starting', 'given_up') else 'm'}/{row.id}"
    is_over = row.status in ("ended", "aborted", "adjudicated")
    return {
        "id": row.id,
        "game": row.game,
        "options": row.options,
        "status": row.status,
        "last event": row.at,
        "opened by you": row.opener == player,
        "outcome": outcome(row, player),
        "address": home,
        "record": f"{origin}/m/{row.id}/export" if is_over else None,
    }


def said(site: Site, person: str, ids: Iterable[str]) -> list[Json]:
    """Their own lines at these tables and in their matches."""
    waiting, found = iter(ids), list[Json]()
    while some := [*islice(waiting, TOGETHER)]:
        for id_, lines in zip(some, site.talk.lines_of_each(some), strict=True):
            own = (line for line in lines if line.person == person)
            found += [{"table": id_, "at": line.at, "text": line.text, "phrase": line.phrase} for line in own]
    return found


def _given(site: Site, family: Family, person: str) -> Any:
    return HOW[family.given](site.limits, family, family.of(person))


def _fields(client: Any, family: Family, key: str) -> Json:
    with answering():
        found: Mapping[str, str] = client.hgetall(key)
    return {name: _shown(family, name, value) for name, value in sorted(found.items())}


def _records(client: Any, family: Family, key: str) -> Json:
    with answering():
        found: Mapping[str, str] = client.hgetall(key)
    return {name: _without_secrets(family, json.loads(value)) for name, value in sorted(found.items())}


def _values(client: Any, family: Family, key: str) -> list[Any]:
    return [*_records(client, family, key).values()]


def _members(client: Any, family: Family, key: str) -> list[str]:
    with answering():
        if family.type == "set":
            return sorted(client.smembers(key))
        return list(client.lrange(key, 0, -1) if family.type == "list" else client.zrange(key, 0, -1))


def _reports(client: Any, family: Family, key: str) -> list[Json]:
    with answering():
        found = {id_: client.hgetall(f"report:{id_}") for id_ in _members(client, family, key)}
    return [{"id": id_, **{name: report[name] for name in REPORTED if name in report}} for id_, report in found.items()]


REPORTED = ("at", "about", "place", "version", "kind", "text")
"""What a person said in a report: what operators noted about somebody else is not theirs."""

HOW: Mapping[Given, Callable[[Any, Family, str], Any]] = {
    Given.FIELDS: _fields,
    Given.RECORDS: _records,
    Given.VALUES: _values,
    Given.MEMBERS: _members,
    Given.REPORTS: _reports,
}


def _shown(family: Family, name: str, value: Any) -> Any:
    return WITHHELD if name in family.secrets or "*" in family.secrets else value


def _without_secrets(family: Family, found: Any) -> Any:
    return {name: _shown(family, name, value) for name, value in found.items()} if isinstance(found, dict) else found
