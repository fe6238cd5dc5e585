"""A rated match in real browsers: chosen at the table, told on the result, and found in its pool."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.whole.people import PATIENCE, a_page, new_table, open_table, sit
from tests.whole.product import Product

pytestmark = [pytest.mark.browser, pytest.mark.server]


def look_until_rated(page: Page, url: str) -> None:
    """Scoring rates a match a moment after it has counted it."""
    page.goto(url)
    again = page.get_by_text("how it changes ratings shows here in a moment")
    for _ in range(20):
        if not again.count() and page.get_by_role("heading", name="Ratings").count():
            return
        page.wait_for_timeout(500)  # until scoring has heard of it
        page.goto(url)
    raise AssertionError(page.locator("main").inner_text())


def test_two_people_choose_a_rated_match_and_see_what_it_has_changed(product: Product, browser: Browser):
    ada, bob = a_page(browser), a_page(browser)
    form = new_table(ada, product.url)
    form.get_by_role("radio", name=re.compile("^Yes it counts for everybody")).check()
    open_table(form)
    expect(ada.locator("#table .rated")).to_contain_text("Whoever leaves it comes behind all who stay")
    bob.goto(ada.url)
    for page in (ada, bob):
        sit(page)
    for page in (ada, bob):
        page.wait_for_url("**/m/*", timeout=PATIENCE)
        page.locator("#resign summary").click()
        page.locator("#resign button").click()
        expect(page.locator("#resign")).to_have_count(0, timeout=PATIENCE)
    match = ada.url.split("?")[0]
    look_until_rated(bob, f"{match}/result")
    expect(bob.locator("#result")).to_contain_text(re.compile(r"25\.0 ± 1\d\.\d stays"))  # both have left
    bob.get_by_role("link", name="Ratings").click()
    expect(bob.locator("tr.you")).to_contain_text("25.0")
    expect(bob.get_by_role("heading", name="Newcomers")).to_be_visible()
