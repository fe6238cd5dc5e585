"""Serves WebSockets: none costs a thread, and most cost none even while they open."""

import socket
import time
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from gunicorn.util import http_date

from infra.connection import Connection
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
