"""The answer that turns a request into a WebSocket (RFC 6455, section 4.2)."""

from binascii import Error, a2b_base64

from flask import Response
from werkzeug.datastructures import Headers
from werkzeug.exceptions import BadRequest, HTTPException
from wsproto.utilities import generate_accept_token

VERSION = "13"


class OtherVersion(HTTPException):
    """The client is told the version that is spoken here."""

    code = 426
    description = "sockets speak version 13 of the protocol"


def upgrade(headers: Headers) -> Response:
    """No extension is accepted: compression would cost 100 kB a socket. Raises BadRequest, OtherVersion."""
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
    return answer


def is_key(key: str) -> bool:
    try:
        return len(a2b_base64(key.encode("ascii"), strict_mode=True)) == 16
    except (Error, UnicodeEncodeError):
        return False
