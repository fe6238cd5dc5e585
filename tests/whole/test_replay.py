"""A finished match is replayed step by step, by buttons, keys and slider; the address says where."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from shared.ledger.redis import open_ledger
from shared.platform.streams import Streams
from tests.waiting import BUSY
from tests.whole.matches import begin, is_counted
from tests.whole.product import Product, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.server]
PATIENCE = 1000 * BUSY  # milliseconds


def at(page: Page, version: int) -> None:
    """Page and address have reached the version, and a reload shows the same."""
    expect(page.locator("#match")).to_have_attribute("data-version", str(version), timeout=PATIENCE)
    expect(page).to_have_url(re.compile(rf"\?at={version}$"))
    shown = page.locator("#match").inner_text()
    page.reload()
    assert page.locator("#match").inner_text() == shown


def test_a_finished_match_is_replayed_forwards_and_backwards(product: Product, browser: Browser) -> None:
    streams = Streams(open_ledger(product.settings.redis_url))
    match = begin(streams, 5)
    wait_for(lambda: is_counted(streams, match), 60, product.log.read_text)
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{product.url}/m/{match}")
    page.get_by_role("link", name="Replay").click()
    steps = [int(step) for step in (page.locator("#at").get_attribute("data-steps") or "").split()]
    last = streams.match(match).version
    first, second, third = steps[:3]
    assert steps[-1] == last
    at(page, first)
    page.get_by_role("link", name="Next").click()
    at(page, second)
    page.keyboard.press(".")
    at(page, third)
    page.keyboard.press("ArrowLeft")
    at(page, second)
    page.get_by_role("link", name="Previous").click()
    at(page, first)
    page.keyboard.press("End")
    at(page, last)
    page.keyboard.press("Home")
    at(page, first)
    page.locator("#at").fill(str(steps[20]))
    at(page, steps[20])
    page.goto(f"{product.url}/m/{match}?at={steps[30] + 1}")  # any version has an address, not only steps
    expect(page.locator("#match")).to_have_attribute("data-version", str(steps[30] + 1))
