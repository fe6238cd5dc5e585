"""How a service's calls are described: each answer has a schema, and an example that was a real answer once.

Examples stand in `examples.json` beside the calls, by call and status: `POST /tables 201`, or `400` and `default` for
refusals of whatever call has none of its own. A test plays through all calls, and writes them anew when it is told to.
"""

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from importlib.resources import files
from typing import Any

from shared.annotations import Json

METHODS = ("get", "post")
PLAIN = "application/json"
LINES = "application/x-ndjson"
OF_A_LINE = "x-schema-of-a-line"  # OpenAPI 3.1 has no word for a body of many JSON texts


def examples_of(package: str) -> Json:
    """Those of the calls in this package."""
    found: Json = json.loads(files(package).joinpath("examples.json").read_text("utf-8"))
    return found


def described(document: Json, examples: Mapping[str, Any]) -> Json:
    """The document with an example in every answer that has one."""
    found = deepcopy(document)
    for call, responses in answers(found):
        for status, answer in responses.items():
            key = f"{call} {status}"
            if (example := examples.get(key, examples.get(status))) is not None:
                responses[status] = _with_example(resolved(found, answer), example)
    return found


def answers(document: Json) -> Iterator[tuple[str, Json]]:
    """The answers of each call, by status; the call is named like `POST /tables`."""
    for path, methods in document.get("paths", {}).items():
        for method, call in methods.items():
            if method in METHODS:
                yield f"{method.upper()} {path}", call["responses"]


def resolved(document: Json, part: Json) -> Json:
    """What a `$ref` such as `#/components/responses/BAD_REQUEST` leads to."""
    while "$ref" in part:
        found: Any = document
        for step in part["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        part = found
    return part


def _with_example(answer: Json, example: Any) -> Json:
    content = {kind: {**each, "example": example} for kind, each in answer["content"].items()}
    return {**answer, "content": content}


def lines_of(schema: Json) -> Json:
    """The content of an answer that is many lines, each of this schema."""
    return {LINES: {"schema": {"type": "string"}, OF_A_LINE: schema}}
