"""Who watches what: rooms of sockets, and a part drawn once for all who may see the same."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from secrets import token_hex
from threading import Lock
from typing import NamedTuple

import structlog

from frontend.sockets.frames import BEAT, close_frame, text_frame
from frontend.sockets.watcher import Watcher, hang_up, prepare, write
from shared.errors import Unavailable

log = structlog.get_logger()

# Stands in a part's forms until the part is written to one visitor's socket. Nobody can guess it, nor say it in a talk.
TOKEN = f"token-of-who-reads-this-{token_hex(16)}"


class Room(NamedTuple):
    """`kind` is match, table, talk or lobby."""

    kind: str
    id: str


class Shown(NamedTuple):
    """A room at a version. `audience` names all who may see the same, `draw` makes the part for one of them.

    `is_final`: the version counts no further, though something may still be added.
    """

    version: int
    audience: Callable[[Watcher], Hashable]
    draw: Callable[[Watcher], str]
    is_final: bool = False


Show = Callable[[Room], Shown]


class Hub:
    """All sockets of this process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._rooms: dict[Room, set[Watcher]] = {}
        self._told: dict[Room, int] = {}  # the version that a room was told last

    @property
    def count(self) -> int:
        return len(self.everybody())

    @property
    def rooms(self) -> list[Room]:
        with self._lock:
            return list(self._rooms)

    def told(self, room: Room) -> int | None:
        return self._told.get(room)

    @contextmanager
    def joined(self, room: Room, watcher: Watcher) -> Iterator[None]:
        """Watchers join first and read then, so that nothing falls between."""
        prepare(watcher.sock)
        with self._lock:
            self._rooms.setdefault(room, set()).add(watcher)
        try:
            yield
        finally:
            with self._lock:
                self._rooms[room].remove(watcher)
                if not self._rooms[room]:
                    del self._rooms[room]
                    self._told.pop(room, None)

    def welcome(self, room: Room, show: Show, watcher: Watcher, have: int | None) -> None:
        """Give who has just joined what it doesn't have yet."""
        try:
            shown = show(room)
            with self._lock:
                self._told.setdefault(room, shown.version)
            if shown.is_final or shown.version != have:
                self._push(shown, [watcher])
        except Unavailable:
            self.close([watcher], 1013)
        except Exception:
            log.error("welcome_failed", kind=room.kind, id=room.id, exc_info=True)
            self.close([watcher], 1011)

    def tell(self, room: Room, show: Show, known: int | None = None) -> None:
        """Show the room to all in it, but where its version is still `known`. Raises Unavailable.

        A room that can't be shown doesn't stop the others: its own watchers are told that it is our mistake.
        """
        with self._lock:
            watchers = list(self._rooms.get(room, ()))
        if not watchers:
            return
        try:
            shown = show(room)
            if known is None or shown.is_final or shown.version != known:
                self._push(shown, watchers)
                self._note(room, shown.version)
        except Unavailable:
            raise
        except Exception:
            log.error("room_failed", kind=room.kind, id=room.id, exc_info=True)
            self.close(watchers, 1011)

    def _note(self, room: Room, version: int) -> None:
        with self._lock:
            if room in self._rooms:  # else the last one left meanwhile
                self._told[room] = version

    def _push(self, shown: Shown, watchers: Iterable[Watcher]) -> None:
        """One drawing and one frame an audience; only forms make the frames of one audience differ, by their tokens."""
        parts: dict[Hashable, bytes] = {}
        frames: dict[tuple[Hashable, str], bytes] = {}
        for watcher in watchers:
            audience = shown.audience(watcher)
            if audience not in parts:
                parts[audience] = shown.draw(watcher).encode()
            part = parts[audience]
            token = watcher.token if TOKEN.encode() in part else ""
            if (audience, token) not in frames:
                frames[audience, token] = text_frame(part.replace(TOKEN.encode(), token.encode()))
            write(watcher, frames[audience, token])

    def beat(self) -> None:
        """A page can't hear protocol pings."""
        for watcher in self.everybody():
            write(watcher, BEAT)

    def close_all(self, code: int) -> None:
        self.close(self.everybody(), code)

    def close(self, watchers: Iterable[Watcher], code: int) -> None:
        for watcher in watchers:
            write(watcher, close_frame(code))
            hang_up(watcher)

    def everybody(self) -> set[Watcher]:
        """Each once, in however many rooms."""
        with self._lock:
            return set().union(*self._rooms.values())
