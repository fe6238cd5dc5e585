"""Time stamps of RFC 3161: what a server is asked, and what its answer has to be. Just as much DER as that takes.

Whether the signature is right, and whose it is, says `openssl ts -verify`: docs/audit.md, "Anchors in time".
"""

from typing import NamedTuple

from shared.errors import Malformed, filled
from shared.marked import marked

INTEGER, OCTETS, SEQUENCE = 0x02, 0x04, 0x30
SHA256 = bytes.fromhex("300d06096086480165030402010500")  # AlgorithmIdentifier: its name, and no parameters
TRUE = bytes.fromhex("0101ff")
GRANTED = (0, 1)  # as asked, or with changes
REASONS = (  # RFC 3161, PKIStatus
    marked("granted"),
    marked("granted with changes"),
    marked("rejected"),
    marked("waiting"),
    marked("about to be revoked"),
    marked("revoked"),
)


class Part(NamedTuple):
    tag: int
    content: bytes


def request(digest: str, nonce: int) -> bytes:
    """A stamp for this SHA-256, with the certificate in it."""
    imprint = der(SEQUENCE, SHA256 + der(OCTETS, bytes.fromhex(digest)))
    return der(SEQUENCE, integer(1) + imprint + integer(nonce) + TRUE)


def wrong_with_token(answer: bytes, digest: str, nonce: int | None = None) -> str | None:
    """Why it is no stamp for this digest; None where it says so."""
    try:
        whole, rest = first_of(answer)
        status, token = first_of(whole.content)
        number, _ = first_of(status.content)
        if rest or whole.tag != SEQUENCE or status.tag != SEQUENCE or number.tag != INTEGER or len(number.content) != 1:
            raise Malformed("it is no answer of a time-stamp server")
        if (said := number.content[0]) not in GRANTED:
            reason = filled(REASONS[said], {}) if said < len(REASONS) else said
            raise Malformed("the server says: {reason}", reason=reason)
        if first_of(token)[0].tag != SEQUENCE or der(OCTETS, bytes.fromhex(digest)) not in token:
            raise Malformed("it stamps something else")
        if nonce is not None and integer(nonce) not in token:
            raise Malformed("it answers another question")
    except Malformed as error:
        return str(error)
    return None


def der(tag: int, content: bytes) -> bytes:
    size = len(content)
    if size < 0x80:
        return bytes([tag, size]) + content
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(length)]) + length + content


def integer(number: int) -> bytes:
    """One that is not negative: a zero before a first bit that is set."""
    return der(INTEGER, number.to_bytes(number.bit_length() // 8 + 1, "big"))


def first_of(data: bytes) -> tuple[Part, bytes]:
    """The first value, and what follows it. Raises Malformed."""
    if len(data) < 2:
        raise Malformed("it ends too early")
    tag, size, at = data[0], data[1], 2
    if size & 0x80:
        at += size & 0x7F
        size = int.from_bytes(data[2:at], "big")
    if at > 6 or at + size > len(data):
        raise Malformed("it ends too early")
    return Part(tag, data[at : at + size]), data[at + size :]
