"""The services' OpenAPI documents as a page for people: each call with what its body holds, in English as they are."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypedDict

from shared.annotations import Json
from shared.people.scopes import is_for_all, scope_of

METHODS = ("get", "post")
TOKEN = "A token of an account, made at /account/tokens. Each call names the scope that it needs."


class FieldContext(TypedDict):
    name: str
    is_required: bool
    kind: str


class CallContext(TypedDict):
    """`fields` are those of the body, empty if there is none; `scope` is empty where a token needs none."""

    method: str
    path: str
    scope: str
    summary: str
    fields: list[FieldContext]


def calls(document: Mapping[str, Any]) -> list[CallContext]:
    """In the document's order."""
    return [
        {
            "method": method.upper(),
            "path": f"/api{path}",
            "scope": "" if is_for_all(method, path) else str(scope),
            "summary": " ".join(filter(None, (call.get("summary"), call.get("description")))),
            "fields": list(_fields(document, call)),
        }
        for path, methods in document.get("paths", {}).items()
        for method, call in methods.items()
        if method in METHODS and (scope := scope_of(method, in_table(path)))
    ]


def with_schemes(document: Json, cookie: str) -> Json:
    """The document, with how programs say at the public door who acts: by a token, or by the cookie of that name."""
    schemes = {
        "token": {"type": "http", "scheme": "bearer", "description": TOKEN},
        "cookie": {"type": "apiKey", "in": "cookie", "name": cookie},
    }
    paths = {path: _secured(path, methods) for path, methods in document.get("paths", {}).items()}
    offered = {path: methods for path, methods in paths.items() if not methods.keys().isdisjoint(METHODS)}
    components = {**document.get("components", {}), "securitySchemes": schemes}
    return {**document, "paths": offered, "components": components}


def _secured(path: str, methods: Mapping[str, Any]) -> Json:
    """Nobody needs a token: the first command without one is answered with a cookie."""
    found: Json = {method: call for method, call in methods.items() if method not in METHODS}
    for method in METHODS:
        if method in methods and (scope := scope_of(method, in_table(path))):
            needed = [] if is_for_all(method, path) else [str(scope)]
            found[method] = {**methods[method], "security": [{"token": needed}, {"cookie": []}, {}]}
    return found


def in_table(path: str) -> str:
    """`/tables/{table_id}/seats` as a call, whose ids are one segment each."""
    return re.sub(r"{\w+}", "id", path)


def _fields(document: Mapping[str, Any], call: Mapping[str, Any]) -> Iterator[FieldContext]:
    body = call.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    schema = _resolved(document, body)
    for name, shape in schema.get("properties", {}).items():
        yield {"name": name, "is_required": name in schema.get("required", ()), "kind": kind(document, shape)}


def kind(document: Mapping[str, Any], shape: Mapping[str, Any]) -> str:
    """A shape in a few words: `integer, 1 to 4`, `one of classic`, `take_tile {architect, slot, target}`."""
    if choices := shape.get("oneOf") or shape.get("anyOf"):
        return _any_of([kind(document, choice) for choice in choices])
    resolved = _resolved(document, shape)
    if "enum" in resolved:
        return f"one of {', '.join(map(str, resolved['enum']))}"
    if "properties" in resolved:
        return "{" + ", ".join(resolved["properties"]) + "}"
    if "items" in resolved:
        return f"list ({kind(document, resolved['items'])})"
    return _scalar(resolved)


def _scalar(shape: Mapping[str, Any]) -> str:
    kinds = shape.get("type", "any")
    words = _any_of(kinds if isinstance(kinds, list) else [kinds])
    if {"minimum", "maximum"} <= shape.keys():
        return f"{words}, {shape['minimum']} to {shape['maximum']}"
    return words


def _any_of(kinds: Sequence[str]) -> str:
    return " or ".join(kinds)


def _resolved(document: Mapping[str, Any], shape: Mapping[str, Any]) -> Mapping[str, Any]:
    """The shape that a `$ref` such as `#/components/schemas/NewMove` leads to."""
    if "$ref" not in shape:
        return shape
    found: Mapping[str, Any] = document["components"]["schemas"][shape["$ref"].rsplit("/", 1)[1]]
    return found
