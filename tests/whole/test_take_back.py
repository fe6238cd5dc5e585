"""Two people take a move back in their browsers: asked, withdrawn, accepted, and accepted too late."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.whole.people import PATIENCE, a_page, is_called, new_table, open_table, sit_together, take_a_turn
from tests.whole.product import Product

pytestmark = [pytest.mark.browser, pytest.mark.server]


def met(browser: Browser, product: Product) -> tuple[Page, Page]:
    """Who is called first, and who waits."""
    host, guest = a_page(browser), a_page(browser)
    open_table(new_table(host, product.url))
    sit_together(host, guest)
    for page in (host, guest):
        expect(page.locator("#live")).to_have_text("live", timeout=PATIENCE)
    first, second = sorted((host, guest), key=lambda page: not is_called(page))
    return first, second


def ask(page: Page) -> None:
    page.get_by_role("link", name="Take back").click()
    page.get_by_role("button", name="Ask to go back").click()
    expect(page.locator(".bar")).to_contain_text("You ask to go back to turn")


def test_a_move_is_asked_back_withdrawn_and_taken_back_in_both_browsers(product: Product, browser: Browser) -> None:
    ada, bob = met(browser, product)
    take_a_turn(ada)
    ask(ada)
    expect(bob.locator(".bar")).to_contain_text("asks to take back a move and to go back to turn 1")
    ada.get_by_role("button", name="Withdraw").click()
    expect(bob.get_by_role("button", name="Go back")).to_have_count(0)
    ask(ada)
    bob.get_by_role("button", name="Go back").click()
    for page in (ada, bob):
        expect(page.locator(".log del")).to_have_count(1)
        expect(page.locator(".log")).to_contain_text("The match goes back to turn 1")
        expect(page.locator(".log li", has=page.locator("del"))).to_contain_text("taken back")
    expect(ada.locator(".bar.yours")).to_have_count(1)
    expect(bob.locator(".bar.yours")).to_have_count(0)
    take_a_turn(ada)
    expect(bob.locator(".bar.yours")).to_have_count(1)
    for page in (ada, bob):
        page.context.close()


def test_an_answer_after_a_move_is_refused_with_a_sentence(product: Product, browser: Browser) -> None:
    """Bob agrees on a page without scripts, which doesn't show that he has moved since, in another window."""
    ada, bob = met(browser, product)
    take_a_turn(ada)
    ask(ada)
    expect(bob.get_by_role("button", name="Go back")).to_be_visible()
    state = bob.context.storage_state()
    calm = browser.new_context(java_script_enabled=False, storage_state=state).new_page()
    calm.goto(bob.url)
    take_a_turn(bob)
    expect(ada.locator(".bar.yours")).to_have_count(1)
    expect(ada.locator(".bar")).not_to_contain_text("You ask to go back")
    calm.get_by_role("button", name="Go back").click()
    expect(calm.get_by_role("alert")).to_contain_text("This request to take back a move is over")
    expect(calm.locator(".log del")).to_have_count(0)
    expect(calm).to_have_url(re.compile("/take-back/answer$"))
    for page in (ada, bob, calm):
        page.context.close()
