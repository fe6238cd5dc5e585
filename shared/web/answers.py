"""One table of answers: the HTTP status of each verdict, and what a verdict looks like as JSON."""

import re
import time
from typing import Any

import structlog
from flask import Flask, Response, jsonify
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from shared import errors
from shared.language import translated, worded
from shared.marked import marked
from shared.settings import settings
from shared.space import because_of_the_disk
from shared.web.wrong_fields import first_wrong, in_words

log = structlog.get_logger()
SELDOM = 10.0  # seconds between two log lines about the same trouble

STATUS: dict[type[errors.UrbanistError], int] = {
    errors.Malformed: 400,
    errors.Unidentified: 401,
    errors.NotAllowed: 403,
    errors.NotFound: 404,
    errors.NotYourSeat: 409,
    errors.BadSignature: 400,
    errors.NotYourTurn: 409,
    errors.StaleTurn: 409,
    errors.MatchOver: 409,
    errors.TableNotOpen: 409,
    errors.KeyReused: 409,
    errors.ReadOnly: 409,
    errors.Conflict: 409,
    errors.IllegalMove: 422,
    errors.Busy: 503,
    errors.Unavailable: 503,
}

SENTENCES = {
    400: marked("this request can't be understood"),
    401: marked("requests come through the gateway"),
    403: marked("this is not allowed"),
    404: marked("there is nothing at this address"),
    405: marked("this address does not take this kind of request"),
    413: marked("this request is too large: at most 64 KiB are read"),
    415: marked("the body must be JSON, with content type application/json"),
    429: marked("too many requests: wait a moment, then try again"),
    500: marked("something went wrong here; what was stored before is safe, try again"),
    503: marked("the service is not answering: try again in a moment"),
}


def sentence_of(status: int) -> str:
    """In our words: the library has others, in English alone."""
    return SENTENCES.get(status, SENTENCES[400 if status < 500 else 500])


def status_of(verdict: errors.UrbanistError) -> int:
    return next((STATUS[cls] for cls in type(verdict).__mro__ if cls in STATUS), 500)


def code_of(verdict: errors.UrbanistError) -> str:
    return re.sub("(?<=[a-z])(?=[A-Z])", "_", type(verdict).__name__).lower()


def said(verdict: errors.UrbanistError) -> dict[str, Any]:
    """The verdict as JSON: the page translates `template` with `values`, everybody else reads `sentence`, which is in
    the language that is spoken.

    If fields are wrong, the sentence is about the first of them.
    """
    answer = {
        "code": code_of(verdict),
        "sentence": worded(verdict.template, verdict.values),
        "template": verdict.template,
        "values": {name: _plain(value) for name, value in verdict.values.items()},
    }
    if not isinstance(verdict, errors.Malformed):
        return answer
    return {**answer, "sentence": first_wrong(verdict.fields) or answer["sentence"], "fields": in_words(verdict.fields)}


def _plain(value: Any) -> Any:
    """For encoders, which know text and no kinds of it."""
    return str(value) if isinstance(value, errors.Filled) else value


class Operators:
    """Logs why the server or a service doesn't answer, once in a while, however many requests fail meanwhile.

    A full disk is the keeper's to report, for all processes (infra/keeper.py).
    """

    def __init__(self) -> None:
        self._next = 0.0

    def hear(self, verdict: errors.UrbanistError) -> None:
        if not isinstance(verdict, errors.Unavailable) or isinstance(verdict, errors.Full):
            return
        if verdict.reason and time.monotonic() >= self._next:
            self._next = time.monotonic() + SELDOM
            log.warning("unavailable", reason=verdict.reason)


operators = Operators()


def answer_errors(app: Flask) -> None:
    """Every failure is answered with JSON and a sentence; a traceback goes to the log and nowhere else."""
    app.register_error_handler(errors.UrbanistError, _verdict)
    app.register_error_handler(HTTPException, _refused_by_http)
    app.register_error_handler(Exception, _unexpected)


def _verdict(verdict: errors.UrbanistError) -> tuple[Response, int]:
    answered = because_of_the_disk(verdict, settings())
    operators.hear(answered)
    return jsonify(said(answered)), status_of(answered)


def _refused_by_http(error: HTTPException) -> tuple[Response, int, dict[str, str]]:
    status = error.code or 500
    methods = isinstance(error, MethodNotAllowed) and error.valid_methods
    headers = {"Allow": ", ".join(sorted(methods))} if methods else {}
    fields = getattr(error, "data", {}).get("messages", {})
    answer = {"code": code_of_status(status), "sentence": translated(sentence_of(status))}
    if fields:
        wrong = fields.get("json", fields)
        answer = {"code": "malformed", "sentence": first_wrong(fields.get("query", wrong)) or answer["sentence"]}
        return jsonify({**answer, "fields": in_words(wrong)}), status, headers
    return jsonify(answer), status, headers


def code_of_status(status: int) -> str:
    return {400: "malformed", 413: "too_large", 429: "too_many_requests"}.get(status, f"http_{status}")


def _unexpected(error: Exception) -> tuple[Response, int]:
    log.error("request_failed", exc_info=error)
    return jsonify({"code": "http_500", "sentence": translated(SENTENCES[500])}), 500
