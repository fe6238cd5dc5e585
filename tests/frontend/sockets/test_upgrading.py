"""Which requests become sockets, and which offers of compression are accepted."""

import pytest
from werkzeug.datastructures import Headers
from werkzeug.exceptions import BadRequest

from frontend.sockets.upgrading import ACCEPTED, OtherVersion, can_inflate, upgrade

KEY, TOKEN = "dGhlIHNhbXBsZSBub25jZQ==", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="  # the sample in RFC 6455, section 1.3


def asking(**more: str) -> Headers:
    return Headers({"Sec-WebSocket-Key": KEY, "Sec-WebSocket-Version": "13"} | more)


def test_the_answer_is_that_of_the_sample():
    answer = upgrade("GET", asking())
    assert answer.status_code == 101
    assert dict(answer.headers) == {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": TOKEN}


@pytest.mark.parametrize("key", ["", "short", KEY[:-1], KEY + KEY, "dGhlIHNhbXBsZSBub25jZé=="])
def test_a_key_is_sixteen_bytes(key: str):
    with pytest.raises(BadRequest):
        upgrade("GET", asking(**{"Sec-WebSocket-Key": key}))


@pytest.mark.parametrize(
    ("method", "more"),
    [("HEAD", {}), ("OPTIONS", {}), ("GET", {"Content-Length": "5"}), ("GET", {"Transfer-Encoding": "chunked"})],
)
def test_only_a_get_without_a_body_opens_a_socket(method: str, more: dict[str, str]):
    with pytest.raises(BadRequest, match="a GET without a body"):
        upgrade(method, asking(**more))


def test_an_empty_body_is_none():
    assert upgrade("GET", asking(**{"Content-Length": "0"})).status_code == 101


@pytest.mark.parametrize("version", ["", "8", "13, 8"])
def test_another_version_is_refused(version: str):
    with pytest.raises(OtherVersion):
        upgrade("GET", asking(**{"Sec-WebSocket-Version": version}))


@pytest.mark.parametrize(
    ("offer", "is_accepted"),
    [
        ("permessage-deflate", True),
        ("permessage-deflate; client_max_window_bits", True),
        ("permessage-deflate; client_max_window_bits=10; server_no_context_takeover", True),
        ("permessage-deflate; server_max_window_bits=10", False),
        ("permessage-deflate; server_max_window_bits=10, permessage-deflate", True),
        ("permessage-deflate; client_max_window_bits; client_max_window_bits", False),
        ("permessage-deflate; something_else", False),
        ("x-webkit-deflate-frame", False),
        ("", False),
    ],
)
def test_an_offer_that_asks_for_more_is_declined(offer: str, is_accepted: bool):
    headers = asking(**{"Sec-WebSocket-Extensions": offer})
    assert can_inflate(headers) == is_accepted
    assert upgrade("GET", headers).headers.get("Sec-WebSocket-Extensions") == (ACCEPTED if is_accepted else None)
