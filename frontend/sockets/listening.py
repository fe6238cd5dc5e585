"""Hears of new events on all buses, and of talk, and tells the hub; the server may go and come back meanwhile.

The lobby has a thread of its own: it is drawn for many people one by one, and no match waits for that.
"""

import time
from collections.abc import Callable, Mapping
from threading import Event, Thread
from typing import Any

import structlog

from frontend.sockets.hub import Hub, Room, Show
from frontend.talk import NEWS
from shared.errors import Malformed, Unavailable
from shared.ledger.redis import PARTITIONS, answering, bus_key
from shared.ledger.store import Notice

log = structlog.get_logger()

WAIT = 0.5  # seconds for news
LOOK_EVERY = 0.25  # seconds between two looks at the lobby's rows, which change a little after the events
PAUSE = 0.25  # seconds, while the server is away
BEAT_EVERY = 2.0  # seconds
AT_ONCE = 500  # notices of a bus
STUCK = 30.0  # seconds without a turn of a thread; the lobby may be drawn for thousands in one
LOBBY = Room("lobby", "")


class Listening:
    def __init__(self, client: Any, hub: Hub, show: Show, lobby_version: Callable[[], int]) -> None:
        self.client = client
        self.hub = hub
        self.show = show
        self.lobby_version = lobby_version
        self.positions: dict[str, bytes] = {}
        self.must_catch_up = False
        self.stopped = Event()
        self.turned: dict[str, float] = {}  # when each thread went round last

    def start(self) -> None:
        for does in (self.listen, self.look, self.beat):
            self._turns(does.__name__)
            Thread(target=does, name=f"live-{does.__name__}", daemon=True).start()

    def is_at_work(self) -> bool:
        """Whether all threads go round: the process shows no sign of life where one of them is stuck or has ended."""
        return all(time.monotonic() < turned + STUCK for turned in self.turned.values())

    def _turns(self, thread: str) -> None:
        self.turned[thread] = time.monotonic()

    def stop(self) -> None:
        self.stopped.set()

    def beat(self) -> None:
        while not self.stopped.wait(BEAT_EVERY):
            self._turns("beat")
            self.hub.beat()

    def listen(self) -> None:
        """While the server is away nobody is told anything wrong; then every room that moved on is shown."""
        while not self.stopped.is_set():
            self._turns("listen")
            try:
                self.step()
            except Unavailable as error:
                if not self.must_catch_up:
                    log.warning("live_waits", reason=error.reason or str(error))
                self.must_catch_up = True
                time.sleep(PAUSE)
            except Exception:
                self._fail()

    def look(self) -> None:
        while not self.stopped.wait(LOOK_EVERY):
            self._turns("look")
            try:
                self.look_at_lobby()
            except Unavailable:  # `listen` says so
                time.sleep(PAUSE)
            except Exception:
                self._fail()

    def _fail(self) -> None:
        log.error("live_failed", exc_info=True)
        self.hub.close_all(1011)  # who comes back catches up by version
        time.sleep(PAUSE)

    def step(self) -> None:
        with answering():
            if not self.positions:
                self.positions = {key: self._end(key) for key in (NEWS, *map(bus_key, PARTITIONS))}
                self.must_catch_up = True
            reply = self.client.xread(self.positions, count=AT_ONCE, block=int(WAIT * 1000))
        changed = self._changed(reply)
        if self.must_catch_up:
            self.catch_up()
        for room in changed:
            self._turns("listen")
            self.hub.tell(room, self.show)

    def look_at_lobby(self) -> None:
        if LOBBY in self.hub.rooms and self.lobby_version() != (known := self.hub.told(LOBBY)):
            self.hub.tell(LOBBY, self.show, known)

    def _end(self, key: str) -> bytes:
        newest = self.client.xrevrange(key, count=1)
        return newest[0][0] if newest else b"0-0"

    def _changed(self, reply: Any) -> list[Room]:
        """Each room once, however much happened in it. What a restart interrupts here is caught up with."""
        rooms: dict[Room, None] = {}
        for key, entries in reply:
            self.positions[key.decode()] = entries[-1][0]
            for entry, fields in entries:
                try:
                    rooms.update(dict.fromkeys(rooms_of(key.decode(), fields)))
                except (KeyError, Malformed, TypeError):  # whoever wrote it, nobody's socket is closed for it
                    log.warning("notice_unread", bus=key, entry=entry)
        return list(rooms)

    def catch_up(self) -> None:
        for room in self.hub.rooms:
            if room != LOBBY:
                self._turns("listen")
                self.hub.tell(room, self.show, self.hub.told(room))
        self.must_catch_up = False


def rooms_of(key: str, fields: Mapping[bytes, bytes]) -> list[Room]:
    """What a notice of a bus, or the news of talk, is about. Raises KeyError, Malformed, TypeError."""
    if key == NEWS:
        return [Room("talk", fields[b"id"].decode("ascii", "replace"))]
    id_ = Notice.from_bytes(fields[b"notice"]).id
    return [Room("match", id_), Room("table", id_)]
