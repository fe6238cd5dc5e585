"""Two people in two browsers: one shows a card, the other answers with a phrase, and the card is laid."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.whole.people import PATIENCE, a_page, new_table, open_table, sit_together, wait_for_one_of
from tests.whole.product import Product

pytestmark = [pytest.mark.browser, pytest.mark.server]


def test_a_card_is_shown_talked_about_by_a_phrase_and_laid(product: Product, browser: Browser):
    ada, bob = a_page(browser), a_page(browser)
    form = new_table(ada, product.url, "Sprawlopolis")
    form.get_by_role("radio", name="2", exact=True).check()
    open_table(form)
    sit_together(ada, bob)
    mover = wait_for_one_of(ada, bob)
    other = bob if mover is ada else ada
    mover.keyboard.press("1")
    mover.wait_for_url("**card=**")
    button = mover.get_by_role("button", name="Show the others")
    expect(button).to_be_visible()
    mover.keyboard.press("s")
    expect(mover.locator(".bar .what")).to_contain_text("The others see card", timeout=PATIENCE)
    asked = other.locator(".shown-by")
    expect(asked).to_contain_text(re.compile(r"shows card \d+: where should it go\?"), timeout=PATIENCE)
    expect(other.locator("#heard")).to_contain_text("where should it go?")
    asked.get_by_role("link", name="Go to the talk").click()
    expect(other.locator("#say-text")).to_be_focused()
    other.keyboard.type("half a sen")
    other.locator("#phrase-fold > summary").click()
    other.get_by_role("button", name="I would put it at the edge.").click()
    for page in (mover, other):
        expect(page.locator(".said .text").last).to_have_text("I would put it at the edge.", timeout=PATIENCE)
    expect(other.locator("#say-text")).to_have_value("half a sen")
    expect(other.locator("#phrase-fold")).not_to_have_attribute("open", "")
    mover.locator("[data-pick][data-key^=place-]").first.press("Enter")
    mover.locator("#confirm").click()
    expect(other.locator(".shown-by")).to_have_count(0, timeout=PATIENCE)
    expect(other.locator(".bar.yours")).to_be_visible(timeout=PATIENCE)
    for page in (ada, bob):
        page.context.close()
