"""Scripts and styles: bundles, which browsers keep for ever because a change gives them another address."""

from flask import Blueprint, Response, abort, request

from frontend.bundles.made import TYPES, bundles
from frontend.compressing import is_accepted
from frontend.door.safety import KEPT

served = Blueprint("bundles", __name__)


@served.get("/static/<name>.<digest>.<any(css, js):kind>")
def show(name: str, digest: str, kind: str) -> Response:
    if (found := bundles().get(f"{name}.{kind}")) is None:
        abort(404)
    said = request.headers.get("Accept-Encoding", "")
    encoding = next((each for each in found.encoded if is_accepted(each, said)), None)
    answer = Response(found.encoded[encoding] if encoding else found.content, content_type=TYPES[kind])
    answer.vary.add("Accept-Encoding")
    if encoding:
        answer.headers["Content-Encoding"] = encoding
    if digest == found.digest:  # a page of another release must not keep this
        answer.headers["Cache-Control"] = KEPT
    return answer
