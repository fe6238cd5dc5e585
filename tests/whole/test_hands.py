"""By keyboard alone, by taps alone, through a lost connection, and without scripts: a round each, against a bot."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.servers import ports
from tests.whole.product import Product

pytestmark = [pytest.mark.browser, pytest.mark.server]
PATIENCE = 15_000  # milliseconds
TURNS = 4  # of a round


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    folder: Path = tmp_path_factory.mktemp("hands")
    running = Product(folder / "var", ports(6), folder / "log")
    yield running.start()
    running.stop()


def play_now(page: Page, product: Product) -> None:
    page.set_default_timeout(PATIENCE)
    page.goto(product.url)
    page.get_by_role("button", name="Play now").click()
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
        expect(page).to_have_url(re.compile(f"architect={turn + 1}"))
        reach_a_slot(page)
        if turn == 0:
            page.keyboard.press("Escape")
            expect(page).not_to_have_url(re.compile("slot="))
            reach_a_slot(page)
        walk_to(page, page.locator("#confirm"))
        page.keyboard.press("Enter")
        await_news(page, version)


def reach_a_slot(page: Page) -> None:
    """Arrows walk what is lit, Enter chooses; a tile that several slots reach asks which."""
    for arrow in ("ArrowDown", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowRight"):
        if "slot=" in page.url:
            return
        address = page.url
        page.keyboard.press(arrow)
        page.keyboard.press("Enter")
        expect(page).not_to_have_url(address)
    expect(page).to_have_url(re.compile("slot="))


def walk_to(page: Page, confirm: Locator) -> None:
    """Tab from link to link; whichever square or discard is met first is taken, until the turn can be confirmed."""
    for _ in range(80):
        page.keyboard.press("Tab")
        key = page.evaluate(
            "(here => 'pick' in here.dataset ? here.dataset.key : here.id)(document.activeElement)"
        )
        if key == "confirm":
            return
        if key.startswith(("square-", "discard")) and not confirm.count():
            page.keyboard.press("Enter")
            expect(confirm).to_be_visible()
    raise AssertionError("Tab never came to the button that confirms")


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


def tap(page: Page, selector: str) -> None:
    """What can be chosen is on the tab that is open: nobody has to look for it."""
    address = page.url
    link = page.locator(selector).first
    shape = link.locator("rect")
    (shape.first if shape.count() else link).tap()
    expect(page).not_to_have_url(address)


def test_a_lost_connection_comes_back_by_itself(product: Product, browser: Browser) -> None:
    context = browser.new_context()
    page, other = context.new_page(), context.new_page()
    play_now(page, product)
    other.goto(page.url)
    version = await_my_turn(page)
    expect(page.locator("#live")).to_contain_text("live", timeout=PATIENCE)
    context.set_offline(True)
    expect(page.locator("#live")).to_contain_text("stale", timeout=PATIENCE)
    context.set_offline(False)
    await_my_turn(other)
    take_a_turn(other)
    await_news(page, version)
    expect(page.locator("#live")).to_have_text(re.compile("^ *live"), timeout=30_000)


def take_a_turn(page: Page) -> None:
    for key in ("architect-", "slot-", "square-"):
        if not page.locator("#confirm").count():
            link = page.locator(f"[data-pick][data-key^={key}]").first
            address = page.url
            (link.locator("rect").first if link.locator("rect").count() else link).click()
            if address == page.url:
                expect(page).not_to_have_url(address)
    page.locator("#confirm").click()


def test_a_turn_without_scripts(product: Product, browser: Browser) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    play_now(page, product)
    for _ in range(40):
        if page.locator(".bar.yours").count():
            break
        page.wait_for_timeout(250)
        page.reload()
    version = page.locator("#match").get_attribute("data-version") or ""
    take_a_turn(page)
    await_news(page, version)
