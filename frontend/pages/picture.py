"""Results as pictures, for previews of links and for sharing; and a plain one for links that show nothing yet."""

from flask import Blueprint, Response, abort

from frontend.door.limits import PICTURE, turn_of
from frontend.presentation.parts import ID
from frontend.presentation.picture import picture_of, plain_picture
from frontend.presentation.seen import look
from frontend.site import site

picture = Blueprint("picture", __name__)
KEPT = "public, max-age=300"  # seconds: people may change their names, and operators correct points


@picture.get(f"/m/{ID}/result.png")
def show(id_: str) -> Response:
    """The same for everybody. There is none before the match is over and counted."""
    seen = look(site(), id_, None)
    if not seen.is_counted:
        abort(404)
    return _as_png(picture_of(site(), seen, lambda: turn_of(PICTURE)))


@picture.get("/urbanist.png")
def plain() -> Response:
    return _as_png(plain_picture())


def _as_png(drawn: bytes) -> Response:
    answer = Response(drawn, content_type="image/png")
    answer.headers["Cache-Control"] = KEPT
    return answer
