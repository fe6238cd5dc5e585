"""What is no JSON, or could mean two things, is refused everywhere with one sentence, and nothing inside is shown."""

import gzip
from typing import Any

import pytest
from flask_smorest import Blueprint
from marshmallow import Schema, fields

from shared.errors import Malformed
from shared.rights import Row
from shared.web.identity import HEADER, sign
from shared.web.service import make_service
from shared.web.strict import read_json

KEY = b"k" * 32
SECRET = "5e5e5e5e5e"
HOSTILE = {
    "nothing": b"",
    "half": b"{",
    "deep": b"[" * 60_000,
    "deep and whole": b"[" * 30_000 + b"]" * 30_000,
    "deeper than the ledger": b'{"a":' * 33 + b"1" + b"}" * 33,
    "a long number": b'{"name":' + b"9" * 5_000 + b"}",
    "an infinite number": b'{"name":1e400}',
    "no number": b'{"name":NaN}',
    "less than infinity": b'{"name":-Infinity}',
    "half a pair": b'{"name":"\\ud800"}',
    "half a pair as a name": b'{"\\udfff":1}',
    "half a pair inside": b'{"name":[{"a":"\\ud800"}]}',
    "a name twice": b'{"name":"a","name":"b"}',
    "another encoding": '{"name":"a"}'.encode("utf-16"),
    "no encoding": b'{"name":"\xff\xfe"}',
    "a mark at the start": b'\xef\xbb\xbf{"name":"a"}',
    "gzip": gzip.compress(b'{"name":"a"}', mtime=0),
    "a zip archive": b"PK\3\4",
}


SENTENCES = {
    "nothing": "this can't be read as JSON: it is wrong at character 1",
    "deep": "this can't be read as JSON: nested deeper than 32",
    "deeper than the ledger": "this can't be read as JSON: nested deeper than 32",
    "a long number": "this can't be read as JSON: a number is too large",
    "an infinite number": "this can't be read as JSON: a number is too large",
    "no number": "this can't be read as JSON: NaN is not a number",
    "half a pair": "this can't be read as JSON: a text holds half of a surrogate pair",
    "a name twice": "this can't be read as JSON: a field is named twice",
    "another encoding": "this can't be read as JSON: it is UTF-16: send UTF-8",
    "no encoding": "this can't be read as JSON: it is not UTF-8",
    "a mark at the start": "this can't be read as JSON: a byte order mark stands before it: send UTF-8 without one",
    "gzip": "this can't be read as JSON: it is packed by gzip: unpack it first",
    "a zip archive": "this can't be read as JSON: it is a zip archive: unpack it first",
}


@pytest.mark.parametrize("what", HOSTILE)
def test_it_is_not_read(what: str):
    with pytest.raises(Malformed, match=r"^this can't be read as JSON: ") as refused:
        read_json(HOSTILE[what])
    assert str(refused.value) == SENTENCES.get(what, str(refused.value))


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (b'\xef\xbb\xbf{"name":"a"}', "a byte order mark stands before it: send UTF-8 without one"),
        ('{"name":"a"}'.encode("utf-16"), "it is UTF-16: send UTF-8"),
        ('{"name":"a"}'.encode("utf-16-le"), "it is UTF-16: send UTF-8"),
        ('{"name":"a"}'.encode("utf-16-be"), "it is UTF-16: send UTF-8"),
        (gzip.compress(b'{"name":"a"}', mtime=0), "it is packed by gzip: unpack it first"),
        (b'{"name":"\xe9"}', "it is not UTF-8"),
    ],
)
def test_what_was_sent_in_another_form_is_named_over_http_too(said: bytes, reason: str):
    answer = post(said)
    assert answer.status_code == 400
    assert answer.json["sentence"] == f"this can't be read as JSON: {reason}"


def test_everything_else_is_read_as_it_is():
    said = '{"a":[1,-2.5,true,null,"é\U0001f600"],"b":{}}'
    assert read_json(said) == {"a": [1, -2.5, True, None, "é\U0001f600"], "b": {}}


TRIAL = tuple(
    Row("trial", method, address, frozenset({"service"}), "a trial")
    for method, address in (("POST", "/names"), ("GET", "/openapi.json"), ("GET", "/health"))
)


class Named(Schema):
    name = fields.String(required=True)


def client() -> Any:
    blueprint = Blueprint("names", __name__)

    @blueprint.post("/names")
    @blueprint.arguments(Named)
    @blueprint.response(200, Named)
    def name(body: dict[str, Any]) -> dict[str, Any]:
        if body["name"] == "fault":
            seed = SECRET
            raise ZeroDivisionError(len(seed))
        return body

    return make_service("trial", KEY, [blueprint], TRIAL).test_client()


def post(body: bytes) -> Any:
    headers = {HEADER: sign(KEY, "person:ada"), "Content-Type": "application/json"}
    return client().post("/names", data=body, headers=headers)


@pytest.mark.parametrize("what", HOSTILE)
def test_a_service_answers_400_with_a_sentence(what: str):
    answer = post(HOSTILE[what])
    assert (answer.status_code, answer.json["code"]) == (400, "malformed")
    assert "can't be read as JSON" in answer.json["sentence"]


@pytest.mark.parametrize("body", [b"[]", b"1", b'"x"', b"null", b"{}", b'{"name":1}', b'{"name":"a","other":1}'])
def test_json_of_another_shape_is_400_with_every_wrong_field(body: bytes):
    answer = post(body)
    assert (answer.status_code, answer.json["code"]) == (400, "malformed")
    assert answer.json["fields"]


def test_a_failure_in_a_service_is_logged_without_local_variables(capsys: pytest.CaptureFixture[str]):
    """They may be seeds, nonces and keys."""
    assert post(b'{"name":"fault"}').status_code == 500
    said = capsys.readouterr().out
    assert "ZeroDivisionError" in said
    assert SECRET not in said


def test_a_large_body_is_413_whatever_it_is_called():
    headers = {HEADER: sign(KEY, "person:ada"), "Content-Type": "text/plain"}
    assert client().post("/names", data=b"x" * 65_537, headers=headers).status_code == 413
