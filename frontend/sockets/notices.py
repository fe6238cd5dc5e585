"""Which rooms the news on a bus, of a talk or of bots is about."""

from collections.abc import Iterable, Mapping

import structlog

from frontend.presentation.part import Feed
from frontend.presentation.parts import PARTS
from frontend.sockets.room import Room
from shared.errors import Malformed
from shared.ledger.store import Notice
from shared.people.unsaid import NEWS
from shared.roster.news import NEWS as BOTS

log = structlog.get_logger()


def rooms_changed(key: str, entries: Iterable[tuple[bytes, Mapping[bytes, bytes]]]) -> dict[Room, None]:
    """Each room once, however much happened in it. Whoever wrote an unreadable notice, it closes nobody's socket."""
    rooms: dict[Room, None] = {}
    for entry, fields in entries:
        try:
            rooms.update(dict.fromkeys(rooms_of(key, fields)))
        except (KeyError, Malformed):
            log.warning("notice_unread", bus=key, entry=entry)
    return rooms


def rooms_of(key: str, fields: Mapping[bytes, bytes]) -> list[Room]:
    """The rooms that an entry is about. Raises KeyError, Malformed."""
    if key == NEWS:
        return _rooms(Feed.TALK, fields[b"id"].decode("ascii", "replace"))
    if key == BOTS:
        return [Room("table", fields[b"table"].decode("ascii", "replace"))] if b"table" in fields else []
    return _rooms(Feed.EVENTS, Notice.from_bytes(fields[b"notice"]).id)


def _rooms(feed: Feed, id_: str) -> list[Room]:
    return [Room(part.name, id_) for part in PARTS.values() if part.feed is feed]
