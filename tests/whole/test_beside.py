"""In a started product the rules open beside the board."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.frontend.look.test_in_place import APART
from tests.whole.people import PATIENCE, a_page
from tests.whole.product import Product

pytestmark = [pytest.mark.browser, pytest.mark.server]


def play(browser: Browser, product: Product, game: str) -> Page:
    page = a_page(browser)
    page.goto(product.url)
    page.get_by_role("button", name=f"Play {game}").click()
    page.wait_for_url("**/m/*")
    expect(page.locator(".bar.yours")).to_be_visible(timeout=PATIENCE)
    return page


@pytest.mark.parametrize(
    ("game", "boards"),
    [("Quadropolis", (".board.site", ".board.city.big", ".bar")), ("Sprawlopolis", (".map", ".bar"))],
)
def test_one_key_opens_the_rules_beside_the_board(
    browser: Browser, product: Product, game: str, boards: tuple[str, ...]
) -> None:
    page = play(browser, product, game)
    before = page.url
    page.keyboard.press("h")
    rules = page.locator(".guide-body")
    expect(rules).to_be_visible()
    expect(rules.locator("figure.picture")).not_to_have_count(0)
    assert [board for board in boards if not page.evaluate(APART, [".guide-body", board])] == []
    page.keyboard.press("Escape")
    expect(rules).to_be_hidden()
    assert page.url == before
    page.context.close()
