"""A line to a server that breaks at the worst moment: the server has done it, and its answer never comes."""

import select
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

APPENDED = b"*2\r\n:1\r\n"  # how the answer of an append that happened begins


class Cutting:
    """Passes everything on, and breaks the connection instead of passing on the next `cuts` appends' answers."""

    def __init__(self, folder: Path, server: str, cuts: int) -> None:
        self.server = server.removeprefix("unix://")
        self.path = folder / "cutting.sock"
        self.cuts = cuts
        self.open = socket.socket(socket.AF_UNIX)
        self.open.bind(str(self.path))
        self.open.listen()
        Thread(target=self._serve, daemon=True).start()

    @property
    def url(self) -> str:
        return f"unix://{self.path}"

    def _serve(self) -> None:
        with suppress(OSError):  # closed: the test is over
            while True:
                client, _ = self.open.accept()
                Thread(target=self._pass_on, args=(client,), daemon=True).start()

    def _pass_on(self, client: socket.socket) -> None:
        with client, socket.socket(socket.AF_UNIX) as server:
            server.connect(self.server)
            other = {client: server, server: client}
            while True:
                for ready in select.select([client, server], [], [])[0]:
                    said = ready.recv(1 << 16)
                    if not said:
                        return
                    if ready is server and self.cuts and said.startswith(APPENDED):
                        self.cuts -= 1
                        return
                    other[ready].sendall(said)


@contextmanager
def cutting(folder: Path, server: str, cuts: int) -> Iterator[Cutting]:
    line = Cutting(folder, server, cuts)
    try:
        yield line
    finally:
        line.open.close()
