"""Bodies are small: larger ones are answered with 413, even if they come in chunks and don't say their size."""

from io import BytesIO

from flask import Flask, abort, request
from gunicorn.http.errors import ParseException

LARGEST = 64 * 1024  # bytes


def limit_bodies(app: Flask) -> None:
    app.config.update(MAX_CONTENT_LENGTH=LARGEST, MAX_FORM_MEMORY_SIZE=LARGEST)
    app.before_request(measure)


def measure() -> None:
    """Werkzeug alone checks only when a body is parsed, and would cut chunks off at the limit and use what it has."""
    environ = request.environ
    if (request.content_length or 0) > LARGEST:
        abort(413)
    if environ.get("CONTENT_LENGTH") or not environ.get("wsgi.input_terminated"):
        return
    try:
        body = environ["wsgi.input"].read(LARGEST + 1)
    except (OSError, ParseException):  # the chunks make no sense, or end too early
        abort(400)
    if len(body) > LARGEST:
        abort(413)
    environ.pop("HTTP_TRANSFER_ENCODING", None)
    environ.update({"CONTENT_LENGTH": str(len(body)), "wsgi.input": BytesIO(body)})
