"""One connection to a service: a request leaves in one piece, and an answer that is here as a whole is taken apart."""

import re
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from select import POLLIN, poll
from socket import MSG_PEEK
from typing import Any, NamedTuple

from shared.marked import marked

AT_ONCE = 65_536  # bytes of an answer that are looked at together
WORD = re.compile("[!-~]+")  # what a method and a target may be, so that the first line has three words
FIELD = re.compile("[!-~]+: [ -~]*")  # what a field may be, so that it stays one line
STATUS = re.compile(rb"HTTP/1\.1 ([2-5]\d\d) ")
WITHOUT_BODY = (204, 304)


class Answer(NamedTuple):
    """`headers` have lower-case names."""

    status: int
    headers: Mapping[str, str]
    content: bytes


class Line:
    """One connection. Head and body leave together: the service is woken once, and reads the whole request at once."""

    def __init__(self, connection: HTTPConnection) -> None:
        self.connection = connection
        self.process = ""  # that has answered; unknown before
        self.can_be_looked_at = not isinstance(connection, HTTPSConnection)

    def ask(self, method: str, target: str, headers: Mapping[str, str], body: bytes) -> tuple[Answer, bool]:
        """The answer, and whether the service keeps the connection. Raises OSError and HTTPException."""
        if self.connection.sock is None:
            self.connection.connect()
        self.sock.sendall(self._head(method, target, headers, body) + body)
        if self.can_be_looked_at and method != "HEAD" and (found := whole(self.sock.recv(AT_ONCE, MSG_PEEK))):
            answer, size = found
            self.sock.recv(size)
            return answer, "close" not in answer.headers.get("connection", "").lower()
        with HTTPResponse(self.sock, method=method) as response:  # also half of one lets go of the connection
            response.begin()
            content = response.read()
        said = {name.lower(): value for name, value in response.headers.items()}
        return Answer(response.status, said, content), not response.will_close

    @property
    def sock(self) -> Any:
        return self.connection.sock

    def _head(self, method: str, target: str, headers: Mapping[str, str], body: bytes) -> bytes:
        length = {"Content-Length": str(len(body))} if body or method == "POST" else {}
        said = {"Host": self._host, "Accept-Encoding": "identity", **length, **headers}
        lines = [f"{name}: {value}" for name, value in said.items()]
        if not (all(map(WORD.fullmatch, (method, target))) and all(map(FIELD.fullmatch, lines))):
            raise HTTPException(marked("a request holds what can't be sent"))
        return "\r\n".join((f"{method} {target} HTTP/1.1", *lines, "\r\n")).encode("ascii")

    @property
    def _host(self) -> str:
        host = f"[{self.connection.host}]" if ":" in self.connection.host else self.connection.host
        is_usual = self.connection.port == self.connection.default_port
        return host if is_usual else f"{host}:{self.connection.port}"

    def has_ended(self) -> bool:
        """Whether the other side has hung up. Anything else that it said unasked is no answer either."""
        look = poll()
        look.register(self.sock, POLLIN)
        return bool(look.poll(0))

    def close(self) -> None:
        self.connection.close()


def whole(data: bytes) -> tuple[Answer, int] | None:
    """A plain answer that is here from its first byte to its last, and its size.

    None where that is not certain: then `http.client` reads it, which takes five times as long.
    """
    head, ends, content = data.partition(b"\r\n\r\n")
    status, *lines = head.split(b"\r\n")
    found = STATUS.match(status)
    if not ends or found is None or int(found[1]) in WITHOUT_BODY:
        return None
    headers: dict[str, str] = {}
    for line in lines:
        name, colon, value = line.decode("latin-1").partition(":")
        if not colon or not name or name.strip() != name or name.lower() in headers:
            return None
        headers[name.lower()] = value.strip()
    if not len(lines) == head.count(b"\n") == head.count(b"\r"):  # a line ends oddly
        return None
    if "transfer-encoding" in headers or headers.get("content-length") != str(len(content)):
        return None
    return Answer(int(found[1]), headers, content), len(data)
