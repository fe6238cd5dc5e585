"""The page can be installed: a manifest, icons of the sizes it names, and a colour for either scheme."""

import re
import struct
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import BrowserType, CDPSession
from werkzeug.serving import make_server

from frontend.pages.manifest import ICONS
from tests.frontend.conftest import Pages
from tests.frontend.look.icons import ICONS as DRAWN
from tests.frontend.look.pages import FRONTEND

pytestmark = pytest.mark.server
MOST = 10_000  # bytes of an icon


def kind_at(pages: Pages, address: str) -> str:
    with pages.visitor().get(address) as answer:  # closes the file
        assert answer.status_code == 200
        return answer.content_type.split(";")[0]


def test_the_manifest_has_what_browsers_ask_for(pages: Pages):
    answer = pages.visitor().get("/manifest.webmanifest")
    assert answer.content_type == "application/manifest+json"
    said = answer.json or {}
    assert (said["start_url"], said["scope"], said["display"], said["short_name"]) == (
        "/",
        "/",
        "standalone",
        "Urbanist",
    )
    sizes = {(icon["sizes"], icon["purpose"]) for icon in said["icons"]}
    assert sizes >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    for icon in said["icons"]:
        assert kind_at(pages, icon["src"]) == icon["type"]


@pytest.mark.parametrize(("file", "sizes", "kind", "_purpose"), ICONS)
def test_each_icon_is_as_large_as_it_says_and_small_to_fetch(file: str, sizes: str, kind: str, _purpose: str):
    content = (FRONTEND / "static" / file).read_bytes()
    assert len(content) < MOST
    if kind == "image/png":
        wide, high = struct.unpack(">II", content[16:24])
        assert f"{wide}x{high}" == sizes


def test_every_icon_that_is_drawn_is_there_in_its_size():
    for name, (pixels, _) in DRAWN.items():
        content = (FRONTEND / "static" / "icons" / f"{name}.png").read_bytes()
        assert struct.unpack(">II", content[16:24]) == (pixels, pixels)


def test_every_page_links_manifest_icons_and_colours_of_its_ground(pages: Pages):
    page = pages.visitor().get("/").text
    assert '<link rel="manifest" href="/manifest.webmanifest?lang=en">' in page
    assert 'rel="apple-touch-icon"' in page
    style = (FRONTEND / "static" / "urbanist.css").read_text()
    assert re.findall(r'name="theme-color" [^>]*content="(#\w+)"', page) == re.findall(r"--paper: (#\w+)", style)


def test_whoever_asks_for_the_old_name_finds_the_icon(pages: Pages):
    answer = pages.visitor().get("/favicon.ico")
    assert answer.status_code == 302
    assert kind_at(pages, answer.headers["Location"]) == "image/png"


@pytest.fixture
def installing(
    pages: Pages, browser_type: BrowserType, browser_type_launch_args: dict[str, Any], tmp_path: Path
) -> Iterator[CDPSession]:
    """The front page in a browser with a folder of its own: what keeps nothing installs nothing."""
    server = make_server("127.0.0.1", 0, pages.app, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    context = browser_type.launch_persistent_context(str(tmp_path), **browser_type_launch_args)
    page = context.pages[0]
    page.goto(f"http://127.0.0.1:{server.server_port}/")
    yield context.new_cdp_session(page)
    context.close()
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.browser
def test_chromium_itself_finds_nothing_that_keeps_it_from_being_installed(installing: CDPSession):
    found = installing.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"].endswith("/manifest.webmanifest?lang=en")
    assert '"short_name"' in found["data"]
    assert installing.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
