"""By keyboard alone, by taps alone, through a lost connection, and without scripts: a round each, against a bot."""

import re
from functools import partial

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.waiting import until_shown
from tests.whole.people import PATIENCE, complete, expect_address, expect_another_address, reach_a_slot
from tests.whole.product import Product

pytestmark = [pytest.mark.browser, pytest.mark.server]
TURNS = 4  # of a round


def play_now(page: Page, product: Product) -> None:
    page.set_default_timeout(PATIENCE)
    page.goto(product.url)
    page.get_by_role("button", name="Play Quadropolis").click()
    page.wait_for_url("**/m/*")


def await_my_turn(page: Page) -> str:
    expect(page.locator(".bar.yours")).to_be_visible(timeout=PATIENCE)
    return page.locator("#match").get_attribute("data-version") or ""


def await_news(page: Page, version: str) -> None:
    expect(page.locator("#match")).not_to_have_attribute("data-version", version, timeout=PATIENCE)


def test_a_round_by_the_keyboard_alone(product: Product, browser: Browser) -> None:
    page = browser.new_page()
    play_now(page, product)
    for turn in range(TURNS):
        version = await_my_turn(page)
        page.keyboard.press(str(turn + 1))
        expect_address(page, f"architect={turn + 1}")
        reach_a_slot(page)
        if turn == 0:
            page.keyboard.press("Escape")
            expect_address(page, r"^(?!.*slot=)")
            reach_a_slot(page)
        complete(page)
        page.keyboard.press("Enter")
        await_news(page, version)


def test_a_round_by_taps_on_a_phone(product: Product, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    page = context.new_page()
    play_now(page, product)
    for _ in range(TURNS):
        version = await_my_turn(page)
        for key in ("architect-", "slot-", "square-"):
            if not page.locator("#confirm").count():
                tap(page, f"[data-pick][data-key^={key}]:visible")
        if not page.locator("#confirm").count():
            tap(page, "[data-pick][data-key=discard]:visible")
        page.locator("#confirm").tap()
        await_news(page, version)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, "the page scrolls sideways"
    for tab in ("site", "city", "others", "log"):
        page.locator(f"label[for=panel-{tab}]").tap()
        fills = partial(fills_the_screen, page.locator(f".panel-{tab}:visible"))
        until_shown(page, fills, why=f"{tab} does not have the screen for itself")


def fills_the_screen(panel: Locator) -> bool:
    box = panel.bounding_box()
    return box is not None and box["width"] > 360


def tap(page: Page, selector: str) -> None:
    """What can be chosen is on the open tab: nobody has to look for it."""
    address = page.url
    link = page.locator(selector).first
    shape = link.locator("rect")
    (shape.first if shape.count() else link).tap()
    expect_another_address(page, address)


def test_a_lost_connection_comes_back_by_itself(product: Product, browser: Browser) -> None:
    """The same person plays on elsewhere, and the bot answers, while this page hears nothing of it."""
    context = browser.new_context()
    page = context.new_page()
    play_now(page, product)
    elsewhere = browser.new_context(storage_state=context.storage_state()).new_page()
    elsewhere.goto(page.url)
    version = await_my_turn(page)
    expect(page.locator("#live")).to_contain_text("live", timeout=PATIENCE)
    context.set_offline(True)
    take_a_turn(elsewhere)
    await_news(elsewhere, version)
    newest = await_my_turn(elsewhere)
    expect(page.locator("#live")).to_contain_text("stale", timeout=PATIENCE)
    assert page.locator("#match").get_attribute("data-version") == version
    context.set_offline(False)
    expect(page.locator("#match")).to_have_attribute("data-version", newest, timeout=PATIENCE)
    expect(page.locator("#live")).to_have_text(re.compile("^ *live"), timeout=30_000)


def test_pages_that_get_no_sockets_see_every_move_too(product: Product, browser: Browser) -> None:
    context = browser.new_context()
    context.route_web_socket(re.compile("^wss?:"), lambda socket: socket.close())
    page, other = context.new_page(), context.new_page()
    play_now(page, product)
    version = await_my_turn(page)
    other.goto(page.url)
    await_my_turn(other)
    take_a_turn(other)
    await_news(page, version)
    expect(page.locator("#live")).not_to_have_text(re.compile("^ *live"))


def test_a_choice_without_a_connection_says_so(product: Product, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    play_now(page, product)
    await_my_turn(page)
    context.set_offline(True)
    page.keyboard.press("1")
    expect(page.locator("#why")).to_contain_text("There is no connection", timeout=PATIENCE)


def test_what_was_chosen_for_a_turn_is_forgotten_when_another_page_has_sent_it(
    product: Product, browser: Browser
) -> None:
    context = browser.new_context()
    page, other = context.new_page(), context.new_page()
    play_now(page, product)
    version = await_my_turn(page)
    other.goto(page.url)
    page.keyboard.press("1")
    expect_address(page, "architect=1")
    take_a_turn(other)
    await_news(page, version)
    await_my_turn(page)
    assert "?" not in page.url


def take_a_turn(page: Page) -> None:
    for key in ("architect-", "slot-", "square-"):
        if not page.locator("#confirm").count():
            link = page.locator(f"[data-pick][data-key^={key}]").first
            address = page.url
            (link.locator("rect").first if link.locator("rect").count() else link).click()
            if address == page.url:
                expect_another_address(page, address)
    page.locator("#confirm").click()


def test_a_turn_without_scripts(product: Product, browser: Browser) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    play_now(page, product)
    until_shown(page, lambda: page.reload() and page.locator(".bar.yours").count(), why="the turn")
    version = page.locator("#match").get_attribute("data-version") or ""
    take_a_turn(page)
    await_news(page, version)
