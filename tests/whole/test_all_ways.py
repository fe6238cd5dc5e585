"""Whole matches of both games against a bot, from the first page to the result, in every way one can play.

By mouse, with a finger on a phone that is held upright and sideways, by keys alone, and without scripts; in Chromium
and in Firefox; by keys and without scripts in each of our languages too. `make test` plays some of them,
`make test-long` all.
"""

from collections.abc import Iterator
from functools import partial
from itertools import product as product_of
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, Playwright

from shared.language import ENGLISH, LANGUAGES
from tests.waiting import BUSY, until_shown
from tests.whole.languages import expect_only
from tests.whole.people import replayed, totals
from tests.whole.product import Product
from tests.whole.ways import WAYS, Way, a_page, launch, pointers_met

pytestmark = [pytest.mark.browser, pytest.mark.server]

UNCHOSEN = ":not([aria-current=true])"
PICK = "[data-pick][data-key^="
# What is chosen in a turn, one after the other: whatever comes first of it.
STEPS = {
    "Quadropolis": [
        f"{PICK}architect-]{UNCHOSEN}",
        f"{PICK}slot-]{UNCHOSEN}",
        f"{PICK}square-], #match:not(:has({PICK}square-])) [data-pick][data-key=discard]",
    ],
    "Sprawlopolis": [f"{PICK}card-]{UNCHOSEN}", f"{PICK}place-]"],
}
QUICK = {
    ("firefox", "mouse", "Quadropolis", ENGLISH),
    ("firefox", "mouse", "Sprawlopolis", ENGLISH),
    ("firefox", "plain", "Sprawlopolis", ENGLISH),
    ("chromium", "plain", "Quadropolis", "nl"),
    ("chromium", "plain", "Sprawlopolis", "it"),
    ("chromium", "keys", "Quadropolis", "it"),
    ("chromium", "keys", "Sprawlopolis", "fr"),
}


def spoken_in(engine: str, way: Way) -> list[str]:
    """Other languages where the words matter most: to who can't see where a mouse points, or has no script."""
    return list(LANGUAGES) if (engine, way.name) in {("chromium", "keys"), ("chromium", "plain")} else [ENGLISH]


def marks(engine: str, way: Way, game: str, code: str) -> list[pytest.MarkDecorator]:
    return [] if (engine, way.name, game, code) in QUICK else [pytest.mark.slow]


# One browser after the other, as each takes as long to start as a round to play.
MATCHES = [
    pytest.param(
        (engine, way),
        game,
        code,
        id=f"{engine}, {way.name}, {game}, {code}",
        marks=marks(engine, way, game, code),
    )
    for way, engine, game in product_of(WAYS, ("firefox", "chromium"), STEPS)
    for code in spoken_in(engine, way)
]


@pytest.fixture(scope="module")
def opened(
    request: pytest.FixtureRequest, playwright: Playwright, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Browser, Way]]:
    engine, way = request.param
    browser = launch(playwright, engine, way, tmp_path_factory.mktemp("browser"))
    yield browser, way
    browser.close()


@pytest.mark.parametrize(("opened", "game", "code"), MATCHES, indirect=["opened"])
def test_a_whole_match(product: Product, opened: tuple[Browser, Way], game: str, code: str, tmp_path: Path) -> None:
    browser, way = opened
    page = a_page(browser, way, pytest.fail, code)
    page.set_default_timeout(1000 * BUSY)
    play_now(page, way, product.url, game, code)
    while not await_turn_or_end(page, way):
        expect_only(page, code)
        take_a_turn(page, way, STEPS[game])
        expect_no_scrolling_sideways(page, way)
    record = tmp_path / "record.jsonl"
    record.write_bytes(httpx.get(f"{page.url}/export", timeout=BUSY).raise_for_status().content)
    go_on(page, way, "a.button.go", "**/result")
    points = points_of(page, way)
    expect_only(page, code)
    assert replayed(record) in (points, points * 2)  # a city built together counts for both
    expect_no_scrolling_sideways(page, way)
    if way.scripts:
        assert pointers_met(page) == way.pointers
    page.context.close()


def play_now(page: Page, way: Way, url: str, game: str, code: str) -> None:
    """Both games with one bot; the first choice of Sprawlopolis is none."""
    page.goto(url)
    expect_only(page, code)
    form = f'form[aria-label="{game}"]'
    chosen = page.locator(f"{form} input[name=bots]:checked")
    if chosen.get_attribute("value") != "1":
        choose_one_bot(page, way, form)
    assert chosen.get_attribute("value") == "1"
    go_on(page, way, f"{form} button[type=submit]", "**/m/*")


def choose_one_bot(page: Page, way: Way, form: str) -> None:
    if way.name == "keys":
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("form => document.activeElement.matches(`${form} input[name=bots]`)", form):
                return page.keyboard.press("ArrowRight")
        raise AssertionError("Tab never comes to the number of bots")
    way.press(page, f"{form} .pick label:has(input[value='1'])")


def go_on(page: Page, way: Way, selector: str, to: str) -> None:
    way.press(page, selector)
    page.wait_for_url(to)


def await_turn_or_end(page: Page, way: Way) -> bool:
    """Whether the match is over. Without scripts one looks again by the button of the browser."""
    over = partial(see, page, way, ".bar.yours, .bar a.go[href$='/result']")
    until_shown(page, over, why="neither a turn nor the end")
    return not page.locator(".bar.yours").count()


def see(page: Page, way: Way, selector: str) -> bool:
    if not page.locator(selector).count() and not way.scripts:
        page.reload()
    return bool(page.locator(selector).count())


def take_a_turn(page: Page, way: Way, steps: list[str]) -> None:
    version = page.locator("#match").get_attribute("data-version") or ""
    for step in steps:
        if not page.locator("#confirm").count():
            before = page.url
            way.press(page, step)
            until_shown(page, partial(has_another_address, page, before), why=f"{step} leads nowhere")
    way.press(page, "#confirm")
    until_shown(page, partial(has_another_version, page, version), why="the turn does not come back")


def has_another_address(page: Page, before: str) -> bool:
    return page.url != before and is_settled(page)


def has_another_version(page: Page, before: str) -> bool:
    return page.locator("#match").get_attribute("data-version") != before and is_settled(page)


def is_settled(page: Page) -> bool:
    """No answer is on its way: whatever asked for one is marked until it is there."""
    return not page.locator(".htmx-request").count()


def points_of(page: Page, way: Way) -> list[int]:
    """As soon as they are counted."""
    until_shown(page, partial(see, page, way, "table.pad tfoot td"), why="no points")
    return totals(page)


def expect_no_scrolling_sideways(page: Page, way: Way) -> None:
    if way.by_finger:
        assert page.evaluate("document.documentElement.scrollWidth") <= way.size[0], "the page scrolls sideways"
