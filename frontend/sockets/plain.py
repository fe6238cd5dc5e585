"""Reads the head of a request for a socket, as browsers write it; what is written otherwise is read by others."""

import re
from typing import NamedTuple

from werkzeug.sansio.utils import get_host

from frontend.presentation.parts import ID, PARTS

LARGEST = 8000  # bytes: neither a line nor a field of it is longer than the server reads
MOST = 50  # fields
HEAD = re.compile(
    r"GET (?P<path>[a-z0-9/]+)"
    r"(?:\?have=(?P<have>-?\d{1,15})(?:&talk=(?P<talk>-?\d{1,15}))?(?:&lang=(?P<lang>[A-Za-z-]{2,35}))?)? HTTP/1\.1\r\n"
    r"(?P<fields>(?:[A-Za-z0-9-]+:[ ]?[\x20-\x7e]*\r\n)+)\r\n"
)
SCHEMES = {"x-forwarded-proto", "x-forwarded-protocol", "x-forwarded-ssl"}  # two could contradict each other
OTHERS = {"content-length", "transfer-encoding", "expect", "script-name", "content-type"}
ROOMS = {name: re.compile(part.socket.replace(ID, "(?P<id>[a-z0-9]{12})")) for name, part in PARTS.items()}


class Plain(NamedTuple):
    """A GET without a body for an address that may be a socket's; the names of its fields are in small letters."""

    path: str
    have: int | None
    talk: int
    language: str
    fields: dict[str, str]

    def field(self, name: str) -> str:
        return self.fields.get(name, "")

    @property
    def is_for_socket(self) -> bool:
        tokens = [each.strip() for each in self.field("connection").lower().split(",")]
        return "upgrade" in tokens and self.field("upgrade").lower() == "websocket"

    @property
    def has_plain_host(self) -> bool:
        """Whether the host is the same by whichever scheme the visitor came."""
        host = self.field("host")
        return get_host("http", host) == get_host("https", host) == host != ""


def plain(head: bytes) -> Plain | None:
    """None where there is anything unusual in it."""
    found = HEAD.fullmatch(head.decode("latin-1")) if len(head) <= LARGEST else None
    if found is None:
        return None
    lines = found["fields"].split("\r\n")[:-1]
    fields = {name.lower(): value.strip(" ") for name, _, value in (line.partition(":") for line in lines)}
    if len(fields) < len(lines) or len(fields) > MOST or not OTHERS.isdisjoint(fields):
        return None
    if len(SCHEMES & fields.keys()) > 1:
        return None
    have = int(found["have"]) if found["have"] else None
    return Plain(found["path"], have, int(found["talk"] or 0), found["lang"] or "", fields)


def room_at(path: str) -> tuple[str, str] | None:
    """The name of the part and the id in a socket's address."""
    for name, pattern in ROOMS.items():
        if found := pattern.fullmatch(path):
            return name, found.groupdict().get("id", "")
    return None
