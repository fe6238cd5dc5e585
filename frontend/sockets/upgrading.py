"""The answer that turns a request into a WebSocket (RFC 6455, section 4.2)."""

from binascii import Error, a2b_base64
from functools import lru_cache

from flask import Response
from werkzeug.datastructures import Headers
from werkzeug.exceptions import BadRequest, HTTPException
from wsproto.utilities import generate_accept_token

from shared.marked import marked

VERSION = "13"
DEFLATE = "permessage-deflate"
ACCEPTED = f"{DEFLATE}; server_no_context_takeover; client_no_context_takeover"
KNOWN = {"client_max_window_bits", "client_no_context_takeover", "server_no_context_takeover"}


class OtherVersion(HTTPException):
    """The client is told the version that is spoken here."""

    code = 426
    description = marked("sockets speak version 13 of the protocol")


def upgrade(method: str, headers: Headers) -> Response:
    """Accepts compression where each message is compressed by itself. Raises BadRequest, OtherVersion."""
    if method != "GET" or "Transfer-Encoding" in headers or headers.get("Content-Length", "0") != "0":
        raise BadRequest(marked("a socket is opened by a GET without a body"))
    key = headers.get("Sec-WebSocket-Key", "")
    if not is_key(key):
        raise BadRequest(marked("a socket's request needs a Sec-WebSocket-Key of 16 bytes"))
    if headers.get("Sec-WebSocket-Version") != VERSION:
        raise OtherVersion
    answer = Response(status=101)
    del answer.headers["Content-Type"]
    answer.headers["Connection"] = "Upgrade"
    answer.headers.update(accepted(key, can_inflate(headers)))
    return answer


def accepted(key: str, inflates: bool) -> dict[str, str]:
    """What the answer says of the protocol."""
    said = {"Upgrade": "websocket", "Sec-WebSocket-Accept": generate_accept_token(key.encode()).decode()}
    return {**said, "Sec-WebSocket-Extensions": ACCEPTED} if inflates else said


def is_key(key: str) -> bool:
    try:
        return len(a2b_base64(key.encode("ascii"), strict_mode=True)) == 16
    except (Error, UnicodeEncodeError):
        return False


def can_inflate(headers: Headers) -> bool:
    return is_any_acceptable(",".join(headers.getlist("Sec-WebSocket-Extensions")))


@lru_cache(256)
def is_any_acceptable(offers: str) -> bool:
    """Whether an offer asks for nothing beyond what is accepted, such as a smaller window (RFC 7692, section 7.1)."""
    return any(map(_is_acceptable, offers.split(",")))


def _is_acceptable(offer: str) -> bool:
    name, *parameters = (each.strip() for each in offer.split(";"))
    asked = [each.partition("=")[0].strip() for each in parameters]
    return name == DEFLATE and len(set(asked)) == len(asked) and KNOWN.issuperset(asked)
