"""Real answers of programs' calls against their descriptions, and the examples in these."""

import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from flask import Flask
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from werkzeug.test import TestResponse

from shared.web.described import LINES, OF_A_LINE, PLAIN, answers, resolved

Json = dict[str, Any]
GENERIC = ("400", "default")  # one example of these serves all calls
MANY = ("events", "legal_moves", "missed")
FEW = 2
LINES_AT_ONCE = 16
PARAMETER = re.compile("<(?:[^<>:]+:)?([^<>]+)>")
WRITES = "WRITE_EXAMPLES" in os.environ


class Heard:
    """What calls were answered, by the names that examples have: the first answer of each."""

    def __init__(self, document: Json) -> None:
        self.document = document
        self.answers: dict[str, Any] = {}

    def hear(self, call: str, answer: TestResponse) -> TestResponse:
        """Fails where the answer is none of those described. The call is named like `POST /tables`."""
        status = str(answer.status_code)
        responses = dict(answers(self.document))[call]
        key = status if status in responses else "default"
        is_file = PLAIN not in resolved(self.document, responses[key])["content"]
        body: Any = answer.get_data(as_text=True) if is_file else answer.json
        misfits = list(misfits_of(self.document, responses[key], body))
        assert not misfits, f"{call} {status}: {misfits[0]}"
        self.answers.setdefault(key if key in GENERIC else f"{call} {key}", body)
        return answer


def call_of(app: Flask, method: str, path: str) -> str:
    rule, _ = app.url_map.bind("localhost").match(path, method=method, return_rule=True)
    return f"{method} {PARAMETER.sub(lambda found: '{' + found[1] + '}', rule.rule)}"


def misfits_of(document: Json, answer: Json, body: Any) -> Iterator[str]:
    """What of the body does not fit, in words."""
    for kind, content in resolved(document, answer)["content"].items():
        yield from wrong(document, content["schema"], body)
        if kind == LINES:
            for line in str(body).splitlines():
                yield from wrong(document, content.get(OF_A_LINE, {}), json.loads(line))


def wrong(document: Json, schema: Json, body: Any) -> Iterator[str]:
    """A field that no description has is wrong as well."""
    whole = closed({**schema, "components": document.get("components", {})})
    for error in Draft202012Validator(whole).iter_errors(body):
        yield f"{error.json_path}: {error.message}"


def closed(part: Any) -> Any:
    if isinstance(part, list):
        return [closed(each) for each in part]
    if not isinstance(part, Mapping):
        return part
    found = {name: closed(each) for name, each in part.items()}
    if "properties" in found and isinstance(found["properties"], dict) and "type" in found:
        found.setdefault("additionalProperties", False)
    return found


def undescribed(document: Json) -> list[str]:
    """Answers without a schema, without an example, or whose example does not fit."""
    found = []
    for call, responses in answers(document):
        for status, answer in responses.items():
            content = resolved(document, answer).get("content", {})
            for each in content.values():
                if not each.get("schema") or "example" not in each:
                    found.append(f"{call} {status}: no schema, or no example")
                else:
                    misfits = misfits_of(document, answer, each["example"])
                    found += [f"{call} {status}: {misfit}" for misfit in misfits]
            if not content:
                found.append(f"{call} {status}: told in words alone")
    return found


def shortened(body: Any, name: str = "") -> Any:
    """The first few of what there are many of."""
    match body:
        case str() if name == "" and body.count("\n") > LINES_AT_ONCE:
            return "".join(body.splitlines(keepends=True)[:FEW])
        case list():
            return [shortened(each, name) for each in (body[:FEW] if name in MANY else body)]
        case dict():
            return {each: shortened(value, each) for each, value in body.items()}
    return body


def keep_examples(path: Path, heard: Mapping[str, Any]) -> None:
    """Written anew where somebody asks for it; nothing but what was answered is ever in the file."""
    if WRITES:
        text = json.dumps({call: shortened(body) for call, body in sorted(heard.items())}, ensure_ascii=False, indent=1)
        path.write_text(f"{text}\n", "utf-8")
