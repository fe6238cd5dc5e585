"""Hears of new events on all buses, and of talk, and updates the hub; the server may go and come back meanwhile.

The parts that show rows have a thread of their own: they are drawn for many people one by one, and no match waits for
that. Newcomers have another one, which welcomes all who came since its last round together. Both give way to news.
"""

import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import structlog

from frontend.presentation.part import Feed
from frontend.presentation.parts import PARTS
from frontend.sockets.hub import Hub
from frontend.sockets.notices import rooms_changed
from frontend.sockets.precedence import Precedence
from frontend.sockets.room import Render, Room, before_each
from frontend.sockets.rounds import Rounds
from frontend.sockets.verified import Verified
from frontend.sockets.watcher import Watcher
from shared.errors import Unavailable
from shared.ledger.redis import PARTITIONS, answering, bus_key
from shared.people.news import NEWS as PEOPLE
from shared.people.unsaid import NEWS
from shared.roster.news import NEWS as BOTS

log = structlog.get_logger()

WAIT = 0.5  # seconds for news
LOOK_EVERY = 0.25  # seconds between two looks at the rows, which change a little after the events
PAUSE = 0.25  # seconds, while the server is away
GATHER = 0.05  # seconds between two rounds of welcomes
BEAT_EVERY = 2.0  # seconds
NOTE_EVERY = 4.0  # seconds between two notes of who is here
AT_ONCE = 500  # notices of a bus


class Listening:
    def __init__(
        self,
        client: Any,
        hub: Hub,
        render: Render,
        rows_version: Callable[[], int],
        note: Callable[[], None] = lambda: None,
        verified: Verified | None = None,
    ) -> None:
        """`note` says who is here, `verified` which cookies are still good."""
        self.client = client
        self.hub = hub
        self.render = render
        self.rows_version = rows_version
        self.note = note
        self.verified = verified
        self.positions: dict[str, bytes] = {}
        self.must_catch_up = False
        self.rounds = Rounds()
        self.precedence = Precedence()
        self._waiting: set[str] = set()  # the threads that found the server away and have logged it

    def start(self) -> None:
        self.rounds.start(self.listen, self.look, self.welcome, self.beat, self.attend)

    def stop(self) -> None:
        self.rounds.stopped.set()

    def is_at_work(self) -> bool:
        """The process shows no sign of life if one of its threads does not."""
        return self.rounds.are_alive()

    def beat(self) -> None:
        while not self.rounds.stopped.wait(BEAT_EVERY):
            self.rounds.turn("beat")
            self.precedence.give_way()
            self.hub.beat()

    def listen(self) -> None:
        """While the server is away the pages hear nothing wrong; afterwards every room that has moved on is updated."""
        while not self.rounds.stopped.is_set():
            if not self._go_round("listen", self.step):
                self.must_catch_up = True

    def look(self) -> None:
        while not self.rounds.stopped.wait(LOOK_EVERY):
            self._go_round("look", self.look_at_rows)

    def welcome(self) -> None:
        while not self.rounds.stopped.wait(GATHER):
            self.rounds.turn("welcome")
            self.welcome_all()

    def attend(self) -> None:
        while not self.rounds.stopped.wait(NOTE_EVERY):
            self._go_round("attend", self.note)

    def _go_round(self, thread: str, act: Callable[[], None]) -> bool:
        """Whether it succeeded; if not, the rest of the round is skipped."""
        self.rounds.turn(thread)
        try:
            act()
        except Unavailable as error:
            self._wait(thread, error)
        except Exception:
            self._fail()
        else:
            self._waiting.discard(thread)
            return True
        return False

    def _wait(self, thread: str, error: Unavailable) -> None:
        """Logs it once, until the thread succeeds again: each thread asks servers that the other one doesn't."""
        if thread not in self._waiting:
            log.warning("live_waits", thread=thread, reason=error.reason or str(error))
        self._waiting.add(thread)
        time.sleep(PAUSE)

    def _fail(self) -> None:
        log.error("live_failed", exc_info=True)
        self.hub.close_all(1011)  # pages that come back catch up by version
        time.sleep(PAUSE)

    def _drawing(self, thread: str) -> Render:
        """Draws as `render` does. A part may be drawn for thousands, so each drawing is a sign of life."""
        return before_each(partial(self.rounds.turn, thread), self.render)

    def _giving_way(self, thread: str) -> Render:
        """The same, for what is no news: each look at a room and each drawing lets news pass."""
        return before_each(self.precedence.give_way, self._drawing(thread))

    def step(self) -> None:
        with answering():
            if not self.positions:
                self.positions = {key: self._end(key) for key in (NEWS, PEOPLE, BOTS, *map(bus_key, PARTITIONS))}
                self.must_catch_up = True
            reply = self.client.xread(self.positions, count=AT_ONCE, block=int(WAIT * 1000))
        changed = self._changed(reply)
        if not changed and not self.must_catch_up:
            return
        with self.precedence.taken():
            if self.must_catch_up:
                self.catch_up()
            for room in changed:
                self.hub.update(room, self._drawing("listen"))

    def welcome_all(self) -> None:
        for room, newcomers in self.hub.newcomers(WAIT).items():
            self._check_claims(newcomers)
            self.hub.welcome(room, self._giving_way("welcome"), newcomers)

    def _check_claims(self, newcomers: Iterable[Watcher]) -> None:
        try:
            if self.verified:
                self.verified.close_newcomers(self.hub, newcomers)
        except Unavailable:
            self.hub.close(newcomers, 1013)

    def look_at_rows(self) -> None:
        """Rooms that nobody was shown yet are left to the welcome: whoever has just come would get all twice."""
        if not (rooms := self._rooms(of_rows=True)):
            return
        version = self.rows_version()
        for room in rooms:
            if (known := self.hub.version(room)) not in (None, version):
                self.hub.update(room, self._giving_way("look"), known)

    def catch_up(self) -> None:
        if self.verified:
            self.verified.close_others(self.hub)
        for room in self._rooms(of_rows=False):
            self.hub.update(room, self._drawing("listen"), self.hub.version(room))
        self.must_catch_up = False

    def _rooms(self, of_rows: bool) -> list[Room]:
        return [room for room in self.hub.rooms if (PARTS[room.kind].feed is Feed.ROWS) == of_rows]

    def _end(self, key: str) -> bytes:
        newest = self.client.xrevrange(key, count=1)
        return newest[0][0] if newest else b"0-0"

    def _changed(self, reply: Any) -> list[Room]:
        """Each room once. Whatever a restart interrupts here is caught up with."""
        rooms: dict[Room, None] = {}
        for key, entries in reply:
            self.positions[key.decode()] = entries[-1][0]
            if key.decode() == PEOPLE:
                self._look_again(entries)
                continue
            rooms |= rooms_changed(key.decode(), entries)
        return list(rooms)

    def _look_again(self, entries: Any) -> None:
        """At the cookies of the people whom the news is about."""
        if self.verified:
            self.verified.close_others(self.hub, {fields.get(b"person", b"").decode() for _, fields in entries})
