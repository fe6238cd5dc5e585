"""A connection to the product that is cut again and again: in the middle of a line, or before an answer arrives."""

import random
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Lock, Thread

STREAM = b"/stream?"
MOST = 250_000  # bytes of a stream: a line with many legal moves takes 60,000 or more, and has to come through at last


@dataclass
class Passing:
    """How many bytes of the present answer may still come through."""

    is_stream: bool = False
    allowed: int = 0


class Cutting:
    """Passes on what clients and the product say. How much of an answer comes through is drawn for each connection."""

    def __init__(self, port: int, seed: int) -> None:
        self.target = port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.cut_streams = self.cut_answers = 0
        self._chance, self._lock = random.Random(seed), Lock()

    def serve(self) -> None:
        with suppress(OSError):  # closed at the end
            while True:
                client, _ = self.listener.accept()
                Thread(target=self.pass_on, args=(client,), daemon=True).start()

    def pass_on(self, client: socket.socket) -> None:
        """Requests and answers of one connection; Node keeps one for several."""
        with client, suppress(OSError), socket.create_connection(("127.0.0.1", self.target)) as product:
            passing = Passing()
            Thread(target=self.copy, args=(client, product, passing), daemon=True).start()
            try:
                self.pass_back(product, client, passing)
            finally:
                client.shutdown(socket.SHUT_RDWR)  # to close it is not enough while a thread reads from it

    def copy(self, client: socket.socket, product: socket.socket, passing: Passing) -> None:
        with suppress(OSError):
            while part := client.recv(65_536):
                if part.startswith((b"GET", b"POST")):
                    passing.is_stream = STREAM in part.split(b"\r\n")[0]
                    passing.allowed = self._allowed(is_stream=passing.is_stream)
                product.sendall(part)
        with suppress(OSError):
            product.shutdown(socket.SHUT_RDWR)

    def pass_back(self, product: socket.socket, client: socket.socket, passing: Passing) -> None:
        while part := product.recv(65_536):
            client.sendall(part[: passing.allowed])
            passing.allowed -= len(part)
            if passing.allowed <= 0:
                self._count(is_stream=passing.is_stream)
                return

    def _allowed(self, *, is_stream: bool) -> int:
        """Bytes."""
        with self._lock:
            if is_stream:
                return int(MOST * self._chance.random() ** 3) + 1  # mostly little
            return 1 if self._chance.random() < 0.1 else 1 << 30

    def _count(self, *, is_stream: bool) -> None:
        with self._lock:
            self.cut_streams += is_stream
            self.cut_answers += not is_stream


@contextmanager
def cutting(port: int, seed: int) -> Iterator[Cutting]:
    found = Cutting(port, seed)
    Thread(target=found.serve, daemon=True).start()
    yield found
    with suppress(OSError):
        found.listener.shutdown(socket.SHUT_RDWR)
    found.listener.close()
