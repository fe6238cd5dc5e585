"""The name server of a container, where Docker has its own: it knows the services of the same networks."""

import socket
import struct
from collections.abc import Mapping, Sequence
from typing import NoReturn

ADDRESS = "127.0.0.11"
IPV4, INTERNET = 1, 1
SECONDS = 1  # that an answer may be kept
IS_ANSWER, NO_SUCH_NAME = 0x8180, 3


def serve(known: Mapping[str, Sequence[str]]) -> NoReturn:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind((ADDRESS, 53))
        while True:
            asked, sender = server.recvfrom(512)
            server.sendto(answer(asked, known), sender)


def answer(asked: bytes, known: Mapping[str, Sequence[str]]) -> bytes:
    """To a packet with one question (RFC 1035, 4.1). Whoever asks for an IPv6 address hears that there is none."""
    labels, at = [], 12
    while size := asked[at]:
        labels.append(asked[at + 1 : at + 1 + size].decode("ascii").lower())
        at += size + 1
    kind, _class = struct.unpack("!HH", asked[at + 1 : at + 5])
    found = known.get(".".join(labels))
    addresses = (found or []) if kind == IPV4 else []
    flags = IS_ANSWER if found is not None else IS_ANSWER | NO_SUCH_NAME
    head = asked[:2] + struct.pack("!HHHHH", flags, 1, len(addresses), 0, 0)
    rows = (struct.pack("!HHHIH", 0xC00C, IPV4, INTERNET, SECONDS, 4) + socket.inet_aton(each) for each in addresses)
    return head + asked[12 : at + 5] + b"".join(rows)
