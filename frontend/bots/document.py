"""The calls of remote bots, described as those of the services are, from which most of them are taken."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin

from frontend.bots import schemas
from frontend.bots.bodies import NewBot, Said
from frontend.door.services import services
from shared.annotations import Json
from shared.services import GAME_COMMAND, MATCHMAKING
from shared.web.described import LINES, OF_A_LINE, PLAIN, described, examples_of
from shared.web.schemas import Refusal

FIRST = "A first line, then all that the program lacks, then news as it comes; with `poll` it ends with the first news."
BOT = {"in": "path", "name": "bot", "required": True, "schema": {"type": "string"}, "description": "`name@version`"}
MATCH = {"in": "path", "name": "match_id", "required": True, "schema": {"type": "string"}}
ASKED = (
    ("client", {"type": "string"}, "A name for this program: another stream of the same name takes this one's place."),
    ("cursor", {"type": "string"}, "That of the last line that was heard: what came since is told."),
    ("poll", {"type": "integer", "minimum": 0, "maximum": 25}, "Seconds to wait for the first news, and for no more."),
)
BORROWED = {
    MATCHMAKING.name: (
        *(f"/tables/{{table_id}}/{act}" for act in ("accept", "decline", "leave")),
        *(f"/tournaments/{{id_}}/{act}" for act in ("enter", "withdraw", "return", "nonces")),
    ),
    GAME_COMMAND.name: ("/matches/{match_id}", "/matches/{match_id}/moves", "/matches/{match_id}/resign"),
}


def document() -> Json:
    """Raises Unavailable if a service does not describe itself."""
    found = _own()
    for service, paths in BORROWED.items():
        theirs = services().send(service, "GET", "/openapi.json", "nobody").json
        found = _merged(found, _renamed(theirs, service.title().replace("-", "")), paths)
    seen = found["components"]["schemas"]["GameCommandMatchShown"]
    seconds = {"type": "integer", "description": "How long the seat has for a move, from when it is called."}
    as_told = {**seen, "properties": {**seen["properties"], "seconds": seconds}}
    found["components"]["schemas"]["MatchTold"] = as_told
    return described(found, examples_of(__package__))


def _merged(one: Json, other: Mapping[str, Any], paths: tuple[str, ...]) -> Json:
    """With these calls of the other document, below a bot."""
    below = {f"/bots/{{bot}}{path}": _below(other["paths"][path]) for path in paths}
    parts = {kind: {**one["components"].get(kind, {}), **found} for kind, found in other.get("components", {}).items()}
    return {**one, "paths": {**one["paths"], **below}, "components": {**one["components"], **parts}}


def _below(methods: Json) -> Json:
    return {**methods, "parameters": [BOT, *methods.get("parameters", ())]}


def _renamed(document: Json, service: str) -> Json:
    """Two services may have schemas of the same name."""
    parts = document.get("components", {})
    return {
        "paths": _referring(document["paths"], service),
        "components": {
            kind: {f"{service}{name}": _referring(each, service) for name, each in found.items()}
            for kind, found in parts.items()
        },
    }


def _referring(part: Any, service: str) -> Any:
    if isinstance(part, list):
        return [_referring(each, service) for each in part]
    if not isinstance(part, dict):
        return part
    if isinstance(reference := part.get("$ref"), str):
        place, _, name = reference.rpartition("/")
        return {"$ref": f"{place}/{service}{name}"}
    return {name: _referring(each, service) for name, each in part.items()}


@cache
def _own() -> Json:
    spec = APISpec("Urbanist bots", "1", "3.1.0", [MarshmallowPlugin()])
    for schema in (NewBot, Said, Refusal, schemas.Registered, schemas.BotShown, schemas.Spoken, *schemas.LINES):
        spec.components.schema(schema.__name__, schema=schema)
    line = {"oneOf": [{"$ref": f"#/components/schemas/{schema.__name__}"} for schema in schemas.LINES]}
    lines = {LINES: {"schema": {"type": "string"}, OF_A_LINE: line}}
    asked = [{"in": "query", "name": name, "schema": schema, "description": why} for name, schema, why in ASKED]
    register = {"summary": "Register a bot. The same again changes nothing.", "requestBody": _body(NewBot)}
    talk = {"summary": "Say something to those at the table.", "requestBody": _body(Said), "parameters": [BOT, MATCH]}
    show = {"summary": "Show what is known of your bot.", "parameters": [BOT]}
    spec.path("/bots", operations={"post": {**register, "responses": _answers(_json(schemas.Registered))}})
    spec.path("/bots/{bot}", operations={"get": {**show, "responses": _answers(_json(schemas.BotShown))}})
    stream = {"summary": FIRST, "parameters": [BOT, *asked], "responses": _answers(lines)}
    spec.path("/bots/{bot}/stream", operations={"get": stream})
    said = {**talk, "responses": _answers(_json(schemas.Spoken))}
    spec.path("/bots/{bot}/matches/{match_id}/talk", operations={"post": said})
    found: Json = spec.to_dict()
    return found


def _body(schema: type) -> Json:
    return {"required": True, "content": _json(schema)}


def _json(schema: type) -> Json:
    return {PLAIN: {"schema": {"$ref": f"#/components/schemas/{schema.__name__}"}}}


def _answers(content: Json) -> Json:
    refused = {"description": "Why it was refused.", "content": _json(Refusal)}
    return {"200": {"description": "OK", "content": content}, "default": refused}
