"""Two people in two browsers and a bot play a whole match on the real pages of the whole product."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.whole.people import (
    PATIENCE,
    a_page,
    download_record,
    new_table,
    newer_than,
    open_table,
    replayed,
    sit_together,
    take_a_turn,
    totals,
    wait_for_one_of,
)
from tests.whole.product import Product

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


def test_two_browsers_and_a_bot_play_a_whole_match(product: Product, browser: Browser, tmp_path: Path) -> None:
    ada, bob, eve = (a_page(browser) for _ in range(3))
    form = new_table(ada, product.url)
    form.get_by_label("3", exact=True).check(force=True)
    open_table(form)
    ada.get_by_role("button", name="Add bot greedy").click()
    sit_together(ada, bob)
    eve.goto(ada.url)
    for _ in range(32):
        turn = wait_for_one_of(ada, bob)
        take_a_turn(turn)
        for page in (ada, bob, eve):  # every open page shows the move
            expect(page.locator("#match")).to_have_attribute(
                "data-version", re.compile(f"^({newer_than(turn)})$"), timeout=PATIENCE
            )
    for page in (ada, bob, eve):
        expect(page.locator(".bar")).to_contain_text("wins" if page is eve else "win", timeout=PATIENCE)
    eve.get_by_role("link", name="See every point").click()
    expect(eve.get_by_role("heading", name="Score pad")).to_be_visible()
    assert totals(eve) == replayed(download_record(eve, tmp_path))
