"""Every sample page, looked at by axe: nothing is found, at a desk and on a phone, in light and dark."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.frontend.look.in_turn import in_turn
from tests.frontend.look.pages import PAGES
from tests.frontend.look.shots import SIZES, served
from tests.waiting import BUSY

SCHEMES = ("light", "dark")
# All that it knows of WCAG 2.2 and good practice, with two rules that it has switched off.
RULES = {
    "rules": {"label-content-name-mismatch": {"enabled": True}, "target-size": {"enabled": True}},
    "resultTypes": ["violations"],
}
ALL = [(size, scheme) for size in SIZES for scheme in SCHEMES]
# The first time each page is looked at in one way, the next page in the next; `make test-long` has all four.
FIRST = [(name, *ALL[turn % len(ALL)]) for turn, name in enumerate(PAGES)]
OTHERS = [(name, *each) for turn, name in enumerate(PAGES) for each in ALL if each != ALL[turn % len(ALL)]]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served() as found:
        yield found


@pytest.fixture(scope="module")
def windows(browser: Browser) -> Iterator[dict[tuple[str, str], Page]]:
    """One for each size and scheme. A page that leads on to another one stays."""
    made = {}
    for size, (width, height) in SIZES.items():
        for scheme in SCHEMES:
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="dark" if scheme == "dark" else "light",
                has_touch=size == "phone",
                reduced_motion="reduce",
            )
            context.set_default_timeout(1000 * BUSY)  # the first page plays the matches that all are made of
            context.route(lambda url: "/m/" in url or "/t/" in url, lambda route: route.fulfill(status=204))
            made[size, scheme] = context.new_page()
    yield made
    for page in made.values():
        page.context.close()


def found(page: Page, address: str) -> list[str]:
    page.goto(address)
    said = Axe().run(page, options=RULES).response["violations"]
    return [f"{one['id']}: {node['html'][:160]}" for one in said for node in one["nodes"][:3]]


@pytest.mark.browser
@pytest.mark.parametrize(("name", "size", "scheme"), in_turn(FIRST, 0))
def test_axe_finds_nothing(windows: dict[tuple[str, str], Page], address: str, name: str, size: str, scheme: str):
    assert found(windows[size, scheme], f"{address}/{name}.html") == []


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize(("name", "size", "scheme"), OTHERS)
def test_axe_finds_nothing_at_any_size_and_in_any_colours(
    windows: dict[tuple[str, str], Page], address: str, name: str, size: str, scheme: str
):
    assert found(windows[size, scheme], f"{address}/{name}.html") == []


@pytest.mark.browser
def test_axe_would_find_something(windows: dict[tuple[str, str], Page], address: str):
    page = windows["desk", "light"]
    page.goto(f"{address}/error.html")
    page.evaluate("document.body.append(Object.assign(document.createElement('button'), { className: 'go' }))")
    assert [one["id"] for one in Axe().run(page, options=RULES).response["violations"]] == ["button-name"]
