"""Every part is drawn once after the start, and nothing of it is left."""

from structlog.testing import capture_logs

from frontend.presentation.parts import PARTS
from frontend.sockets import live
from frontend.sockets.warming import warm
from shared.games.registry import GAMES
from tests.frontend.conftest import Pages


def test_all_templates_are_compiled_and_nothing_is_stored(pages: Pages):
    app = live.create_app()
    app.extensions["listening"].stop()
    before = sorted(pages.site.limits.keys())
    with capture_logs() as logged:
        warm(app, pages.site)
    assert logged == []
    compiled = {name for _, name in app.jinja_env.cache or ()}
    assert compiled >= {part.pushed for part in PARTS.values()} | {f"boards/{slug}.html" for slug in GAMES}
    assert sorted(pages.site.limits.keys()) == before
