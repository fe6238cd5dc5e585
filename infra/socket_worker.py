"""Serves WebSockets: none costs a thread, and most cost none even while they open.

Once a request for one is answered, the loop hands on what its visitor sends.
"""

import selectors
import socket
import time
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from gunicorn.util import http_date

from infra.connection import Connection
from infra.receiving_worker import received
from infra.web_worker import Worker

PATIENCE = 0.1  # seconds of a round of the loop in which it gives way


class SocketWorker(Worker):
    def enqueue_req(self, conn: Connection) -> None:
        if not self.opens_at_once(conn):
            super().enqueue_req(conn)

    def opens_at_once(self, conn: Connection) -> bool:
        """Whether the application wants no thread for this request, and it is answered."""
        open_at_once = self.wish("open_at_once")
        if open_at_once is None or conn.is_cut or not self.alive:
            return False
        try:
            fields = open_at_once(bytes(conn.incoming.data), conn.sock, conn.client)
        except Exception:  # a thread tries again, and answers with what fails there
            self.log.exception("Error opening a socket at once")
            return False
        if fields is not None:
            self.send_at_once(conn, upgraded(fields))
        return fields is not None

    def send_at_once(self, conn: Connection, answer: bytes) -> None:
        conn.sock.unread += answer
        try:
            conn.sock.send_unread()
        except OSError:
            conn.sock.unread.clear()
            self.go_on(conn, goes_on=False)
        else:
            self.go_on(conn, goes_on=True)

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        self.patience = PATIENCE
        super().wait_for_and_dispatch_events(timeout)

    def accept(self, listener: Any) -> None:
        self.give_way()
        super().accept(listener)

    def on_event(self, conn: Connection, raw: socket.socket) -> None:
        self.give_way()
        super().on_event(conn, raw)

    def give_way(self) -> None:
        """Whatever the application does first has this process for itself, within a limit for each round."""
        if self.patience > 0 and (wait := self.wish("give_way")):
            began = time.monotonic()
            wait(self.patience)
            self.patience -= time.monotonic() - began

    def go_on(self, conn: Connection, goes_on: bool) -> None:
        if conn.sock.visit is None or not goes_on or conn.sock.unread:
            super().go_on(conn, goes_on)
            return
        sent = conn.parser.unreader.take_buffered() if conn.parser else b""
        conn.forget_request()
        self.watch(conn, selectors.EVENT_READ, self.on_message)
        conn.sock.visit.begin()
        if sent:
            self.hand_on(conn, sent)

    def on_message(self, conn: Connection, raw: socket.socket) -> None:
        if (part := received(raw, 4096)) is not None:
            self.hand_on(conn, part)

    def hand_on(self, conn: Connection, part: bytes) -> None:
        """What one visitor sends never ends the loop, which serves all others."""
        try:
            goes_on = bool(part) and conn.sock.visit.receive(part)
        except Exception:
            self.log.exception("Error reading a socket")
            goes_on = False
        if not goes_on:
            self.drop(conn)

    def drop(self, conn: Connection) -> None:
        if conn.sock.visit is not None and not conn.is_gone:
            conn.sock.visit.end()
        super().drop(conn)

    def handle_exit(self, sig: Any, frame: Any) -> None:
        """Sockets never finish by themselves, so the application tells them at once that it is ending.

        The end of the grace period would be too late: then the master kills the process.
        """
        super().handle_exit(sig, frame)
        if leave := self.wish("leave"):
            self.method_queue.defer(leave)


def upgraded(fields: Mapping[str, str]) -> bytes:
    """The answer as it is sent for an application that takes the whole way."""
    said = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    date = date_in(int(time.monotonic()))
    head = f"HTTP/1.1 101 SWITCHING PROTOCOLS\r\nServer: urbanist\r\nDate: {date}\r\nConnection: upgrade\r\n"
    return f"{head}{said}\r\n".encode()


@lru_cache(1)
def date_in(_second: int) -> str:
    """The date, which is written once in each second."""
    return str(http_date())
