"""Whoever came by a mailed link may choose a new password without the old one, in that browser and for a while."""

from collections.abc import MutableMapping
from typing import Any

from shared.people.register import now

CAME = "by_link"  # in the cookie: who came, and until when it counts
LASTS = 900_000  # milliseconds


def note_link(session: MutableMapping[str, Any], person: str) -> None:
    session[CAME] = [person, now() + LASTS]


def came_by_link(session: MutableMapping[str, Any], person: str) -> bool:
    found = session.get(CAME)
    return isinstance(found, list) and len(found) == 2 and found[0] == person and found[1] > now()
