"""A service as a web process: it checks who asks and what they send, and its API describes itself."""

import sys
from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Any

from flask import Flask, Response, abort, g, jsonify, request
from flask_smorest import Api, Blueprint
from marshmallow import Schema
from webargs.core import missing
from webargs.flaskparser import FlaskParser

from shared.annotations import Json
from shared.errors import NotAllowed
from shared.language import ENGLISH, wished
from shared.log import configure
from shared.platform.moves import one_of
from shared.platform.player import is_operator
from shared.rights import Row
from shared.web.answers import answer_errors
from shared.web.bodies import limit_bodies
from shared.web.described import described
from shared.web.gate import Gate
from shared.web.identity import HEADER, player_of
from shared.web.ledger import check_ledger
from shared.web.process import name_process
from shared.web.quick_json import QuickJson
from shared.web.schemas import Refusal
from shared.web.spoken import speak_as_asked
from shared.web.strict import read_json

TURN = 0.02  # seconds for which a thread computes before another may that waits: most requests take 1 ms


class StrictParser(FlaskParser):
    """A malformed request is answered with 400; 422 is for what the rules forbid."""

    DEFAULT_VALIDATION_STATUS = 400

    def _raw_load_json(self, req: Any) -> Any:
        """The library's own reader answers 500 to deep nesting and to halves of surrogate pairs."""
        return read_json(req.get_data()) if req.is_json else missing

    def _get_schema(self, argmap: Any, req: Any) -> Schema:
        """The library's own way makes a schema anew for each request."""
        return _instance(argmap) if isinstance(argmap, type) else super()._get_schema(argmap, req)


class DescribedApi(Api):  # type: ignore[misc]  # the library has no types
    """Refusals are described as they are, not as the library would make them."""

    ERROR_SCHEMA = Refusal


@cache
def _instance(schema: type[Schema]) -> Schema:
    return schema()


Blueprint.ARGUMENTS_PARSER = StrictParser()


def make_service(
    title: str,
    key: bytes,
    blueprints: Sequence[Blueprint],
    rights: Collection[Row] | None = None,
    examples: Json | None = None,
) -> Flask:
    """`key` is the gateway's; a request without its signature is answered with 401, unless its row allows nobody too.

    `rights` are the rows of the whole table if none are given. `examples` are those of its answers. Raises WithoutRow.
    """
    sys.setswitchinterval(TURN)
    configure(title)  # otherwise a failure would be logged with all local variables: seeds, nonces, the key
    app = Flask(title, static_folder=None)
    app.config.update(
        API_TITLE=f"Urbanist {title}",
        API_VERSION="1",
        OPENAPI_VERSION="3.1.0",
    )
    app.json = QuickJson(app)
    api = DescribedApi(app)
    api.ma_plugin.converter.add_attribute_function(one_of)
    for blueprint in blueprints:
        api.register_blueprint(blueprint)
    app.add_url_rule("/openapi.json", view_func=_describing(api, examples or {}))
    app.add_url_rule("/health", view_func=_health)
    speak_as_asked(app, lambda: wished(request.headers.get("Accept-Language", "")) or ENGLISH)
    gate = Gate(app, title, rights)
    app.before_request(lambda: _identify(key, gate))
    limit_bodies(app)
    answer_errors(app)
    name_process(app)
    return app


def _describing(api: Api, examples: Json) -> Callable[[], Response]:
    def openapi() -> Response:
        return jsonify(described(api.spec.to_dict(), examples))

    return openapi


def asker() -> str:
    """Who asks, as the gateway signed it: `person:<id>`. Raises NotAllowed: no operator plays under that name."""
    player: str = g.player
    if is_operator(player):
        raise NotAllowed("operators play under their own name, as everybody does")
    return player


def asking_operator() -> str:
    """`operator:<id>`, where the gateway signed that the asker acts as one. Raises NotAllowed."""
    player: str = g.player
    if not is_operator(player):
        raise NotAllowed("only operators can do this")
    return player


def _identify(key: bytes, gate: Gate) -> None:
    player = player_of(key, request.headers.get(HEADER, ""))
    if player is not None:
        g.player = player
    elif "nobody" not in (gate.allowed() or ()):
        abort(401)


def _health() -> dict[str, Any]:
    check_ledger()
    return {"status": "ok"}
