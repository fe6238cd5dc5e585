"""A worker whose loop lets connections wait without a thread, each until its deadline; then it is closed."""

import selectors
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from infra import arbiter
from infra.connection import Connection
from infra.refusals import refusal
from infra.waiting_room import For, WaitingRoom

PATIENCE = 10.0  # seconds for a whole request to come in, from its first byte
HOLD = 1.0  # seconds for which an answer is held back whose visitor asks too much
READING = 30.0  # seconds for an answer to be read
GOODBYE = 2.0  # seconds for the other side to read the whole answer and hang up
# Seconds: the same while shutting down.
LEAVING = {For.FIRST_BYTE: 0.3, For.WHOLE_REQUEST: 1.0, For.HELD: 0.3, For.GOODBYE: 0.3}
Then = Callable[[Connection, socket.socket], None]
TURN = 0.1  # seconds between two looks at who waits, while shutting down


class WaitingWorker(arbiter.Worker):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        patience = {For.FIRST_BYTE: self.cfg.keepalive, For.WHOLE_REQUEST: PATIENCE}
        self.room = WaitingRoom({**patience, For.HELD: HOLD, For.READER: READING, For.GOODBYE: GOODBYE})
        self.looked = time.monotonic()  # when the loop last asked for events

    def wait(self, conn: Connection, kind: For, event: int, then: Then) -> None:
        self.room.add(conn, kind)
        self.watch(conn, event, then)

    def watch(self, conn: Connection, event: int, then: Then) -> None:
        """It stays watched while a thread answers, as the next request usually comes later than the answer is sent."""
        conn.then = then
        if not conn.watched:
            self.poller.register(conn.sock.raw, event, partial(self.on_event, conn))
        elif conn.watched != event:
            self.poller.modify(conn.sock.raw, event, partial(self.on_event, conn))
        conn.watched = event

    def unwatch(self, conn: Connection) -> None:
        if conn.watched:
            conn.watched = 0
            self.poller.unregister(conn.sock.raw)

    def on_event(self, conn: Connection, raw: socket.socket) -> None:
        if conn.then is None:
            self.settle()
        if conn.then is not None:
            conn.then(conn, raw)
        elif not conn.is_gone:  # a thread still has it
            self.unwatch(conn)
            self.settle()  # again: a thread that has let it go just now didn't know that nobody watches it

    def hold(self, conn: Connection, goes_on: bool) -> None:
        """Its answer is ready and is sent a little later: until then its visitor costs no thread, and is not heard."""
        conn.sock.held, conn.goes_on = False, goes_on
        self.unwatch(conn)
        self.room.add(conn, For.HELD)

    def go_on(self, conn: Connection, goes_on: bool) -> None:
        """Sends what is unread, and then waits for the next request, unless this was the last one."""

    def settle(self) -> None:
        """Takes back connections whose requests are answered."""

    def end_waiting(self, conn: Connection) -> None:
        self.room.remove(conn)
        conn.then = None

    def refuse(self, conn: Connection, status: int) -> None:
        with suppress(OSError):
            conn.sock.sendall(refusal(status, conn.incoming.first_line))
            conn.sock.send_unread()
        conn.sock.unread.clear()
        self.say_goodbye(conn)

    def say_goodbye(self, conn: Connection) -> None:
        """If the socket were closed at once, incoming bytes would make the system discard what was sent."""
        try:
            conn.sock.raw.shutdown(socket.SHUT_WR)
        except OSError:
            self.drop(conn)
            return
        self.wait(conn, For.GOODBYE, selectors.EVENT_READ, self.on_last_words)

    def on_last_words(self, conn: Connection, raw: socket.socket) -> None:
        try:
            if raw.recv(65_536):
                return
        except BlockingIOError:
            return
        except OSError:
            pass
        self.drop(conn)

    def drop(self, conn: Connection) -> None:
        if conn.is_gone:
            return
        conn.is_gone = True
        self.end_waiting(conn)
        self.unwatch(conn)
        self.nr_conns -= 1
        conn.sock.raw.close()

    # What gunicorn calls between two rounds of the loop, and at the end.

    def murder_pending(self) -> None:
        """Ends those that were late before the last look: bytes that came while this process was held up are unread."""
        for conn, kind in self.room.late(self.looked):
            conn.then = None
            if kind is For.WHOLE_REQUEST:
                self.refuse(conn, 408)
            elif kind is For.HELD:
                self.go_on(conn, conn.goes_on)
            else:
                self.drop(conn)

    def _cap_keepalive(self, deadline: float) -> None:
        """A browser keeps quiet connections as long as it may: the end doesn't wait for them."""
        self.settle()
        for kind, seconds in LEAVING.items():
            self.room.hurry(kind, seconds)

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        self.settle()
        self.looked = time.monotonic()
        super().wait_for_and_dispatch_events(timeout if self.alive else min(timeout, TURN))

    def murder_keepalived(self, force: bool = False) -> None:
        self.settle()
        for conn in self.room.all() if force else ():
            self.drop(conn)
