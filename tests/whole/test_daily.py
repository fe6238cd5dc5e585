"""The daily deal in real browsers: one plays it to its end, another one gives it up, and neither sees the other's."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.whole.builders import expect_after, version_of
from tests.whole.people import PATIENCE, a_page, expect_address
from tests.whole.product import Product

pytestmark = [pytest.mark.browser, pytest.mark.server]
CARDS = 14  # that are placed in a match
PLAY = re.compile("^Play today.s Sprawlopolis$")


def begin(page: Page, product: Product) -> str:
    """From the front page; the address of the match."""
    page.goto(product.url)
    page.get_by_role("link", name="the daily deal").click()
    page.get_by_role("button", name=PLAY).click()
    page.wait_for_url("**/m/*", timeout=PATIENCE)
    return page.url.split("?")[0]


def lay_anywhere(page: Page) -> None:
    """The first card, at the first place that there is: nobody is told what that brings."""
    before = version_of(page)
    page.locator(".own [data-key^=card-]").first.click()
    expect_address(page, "card=")
    page.locator("[data-map] .place.want").first.locator(".touch").click()
    page.locator("#confirm").click()
    expect_after(page, before)


def rows(page: Page) -> list[str]:
    return page.locator("section[aria-labelledby=sprawlopolis] tbody tr").all_inner_texts()


def test_one_plays_it_and_another_one_gives_it_up(product: Product, browser: Browser):
    ada, bea = a_page(browser), a_page(browser)
    match = begin(ada, product)
    own = begin(bea, product)
    assert own != match
    for _ in range(CARDS):
        lay_anywhere(ada)
    ada.goto(f"{match}/result")
    ada.get_by_role("link", name="How others did").click()
    expect(ada.get_by_role("heading", name="Sprawlopolis")).to_be_visible()
    expect(ada.locator("main")).to_contain_text(re.compile(r"You: place 1, .{1,3} points? (above|below) the target"))

    bea.goto(match)
    expect(bea.locator("body")).to_contain_text("thers may still play the same draws")
    bea.goto(own)
    bea.locator("#resign summary").click()
    bea.locator("#resign button").click()
    expect(bea.locator("#resign")).to_have_count(0, timeout=PATIENCE)
    bea.goto(f"{product.url}/daily")
    expect(bea.locator("main")).to_contain_text("You have given up this deal.")
    assert [("given up" in row, "you" in row) for row in rows(bea)] == [(False, False), (True, True)]
    assert match.rpartition("/")[2] not in bea.content()

    ada.goto(f"{product.url}/daily")
    expect(ada.get_by_role("button", name=PLAY)).to_have_count(0)
    expect(ada.get_by_role("link", name="Your result")).to_have_attribute("href", re.compile(r"/m/\w{12}/result"))
