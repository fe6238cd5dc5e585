"""Where browsers find the sockets, and which pages may open them: on one machine and behind a proxy."""

from dataclasses import replace

import pytest

from frontend.door.origins import live_address
from frontend.site import NAME
from frontend.sockets.admission import is_from_our_page
from shared.settings import Settings
from tests.frontend.conftest import Pages


def settings_with(live_url: str | None, port: str = "8000") -> Settings:
    return replace(Settings.from_environ({"PORT": port}), live_url=live_url)


@pytest.mark.parametrize(
    ("live_url", "port", "origin", "host", "is_ours"),
    [
        (None, "8000", "http://play.example:8000", "play.example:8001", True),
        (None, "8000", "http://PLAY.example:8000", "play.example:8001", True),
        (None, "8000", "http://play.example:8001", "play.example:8001", False),
        (None, "8000", "http://play.example", "play.example:8001", False),
        (None, "80", "http://play.example", "play.example:81", True),
        (None, "443", "https://play.example", "play.example:444", True),
        (None, "80", "https://play.example", "play.example:81", False),
        (None, "8000", "http://[::1]:8000", "[::1]:8001", True),
        ("/live", "8000", "https://play.example", "play.example", True),
        ("/live", "8000", "https://play.example:8443", "play.example", False),
        ("wss://play.example:9000", "8000", "https://play.example", "play.example:9000", True),
        ("wss://play.example:9000", "8000", "https://evil.example", "play.example:9000", False),
        (None, "8000", "", "play.example:8001", False),
        (None, "8000", "null", "play.example:8001", False),
    ],
)
def test_only_our_own_pages_may_open_sockets(live_url: str | None, port: str, origin: str, host: str, is_ours: bool):
    assert is_from_our_page(origin, host, settings_with(live_url, port)) is is_ours


@pytest.mark.server
@pytest.mark.parametrize(
    ("live_url", "base", "found"),
    [
        (None, "http://play.example:8000", "ws://play.example:8001"),
        (None, "http://[::1]:8000", "ws://[::1]:8001"),
        (None, "https://play.example", "wss://play.example:8001"),
        ("/live", "https://play.example", "wss://play.example/live"),
        ("wss://sockets.example", "https://play.example", "wss://sockets.example"),
    ],
)
def test_pages_know_where_the_sockets_are(pages: Pages, live_url: str | None, base: str, found: str):
    pages.app.extensions[NAME] = replace(pages.site, settings=replace(pages.site.settings, live_url=live_url))
    with pages.app.test_request_context("/", base_url=base):
        assert live_address() == found
