"""A whole expert match with squares: one person plays by clicks, one by the keyboard, beside two bots."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.whole.people import (
    PATIENCE,
    a_page,
    complete,
    download_record,
    expect_address,
    new_table,
    open_table,
    reach_a_slot,
    replayed,
    sit,
    take_a_turn,
    totals,
    wait_for_one_of,
)
from tests.whole.product import Product

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]
TURNS = 20  # of each seat: five rounds of four


def open_expert_table(page: Page, product: Product) -> None:
    form = new_table(page, product.url)
    form.get_by_label("4", exact=True).check(force=True)
    form.get_by_label("Expert").check(force=True)
    form.get_by_label("With squares").check(force=True)
    open_table(form)
    expect(page.get_by_role("heading", level=1)).to_have_text("Quadropolis, expert, with squares")
    for bots in (1, 2):
        page.get_by_role("button", name="Add bot greedy").click()
        expect(page.get_by_role("button", name="Send away")).to_have_count(bots)


def press_a_turn(page: Page) -> None:
    """A digit for the last architect left in the pool, arrows to a slot, Tab to a square, Enter."""
    version = page.locator("#match").get_attribute("data-version") or ""
    architect = page.locator(".hand .architects a.free").last.get_attribute("data-key") or ""
    page.keyboard.press(architect.removeprefix("architect-"))
    expect_address(page, "architect=")
    reach_a_slot(page)
    complete(page)
    page.keyboard.press("Enter")
    expect(page.locator("#match")).not_to_have_attribute("data-version", version, timeout=PATIENCE)


def left_in_the_pool(page: Page) -> int:
    counts = page.locator(".hand .common .count").all_text_contents()
    return sum(int(count.strip().removeprefix("\N{MULTIPLICATION SIGN}")) for count in counts)


def test_an_expert_match_with_squares_is_played_to_its_result(
    product: Product, browser: Browser, tmp_path: Path
) -> None:
    ada, bob = a_page(browser), a_page(browser)
    open_expert_table(ada, product)
    sit(ada)
    bob.goto(ada.locator("#invitation").input_value())
    sit(bob)
    for page in (ada, bob):
        expect(page).to_have_url(re.compile("/m/"), timeout=PATIENCE)
    wait_for_one_of(ada, bob)
    for page in (ada, bob):  # the same pool for everybody, and the city with its numbers
        assert 16 < left_in_the_pool(page) <= 20
        expect(page.locator(".big .number")).to_have_count(20)
        expect(page.locator(".big .flag")).to_have_text(["1", "4", "2", "5", "3"])
    for _ in range(2 * TURNS):
        page = wait_for_one_of(ada, bob)
        if page is ada:
            take_a_turn(ada)
        else:
            press_a_turn(bob)
    for page in (ada, bob):
        expect(page.locator(".bar")).to_contain_text("The match is over", timeout=PATIENCE)
    ada.get_by_role("link", name="See every point").click()
    expect(ada.locator("table.pad tbody th")).to_contain_text(["Factories", "Harbours", "Offices", "Monuments"])
    told = ada.request.get(ada.url.replace("/m/", "/api/scoring/matches/").removesuffix("/result")).json()
    assert totals(ada) == replayed(download_record(ada, tmp_path)) == told["points"]
