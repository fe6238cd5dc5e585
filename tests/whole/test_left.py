"""In three browsers: somebody leaves, somebody else takes over from the front page, and the last one ends the match."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.whole.people import PATIENCE, a_page, is_called, new_table, open_table, sit_together, take_a_turn
from tests.whole.product import Product

pytestmark = [pytest.mark.browser, pytest.mark.server]


def met(browser: Browser, product: Product) -> tuple[Page, Page]:
    ada, bob = a_page(browser), a_page(browser)
    form = new_table(ada, product.url)
    form.locator('[name="substitutes"][value="yes"]').check()
    said = "When somebody is away: Wait · Somebody else may take it over"
    expect(form).to_contain_text(said, use_inner_text=True)  # the others are there, and not shown
    open_table(form)
    sit_together(ada, bob)
    for page in (ada, bob):
        expect(page.locator("#live")).to_have_text("live", timeout=PATIENCE)
    return ada, bob


def resign(page: Page) -> None:
    page.locator("#resign summary").click()
    page.get_by_role("button", name="Resign for good").click()


def test_a_seat_passes_on_and_the_last_one_ends_the_match(product: Product, browser: Browser) -> None:
    ada, bob = met(browser, product)
    resign(bob)
    eve = a_page(browser)
    eve.goto(product.url)
    eve.locator(f'#lobby a[href="{re.sub(r"^https?://[^/]+", "", ada.url)}"]').first.click()
    eve.get_by_role("button", name=re.compile("Take over the seat of")).click()
    for page in (ada, bob, eve):
        expect(page.locator(".log")).to_contain_text(re.compile(r"takes over the seat of"), timeout=PATIENCE)
    expect(bob.locator(".bar")).to_contain_text("Somebody else has taken over your seat: you are watching.")
    expect(ada.get_by_text("End the match")).to_have_count(0)
    first, second = sorted((ada, eve), key=lambda page: not is_called(page))
    take_a_turn(first)
    expect(second.locator(".bar.yours")).to_be_visible(timeout=PATIENCE)
    resign(eve)
    ada.locator("#end summary").click()
    expect(ada.locator("#end")).to_contain_text("It is not rated: if you end it, it is over and counts for nobody.")
    ada.get_by_role("button", name="End the match now").click()
    for page in (ada, bob, eve):
        expect(page.locator(".bar")).to_contain_text("All others had left: the match is over", timeout=PATIENCE)
    for page in (ada, bob, eve):
        page.context.close()
