"""Answers as JSON by msgspec, which writes the legal moves of a match many times faster than the standard library."""

import json
from typing import Any

from flask.json.provider import JSONProvider
from flask.wrappers import Response
from msgspec.json import Encoder

ENCODER = Encoder(order="sorted")


class QuickJson(JSONProvider):
    def dumps(self, obj: Any, **kwargs: Any) -> str:
        return ENCODER.encode(obj).decode()

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        return json.loads(s, **kwargs)

    def response(self, *args: Any, **kwargs: Any) -> Response:
        said = self._prepare_response_obj(args, kwargs)
        return Response(ENCODER.encode(said), mimetype="application/json")
