"""A body has at most 64 KiB, whether it says its length or comes in chunks."""

from io import BytesIO

import pytest
from flask import Flask, request
from flask.testing import FlaskClient

from shared.web.bodies import LARGEST, limit_bodies


@pytest.fixture
def client() -> FlaskClient:
    app = Flask("trial")
    limit_bodies(app)

    @app.post("/length")
    def length() -> str:
        return str(len(request.get_data()))

    return app.test_client()


def in_chunks(client: FlaskClient, body: bytes) -> tuple[int, str]:
    """As a server passes on a body whose length is known only at its end."""
    environ = {"wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked", "CONTENT_LENGTH": ""}
    answer = client.post("/length", input_stream=BytesIO(body), environ_overrides=environ)
    return answer.status_code, answer.text


@pytest.mark.parametrize("size", [0, 1, LARGEST])
def test_a_small_body_is_read_whole(client: FlaskClient, size: int):
    assert client.post("/length", data=b"x" * size).text == str(size)
    assert in_chunks(client, b"x" * size) == (200, str(size))


@pytest.mark.parametrize("size", [LARGEST + 1, 3 * LARGEST])
def test_a_larger_one_is_refused_with_413_and_never_cut_off(client: FlaskClient, size: int):
    assert client.post("/length", data=b"x" * size).status_code == 413
    assert in_chunks(client, b"x" * size)[0] == 413
