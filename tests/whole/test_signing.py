"""A guest plays, signs up in mid-match, goes on in another browser and signs out everywhere: then no old cookie counts.

In Chromium and in Firefox, with scripts and without; `make test` shows it in Chromium.
"""

import secrets
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import product as product_of
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, Playwright

from tests.waiting import BUSY, until_shown
from tests.whole.product import Product
from tests.whole.test_all_ways import STEPS, await_turn_or_end, go_on, play_now, see, take_a_turn
from tests.whole.ways import WAYS, Way, a_page, launch

pytestmark = [pytest.mark.browser, pytest.mark.server]
PASSWORD = "four words and one more"
MATCH_PAGE, WATCHING = "#match", "#match:not(:has(.bar.yours)):has-text('You are watching')"
GAME = "Sprawlopolis"
STORY = [
    pytest.param((engine, way), id=f"{engine}, {way.name}", marks=[] if engine == "chromium" else [pytest.mark.slow])
    for engine, way in product_of(("chromium", "firefox"), WAYS[:2])
]


@pytest.fixture(scope="module")
def opened(
    request: pytest.FixtureRequest, playwright: Playwright, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Browser, Way]]:
    engine, way = request.param
    browser = launch(playwright, engine, way, tmp_path_factory.mktemp("browser"))
    yield browser, way
    browser.close()


@pytest.mark.parametrize("opened", STORY, indirect=True)
def test_who_signs_up_stays_and_who_signs_out_everywhere_is_nobody_everywhere(
    product: Product, opened: tuple[Browser, Way]
) -> None:
    browser, way = opened
    name = f"Ada {secrets.token_hex(4)}"
    here, elsewhere = (a_page(browser, way, pytest.fail) for _ in range(2))
    for page in (here, elsewhere):
        page.set_default_timeout(1000 * BUSY)
    play_now(here, way, product.url, GAME)
    match = here.url
    await_and_take_a_turn(here, way)
    as_a_guest = here.context.cookies()

    sign(here, way, f"{product.url}/signup?next={path_of(match)}", name)
    assert here.url == match
    await_and_take_a_turn(here, way)
    assert_nobody(browser, way, match, as_a_guest)

    sign(elsewhere, way, f"{product.url}/signin?next={path_of(match)}", name)
    await_and_take_a_turn(elsewhere, way)
    signed_in = elsewhere.context.cookies()
    elsewhere.goto(f"{product.url}/account")
    go_on(elsewhere, way, "button[name=here][value=too]", f"{product.url}/")
    if way.scripts:
        here.wait_for_url("**/signin?ended=yes*")
    else:
        with suppress(Error):  # while it is another one's turn, such a page may just be reloading itself
            here.reload()
        here.wait_for_url("**/signin?ended=yes*")
    assert_nobody(browser, way, match, signed_in)
    for page in (here, elsewhere):
        page.context.close()


def await_and_take_a_turn(page: Page, way: Way) -> None:
    assert not await_turn_or_end(page, way)
    take_a_turn(page, way, STEPS[GAME])


def sign(page: Page, way: Way, address: str, name: str) -> None:
    """The form of who signs up or in, which then leads to `next`."""
    page.goto(address)
    for field, text in (("#account-name", name), ("#password", PASSWORD)):
        way.press(page, field)
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type(text)
    go_on(page, way, "main form button.go", f"{address.partition('/sign')[0]}/m/*")


def path_of(match: str) -> str:
    return "/m/" + match.rpartition("/m/")[2]


def assert_nobody(browser: Browser, way: Way, match: str, cookies: Any) -> None:
    """Whoever comes with these cookies is told once that they are signed out, and then watches like anybody."""
    thief = a_page(browser, way, pytest.fail)
    thief.set_default_timeout(1000 * BUSY)
    thief.context.add_cookies(cookies)
    thief.goto(match)
    assert "/signin?ended=yes" in thief.url
    thief.goto(match)
    until_shown(thief, partial(see, thief, way, WATCHING), why="a copied cookie has a seat")
    thief.context.close()
