"""An answer of a service that is here as a whole is taken apart as the library does it; all others are left to that."""

import socket
from http.client import HTTPResponse

import pytest

from frontend.door.line import whole
from tests.frontend.door.test_connections import WELL


@pytest.mark.parametrize(
    "said",
    [
        WELL,
        WELL.replace(b"200 OK", b"409 CONFLICT").replace(b"Content-Type", b"Allow: GET,  HEAD\r\nContent-Type"),
        WELL.replace(b"application/json", "text/plain; x=\xfc".encode("latin-1")),
        WELL.replace(b"Type: application/json", b"Type:"),
    ],
)
def test_an_answer_that_is_whole_is_read_as_by_the_library(said: bytes):
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(said)
        with HTTPResponse(ours) as response:
            response.begin()
            headers = {name.lower(): value for name, value in response.headers.items()}
            assert whole(said) == ((response.status, headers, response.read()), len(said))


@pytest.mark.parametrize(
    "said",
    [
        b"",
        WELL[:-1],
        WELL + b"H",
        WELL.replace(b"200", b"100"),
        WELL.replace(b"200", b"204"),
        WELL.replace(b"200", b"304"),
        WELL.replace(b"1.1", b"1.0"),
        WELL.replace(b"Length: 2", b"Length: 02"),
        WELL.replace(b"Length: 2", b"Length: " + b"9" * 5000),
        WELL.replace(b"Length: 2", b"Length: 1\r\nContent-Length: 2"),
        WELL.replace(b"Length: 2", b"Length: 2\r\nTransfer-Encoding: chunked"),
        WELL.replace(b"Content-Length: 2", b"X: y"),
        WELL.replace(b"Content-Length", b" Content-Length"),
        WELL.replace(b"Content-Type:", b"Content-Type"),
        WELL.replace(b"Content-Type:", b"Content-Type :"),
        WELL.replace(b"application/json", b"a\nX: b"),
        WELL.replace(b"application/json", b"a\rb"),
    ],
)
def test_what_may_be_anything_else_is_left_to_the_library(said: bytes):
    assert whole(said) is None
