"""Every failure is JSON with a sentence; what went wrong inside stays inside."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient
from marshmallow import ValidationError, fields, validate
from structlog.testing import capture_logs

from shared import errors
from shared.web.answers import STATUS, answer_errors, code_of, said, status_of
from shared.web.wrong_fields import OF_FIELDS, template_of

SECRET = "the seed is 5e5e5e"


def every_verdict(cls: type[errors.UrbanistError] = errors.UrbanistError) -> Iterator[type[errors.UrbanistError]]:
    for found in cls.__subclasses__():
        if found.__module__ == errors.__name__:
            if found is not errors.Refused:  # only its kinds are raised
                yield found
            yield from every_verdict(found)


@pytest.fixture
def client() -> FlaskClient:
    app = Flask("trial")
    answer_errors(app)

    @app.get("/fault")
    def fault() -> str:
        raise ZeroDivisionError(SECRET)

    @app.get("/verdict")
    def verdict() -> str:
        raise errors.IllegalMove("card {card} is not in your hand", card=7)

    @app.get("/aborted/<int:status>")
    def aborted(status: int) -> str:
        abort(status)

    return app.test_client()


def test_an_unknown_fault_is_500_as_json_and_its_traceback_goes_to_the_log_only(client: FlaskClient):
    with capture_logs() as logged:
        answer = client.get("/fault")
    assert (answer.status_code, answer.mimetype) == (500, "application/json")
    told: Any = answer.json
    assert told.keys() == {"code", "sentence"}
    assert SECRET not in answer.text
    assert "Traceback" not in answer.text
    assert "ZeroDivisionError" not in answer.text
    (line,) = logged
    assert (line["event"], str(line["exc_info"])) == ("request_failed", SECRET)


def test_a_verdict_is_its_sentence_and_what_the_page_translates_it_from(client: FlaskClient):
    answer = client.get("/verdict")
    assert answer.status_code == 422
    assert answer.json == {
        "code": "illegal_move",
        "sentence": "card 7 is not in your hand",
        "template": "card {card} is not in your hand",
        "values": {"card": 7},
    }


@pytest.mark.parametrize("status", [400, 401, 404, 405, 413, 415, 418, 429, 503])
def test_http_refusals_are_json_with_a_sentence_too(client: FlaskClient, status: int):
    answer = client.get(f"/aborted/{status}")
    told: Any = answer.json
    assert answer.status_code == status
    assert told.keys() == {"code", "sentence"}
    assert told["sentence"].islower() or "KiB" in told["sentence"] or "JSON" in told["sentence"]


def test_an_address_that_isnt_there_is_404_as_json(client: FlaskClient):
    answer = client.get("/nothing")
    assert (answer.status_code, answer.mimetype) == (404, "application/json")


@pytest.mark.parametrize("cls", list(every_verdict()))
def test_every_verdict_has_a_status_of_its_own_or_of_its_kind(cls: type[errors.UrbanistError]):
    assert 400 <= status_of(cls("no")) < 600
    assert any(kind in STATUS for kind in cls.__mro__)


def test_a_verdict_that_nobody_put_into_the_table_is_500():
    assert status_of(errors.UrbanistError("no")) == 500


@pytest.mark.parametrize(
    ("wrong", "template", "values"),
    [
        ("Must be one of: 1, 2.", "Must be one of: {choices}.", {"choices": "1, 2"}),
        ("Must be greater than or equal to 0.", "Must be greater than or equal to {min}.", {"min": "0"}),
        (
            "Not a whole number. Write 1, not 1.0.",
            "Not a whole number. Write {number}, not {said}.",
            {"number": "1", "said": "1.0"},
        ),
        ("Not a {number}.", "Not a {number}.", {}),
    ],
)
def test_what_is_said_of_a_field_is_known_without_its_values(wrong: str, template: str, values: dict[str, str]):
    assert template_of(wrong) == (template, values)


def test_all_that_the_library_says_of_our_fields_is_known():
    kinds = (fields.Field, fields.String, fields.Integer, fields.Boolean, fields.List, fields.Dict, fields.Nested)
    said_of_kinds = {text for kind in kinds for text in kind.default_error_messages.values()}
    checks = (validate.Length, validate.OneOf, validate.Regexp)
    said_of_values = {text for check in checks for name, text in vars(check).items() if name in MESSAGES}
    assert said_of_kinds | said_of_values <= {*OF_FIELDS}
    assert {template_of(each)[0] for each in out_of_range()} <= {*OF_FIELDS}


MESSAGES = ("message_min", "message_max", "message_all", "message_equal", "default_message")


def out_of_range() -> Iterator[str]:
    for allowed in (validate.Range(1), validate.Range(max=-1), validate.Range(1, 2)):
        with pytest.raises(ValidationError) as refused:
            allowed(0)
        yield from refused.value.messages


def test_wrong_fields_are_named():
    told = said(errors.Malformed("no", {"seat": ["Not a number."]}))
    assert told["fields"] == {"seat": ["Not a number."]}
    assert code_of(errors.NotYourSeat("no")) == "not_your_seat"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"city": {1: {2: {"floors": ["Must be at most 4."]}}}}, "city[1][2].floors: Must be at most 4."),
        ({"seat": ["Not a number."], "turn": ["Must be at least 1."]}, "seat: Not a number."),
        ({"move": {"_schema": ["There is no such move."]}}, "move: There is no such move."),
        ({"_schema": ["The body must be a JSON object."]}, "The body must be a JSON object."),
        ({}, "no"),
    ],
)
def test_the_sentence_is_that_of_the_first_wrong_field(wrong: Any, sentence: str):
    assert said(errors.Malformed("no", wrong))["sentence"] == sentence
