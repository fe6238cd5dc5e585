"""Browsers that store nothing, show a page from their cache, or get no answer for a while: play goes on."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.chromium import ARGUMENTS
from tests.servers import ports
from tests.whole.people import PATIENCE, a_page, new_table, open_table
from tests.whole.product import Product

pytestmark = [pytest.mark.browser, pytest.mark.server]

FULL = """for (const kept of [localStorage, sessionStorage]) {
  kept.clear();
  Object.getPrototypeOf(kept).setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""
FORBIDDEN = """for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(globalThis, name, { get() { throw new DOMException("denied", "SecurityError"); } });
}"""
MISSING = """for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(globalThis, name, { value: null });
}"""
NO_HASHES = "Object.defineProperty(crypto, 'subtle', { value: undefined });"
BROKEN_HASHES = "crypto.subtle.digest = () => Promise.reject(new Error('no hash today'));"


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    folder: Path = tmp_path_factory.mktemp("odd")
    running = Product(folder / "var", ports(6), folder / "log", URBANIST_NONCE_WAIT="1")
    yield running.start()
    running.stop()


def play_from_a_table(page: Page, product: Product) -> None:
    """Open one, sit down, seat a bot."""
    open_table(new_table(page, product.url))
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".seats li.turn")).to_have_count(1, timeout=PATIENCE)
    page.get_by_role("button", name="Add bot greedy").click()
    page.wait_for_url("**/m/*")


def has_brought_a_number(page: Page) -> bool:
    """As the record says, which is public."""
    started = page.evaluate("async () => (await (await fetch(location.pathname + '/export')).text())")
    return bool(re.search(r'"nonces":\["[0-9a-f]{64}"|"nonces":\[null,"', started))


def hide_and_type(page: Page) -> None:
    """The talk stores things too."""
    page.locator("#talk-fold > summary").click()
    page.locator("#talk-fold > summary").click()
    page.locator("#say-text").fill("hello")


@pytest.mark.parametrize("oddity", [FULL, FORBIDDEN, MISSING], ids=["full", "forbidden", "missing"])
def test_without_storage_one_sits_down_and_brings_a_number_from_this_page(
    product: Product, browser: Browser, oddity: str
) -> None:
    page = a_page(browser)
    page.add_init_script(oddity)
    open_table(new_table(page, product.url))
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator('#table[data-nonce="hashed"]')).to_have_count(1, timeout=PATIENCE)
    expect(page.locator("#number-unkept")).to_be_visible()
    hide_and_type(page)
    page.get_by_role("button", name="Add bot greedy").click()
    page.wait_for_url("**/m/*")
    assert has_brought_a_number(page)
    page.context.close()


def test_a_chromium_without_storage_plays(product: Product, launch_browser: Callable[..., Browser]) -> None:
    odd = launch_browser(args=[*ARGUMENTS, "--disable-local-storage"])
    page = a_page(odd)
    play_from_a_table(page, product)
    assert page.evaluate("() => { try { return window.localStorage } catch { return null } }") is None
    page.goto(product.url)
    page.get_by_role("button", name="Play Quadropolis").click()
    page.wait_for_url("**/m/*")
    expect(page.locator("#match")).to_be_visible()
    odd.close()


@pytest.mark.parametrize("oddity", [NO_HASHES, BROKEN_HASHES], ids=["no hashes", "broken hashes"])
def test_without_hashes_the_form_goes_the_plain_way(product: Product, browser: Browser, oddity: str) -> None:
    page = a_page(browser)
    page.add_init_script(oddity)
    play_from_a_table(page, product)
    assert not has_brought_a_number(page)
    page.goto(f"{page.url}/audit")  # and no page's script fails
    expect(page.locator("#unable")).to_be_visible(timeout=PATIENCE)
    page.context.close()


def test_play_now_promises_no_number_that_the_next_page_will_not_have(product: Product, browser: Browser) -> None:
    page = a_page(browser)
    page.add_init_script(FULL)
    page.goto(product.url)
    page.get_by_role("button", name="Play Quadropolis").click()
    page.wait_for_url("**/m/*")
    assert not has_brought_a_number(page)
    page.context.close()


def test_a_number_that_was_lost_with_its_page_is_said_to_be_lost(product: Product, browser: Browser) -> None:
    page = a_page(browser)
    page.add_init_script(FULL)
    open_table(new_table(page, product.url))
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("#number-unkept")).to_be_visible(timeout=PATIENCE)
    page.reload()
    expect(page.locator("#number-unkept")).to_be_hidden()
    page.get_by_role("button", name="Add bot greedy").click()
    page.wait_for_url("**/m/*")
    assert not has_brought_a_number(page)
    page.context.close()


SHOWN_AGAIN = """() => {
  dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
}"""
CLOCK_SET_BACK = "() => { const now = Date.now; Date.now = () => now() - 3_600_000; }"
LIVE = re.compile("^ *live")


def at_the_match(browser: Browser, product: Product) -> Page:
    page = a_page(browser)
    page.goto(product.url)
    page.get_by_role("button", name="Play Quadropolis").click()
    page.wait_for_url("**/m/*")
    return page


def expect_live(page: Page) -> None:
    expect(page.locator("#live")).to_have_text(LIVE, timeout=PATIENCE)


def test_back_from_the_page_cache_it_is_live_again(product: Product, browser: Browser) -> None:
    page = at_the_match(browser, product)
    for address in (page.url, product.url, f"{page.url}/result"):
        page.goto(address)
        with page.expect_websocket(timeout=PATIENCE):  # the one that it comes back with
            page.wait_for_load_state("networkidle")
            page.evaluate(SHOWN_AGAIN)
    page.goto(product.url)
    expect_live(page)
    page.evaluate(SHOWN_AGAIN)
    expect(page.locator("#live")).not_to_have_text(LIVE, timeout=PATIENCE)
    expect_live(page)
    page.context.close()


def test_a_button_that_was_pressed_before_can_be_pressed_again_then(product: Product, browser: Browser) -> None:
    page = a_page(browser)
    page.goto(product.url)
    page.route("**/play", lambda route: None)  # on its way for ever
    button = page.get_by_role("button", name="Play Quadropolis")
    button.click()
    expect(button).to_be_disabled()
    page.evaluate(SHOWN_AGAIN)
    expect(button).to_be_enabled()
    page.context.close()


@pytest.mark.parametrize("code", [1000, 1008, 4000])
def test_a_socket_is_opened_anew_whatever_it_was_closed_with(product: Product, browser: Browser, code: int) -> None:
    page, opened = a_page(browser), []

    def connect(socket: WebSocketRoute) -> None:
        opened.append(socket)
        if len(opened) > 1:
            socket.connect_to_server()
        else:
            socket.close(code=code)

    page.context.route_web_socket(re.compile("/live"), connect)
    page.goto(product.url)
    expect_live(page)
    assert len(opened) > 1
    page.context.close()


def test_a_clock_that_is_set_back_hides_no_silence(product: Product, browser: Browser) -> None:
    page = a_page(browser)
    page.goto(product.url)
    expect_live(page)
    page.evaluate(CLOCK_SET_BACK)
    page.context.set_offline(True)
    expect(page.locator("#live")).to_contain_text("stale", timeout=PATIENCE)
    page.context.set_offline(False)
    expect_live(page)
    page.context.close()
