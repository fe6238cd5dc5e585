"""The answer that turns a request into a WebSocket (RFC 6455, section 4.2)."""

from binascii import Error, a2b_base64

from flask import Response
from werkzeug.datastructures import Headers
from werkzeug.exceptions import BadRequest, HTTPException
from wsproto.utilities import generate_accept_token

VERSION = "13"
DEFLATE = "permessage-deflate"
ACCEPTED = f"{DEFLATE}; server_no_context_takeover; client_no_context_takeover"
KNOWN = {"client_max_window_bits", "client_no_context_takeover", "server_no_context_takeover"}


class OtherVersion(HTTPException):
    """The client is told the version that is spoken here."""

    code = 426
    description = "sockets speak version 13 of the protocol"


def upgrade(method: str, headers: Headers) -> Response:
    """Accepts compression where each message is compressed by itself. Raises BadRequest, OtherVersion."""
    if method != "GET" or "Transfer-Encoding" in headers or headers.get("Content-Length", "0") != "0":
        raise BadRequest("a socket is opened by a GET without a body")
    key = headers.get("Sec-WebSocket-Key", "")
    if not is_key(key):
        raise BadRequest("a socket's request needs a Sec-WebSocket-Key of 16 bytes")
    if headers.get("Sec-WebSocket-Version") != VERSION:
        raise OtherVersion
    answer = Response(status=101)
    del answer.headers["Content-Type"]
    answer.headers["Upgrade"] = "websocket"
    answer.headers["Connection"] = "Upgrade"
    answer.headers["Sec-WebSocket-Accept"] = generate_accept_token(key.encode()).decode()
    if can_inflate(headers):
        answer.headers["Sec-WebSocket-Extensions"] = ACCEPTED
    return answer


def is_key(key: str) -> bool:
    try:
        return len(a2b_base64(key.encode("ascii"), strict_mode=True)) == 16
    except (Error, UnicodeEncodeError):
        return False


def can_inflate(headers: Headers) -> bool:
    """Whether an offer asks for nothing beyond what is accepted, such as a smaller window (RFC 7692, section 7.1)."""
    offers = ",".join(headers.getlist("Sec-WebSocket-Extensions")).split(",")
    return any(map(_is_acceptable, offers))


def _is_acceptable(offer: str) -> bool:
    name, *parameters = (each.strip() for each in offer.split(";"))
    asked = [each.partition("=")[0].strip() for each in parameters]
    return name == DEFLATE and len(set(asked)) == len(asked) and KNOWN.issuperset(asked)
