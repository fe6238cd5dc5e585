"""Who watches what: the rooms, the sockets in each, and the version that each room was last shown at."""

from collections.abc import Iterable, Mapping
from threading import Event, Lock

import structlog

from frontend.sockets.frames import BEAT, close_frame
from frontend.sockets.push import push
from frontend.sockets.room import Render, Room
from frontend.sockets.watcher import Watcher, hang_up, prepare, write
from shared.errors import Unavailable

log = structlog.get_logger()

Newcomers = Mapping[Watcher, int | None]
"""Watchers who have just joined, with the version that their page has."""


class Hub:
    """All sockets of this process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._rooms: dict[Room, set[Watcher]] = {}
        self._versions: dict[Room, int] = {}  # the last one that was pushed to the room
        self._newcomers: dict[Room, dict[Watcher, int | None]] = {}
        self._has_newcomers = Event()

    @property
    def count(self) -> int:
        return len(self.everybody())

    @property
    def rooms(self) -> list[Room]:
        with self._lock:
            return list(self._rooms)

    def is_watched(self, room: Room) -> bool:
        return room in self._rooms

    def version(self, room: Room) -> int | None:
        """The version that was last pushed to the room; None if nobody in it was shown any."""
        return self._versions.get(room)

    def join(self, watcher: Watcher, rooms: Mapping[Room, int | None]) -> None:
        """With the version of each room that the watcher's page has. They miss nothing: what is there is read later."""
        prepare(watcher.sock)
        with self._lock:
            for room, have in rooms.items():
                self._rooms.setdefault(room, set()).add(watcher)
                self._newcomers.setdefault(room, {})[watcher] = have
        self._has_newcomers.set()

    def leave(self, watcher: Watcher, rooms: Iterable[Room]) -> None:
        with watcher.lock:
            watcher.has_left = True
        with self._lock:
            for room in rooms:
                self._rooms[room].remove(watcher)
                if not self._rooms[room]:
                    del self._rooms[room]
                    self._versions.pop(room, None)

    def newcomers(self, patience: float) -> dict[Room, Newcomers]:
        """Waits for them that many seconds."""
        if not self._has_newcomers.wait(patience):
            return {}
        self._has_newcomers.clear()
        with self._lock:
            found, self._newcomers = self._newcomers, {}
        return dict(found)

    def welcome(self, room: Room, render: Render, newcomers: Newcomers) -> None:
        """Give all who have just joined what their pages lack, from one look at the room."""
        try:
            rendering = render(room)
            with self._lock:
                if room in self._rooms:
                    self._versions.setdefault(room, rendering.version)
            push(rendering, [one for one, have in newcomers.items() if rendering.is_final or rendering.version != have])
        except Unavailable:
            self.close(newcomers, 1013)
        except Exception:
            log.error("welcome_failed", kind=room.kind, id=room.id, exc_info=True)
            self.close(newcomers, 1011)

    def update(self, room: Room, render: Render, known: int | None = None) -> None:
        """Push the room to all in it, unless its version is still `known`. Raises Unavailable.

        A room that can't be rendered does not stop the others: its watchers hear that the mistake is ours.
        """
        with self._lock:
            watchers = list(self._rooms.get(room, ()))
        if not watchers:
            return
        try:
            rendering = render(room)
            if known is None or rendering.is_final or rendering.version != known:
                push(rendering, watchers)
                self._note(room, rendering.version)
        except Unavailable:
            raise
        except Exception:
            log.error("room_failed", kind=room.kind, id=room.id, exc_info=True)
            self.close(watchers, 1011)

    def _note(self, room: Room, version: int) -> None:
        with self._lock:
            if room in self._rooms:  # otherwise the last watcher has left meanwhile
                self._versions[room] = version

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

    def present(self) -> set[tuple[str, str]]:
        """Each person with a page open here, beside the id of what it shows."""
        with self._lock:
            pages = ((one.viewer.person, room.id) for room, watchers in self._rooms.items() for one in watchers)
            return {(person, id_) for person, id_ in pages if person}

    def everybody(self) -> set[Watcher]:
        """Each watcher once, in however many rooms."""
        with self._lock:
            return set().union(*self._rooms.values())
