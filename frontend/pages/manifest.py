"""What a browser needs to install the page as an app: its name, its colours and its icons."""

from flask import Blueprint, Response, json, redirect
from werkzeug.wrappers import Response as AnyResponse

from frontend.sentences import say
from frontend.versions import version_of
from shared.language import language

manifest = Blueprint("manifest", __name__)
KEPT = "public, max-age=3600"
ICONS = (  # drawn by tests/frontend/look/icons.py
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icons/192.png", "192x192", "image/png", "any"),
    ("icons/512.png", "512x512", "image/png", "any"),
    ("icons/maskable.png", "512x512", "image/png", "maskable"),
)


@manifest.get("/manifest.webmanifest")
def show() -> Response:
    said = {
        "id": "/",
        "name": say("Urbanist: play board games, check every draw"),
        "short_name": "Urbanist",
        "description": say("Board games with people and bots, in the browser."),
        "lang": language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f6f4ef",
        "theme_color": "#f6f4ef",
        "icons": [
            {"src": _address(file), "sizes": sizes, "type": kind, "purpose": purpose}
            for file, sizes, kind, purpose in ICONS
        ],
    }
    answer = Response(json.dumps(said), content_type="application/manifest+json")
    answer.headers["Cache-Control"] = KEPT
    return answer


@manifest.get("/favicon.ico")
def favicon() -> AnyResponse:
    """For whoever asks for it without having read a page."""
    return redirect(_address("icons/192.png"), 302)


def _address(file: str) -> str:
    return f"/static/{file}?v={version_of(file)}"
