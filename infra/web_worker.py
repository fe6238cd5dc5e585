"""Serves pages and services: who sends or reads too slowly gives its thread back, so that others are still served."""

import socket
import time
from typing import Any

from gunicorn.workers import gthread

from infra import arbiter

PATIENCE = 5.0  # seconds for a whole request to come in; and for each part of the answer to be taken
FIRST_BYTE = 0.1  # seconds that a thread waits for a new visitor to say something


class Impatient:
    """A connection's socket. Where a request takes too long it looks as if its sender had gone."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._until = 0.0
        self._is_over = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sock, name)

    def setblocking(self, blocks: bool) -> None:
        """True: a thread begins to read a request."""
        self._until = time.monotonic() + PATIENCE
        self._sock.settimeout(PATIENCE if blocks else 0.0)

    def recv(self, size: int) -> bytes:
        left = self._until - time.monotonic()
        if self._is_over or left <= 0:
            self._is_over = True
            return b""
        self._sock.settimeout(left)
        try:
            return self._sock.recv(size)
        except TimeoutError:
            self._is_over = True
            return b""
        finally:
            self._sock.settimeout(PATIENCE)


class Worker(arbiter.Worker):
    def handle(self, conn: Any) -> Any:
        if not isinstance(conn.sock, Impatient):
            conn.sock = Impatient(conn.sock)
            if not conn.wait_for_data(FIRST_BYTE):
                return gthread._DEFER  # back to the loop that watches all quiet connections
            conn.data_ready = True
        return super().handle(conn)
