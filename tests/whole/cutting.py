"""A connection to the product that is cut again and again: in the middle of a line, or before an answer arrives."""

import random
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Thread

STREAM = b"/stream?"
MOST = 250_000  # bytes of a stream: a line with many legal moves takes 60,000 or more, and has to come through at last


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
        """One request and its answer: clients say that each connection is for one request only, or open another."""
        with client, suppress(OSError), socket.create_connection(("127.0.0.1", self.target)) as product:
            asked = client.recv(65_536)
            is_stream = STREAM in asked.split(b"\r\n")[0]
            allowed = self._allowed(is_stream=is_stream)
            Thread(target=copied, args=(client, product, asked), daemon=True).start()
            try:
                self.pass_back(product, client, allowed, is_stream=is_stream)
            finally:
                client.shutdown(socket.SHUT_RDWR)  # to close it is not enough while a thread reads from it

    def pass_back(self, product: socket.socket, client: socket.socket, allowed: int, *, is_stream: bool) -> None:
        while part := product.recv(65_536):
            client.sendall(part[:allowed])
            allowed -= len(part)
            if allowed <= 0:
                self._count(is_stream=is_stream)
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


def copied(client: socket.socket, product: socket.socket, part: bytes) -> None:
    with suppress(OSError):
        while part:
            product.sendall(part)
            part = client.recv(65_536)
    with suppress(OSError):
        product.shutdown(socket.SHUT_RDWR)


@contextmanager
def cutting(port: int, seed: int) -> Iterator[Cutting]:
    found = Cutting(port, seed)
    Thread(target=found.serve, daemon=True).start()
    yield found
    with suppress(OSError):
        found.listener.shutdown(socket.SHUT_RDWR)
    found.listener.close()
