"""The calculator and exploring, by mouse, by keys, by taps and without scripts, in the whole product."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from shared.ledger.redis import open_ledger
from shared.platform.streams import Streams
from tests.waiting import BUSY
from tests.whole.matches import begin, is_counted
from tests.whole.people import expect_address, expect_another_address
from tests.whole.product import ROOT, Product, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.server]
PATIENCE = 1000 * BUSY  # milliseconds
LETTERS = {"service": "V", "square": "Q"}  # the others have their first one
SCORED = (ROOT / "tests/games/quadropolis/scored_cities.jsonl").read_text().splitlines()
CASES: dict[str, dict[str, Any]] = {case["id"]: case for case in map(json.loads, SCORED)}
SHOP = "/score/quadropolis?city=T3S-.V2&inhabitants=6&energy=3"  # 6 + 7 + 2 + 2 points, 1 inhabitant and 1 energy left


@pytest.fixture(scope="module")
def finished(product: Product) -> str:
    """The result page of a match between bots."""
    streams = Streams(open_ledger(product.settings.redis_url))
    match = begin(streams, 11)
    wait_for(lambda: is_counted(streams, match), 60, product.log.read_text)
    return f"{product.url}/m/{match}/result"


def buildings(case: dict[str, Any]) -> Iterator[tuple[str, str, int]]:
    """Square, letter, and how often it is pressed: floors, or printed points and the tile itself."""
    for row, line in enumerate(case["input"]["city"], 1):
        for column, there in enumerate(line, 1):
            if there:
                kind = there["building"]
                times = there.get("floors", 1) + there.get("points", 0)
                yield f"{row},{column}", LETTERS.get(kind, kind[0].upper()), times


def press(page: Page, selector: str) -> None:
    """Click or tap, then wait for the address that it leads to."""
    before = page.url
    page.locator(selector).first.click()
    expect_another_address(page, before)


def expect_total(page: Page, points: int) -> None:
    said = str(points).replace("-", "\u2212")
    expect(page.locator(".sheet-total b")).to_have_text(said, timeout=PATIENCE)


def square(at: str) -> str:
    return f'.square[data-on="{at}"] .touch'


@pytest.mark.parametrize("id_", ["E02", "C01"])
def test_a_city_is_clicked_together_and_counted(product: Product, browser: Browser, id_: str) -> None:
    page, case = browser.new_page(), CASES[id_]
    page.goto(f"{product.url}/score/quadropolis")
    if case["input"]["mode"] == "expert":
        press(page, '[data-press="expert"]')
    tool = "T"
    for at, letter, times in buildings(case):
        if letter != tool:
            press(page, f'[data-press="tool-{letter}"]')
            tool = letter
        for _ in range(times):  # as fast as one can
            page.locator(square(at)).click()
    for name in ("inhabitants", "energy"):
        page.get_by_label(name.capitalize(), exact=True).fill(str(case["input"][name]))
        expect_address(page, f"{name}={case['input'][name]}")
    expect_total(page, case["expect"]["total"])
    for line, points in case["expect"]["lines"].items():
        if points:
            expect(page.locator(f'.sheet-line[data-line="{line}"] td').first).to_have_text(
                str(points).replace("-", "\u2212")
            )
    page.reload()
    expect_total(page, case["expect"]["total"])


def test_a_press_counts_also_where_the_page_is_behind_the_presses_before(product: Product, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(f"{product.url}/score/quadropolis")
    page.evaluate(
        "selectors => selectors.forEach(each => document.querySelector(each)"
        ".dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })))",
        ["[data-press=tool-P]", '[data-on="1,1"]', "[data-press=tool-T]", '[data-on="1,2"]', '[data-on="1,2"]'],
    )
    expect_address(page, "city=PT2(&|$)")


def test_a_city_is_typed_by_keys_alone(product: Product, browser: Browser) -> None:
    page, case = browser.new_page(), CASES["E03"]
    page.goto(f"{product.url}/score/quadropolis?mode=expert")
    page.keyboard.press("ArrowDown")
    expect(page.locator('[data-key="square-1,1"]')).to_be_focused()
    row, column = 1, 1
    for at, letter, times in buildings(case):
        down, along = (int(part) for part in at.split(","))
        walk(page, ("ArrowDown", "ArrowUp"), down - row)
        walk(page, ("ArrowRight", "ArrowLeft"), along - column)
        row, column = down, along
        page.keyboard.press(letter.lower())
        for _ in range(times - 1):
            page.keyboard.press("+")
    for name in ("inhabitants", "energy"):
        reach(page, f"number-{name}")
        page.keyboard.type(str(case["input"][name]))
        page.keyboard.press("Enter")
    expect_total(page, case["expect"]["total"])


def walk(page: Page, keys: tuple[str, str], steps: int) -> None:
    for _ in range(abs(steps)):
        page.keyboard.press(keys[steps < 0])


def reach(page: Page, id_: str) -> None:
    for _ in range(80):
        if page.evaluate("document.activeElement.id") == id_:
            return page.keyboard.press("Control+a")
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never came to {id_}")


def test_the_way_back_takes_one_step_back(product: Product, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(f"{product.url}/score/quadropolis?energy=1")
    press(page, square("1,1"))
    press(page, square("1,1"))
    expect_total(page, 3)
    page.go_back()
    expect_total(page, 1)
    expect_address(page, "city=T&")
    page.go_forward()
    expect_total(page, 3)
    page.locator('[data-key="square-1,1"]').focus()
    page.keyboard.press("Delete")
    expect_total(page, -1)


def test_a_step_without_a_connection_says_so_and_can_be_made_again(product: Product, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{product.url}{SHOP}")
    context.set_offline(True)
    page.locator(square("1,1")).click()
    expect(page.locator("#problems")).to_contain_text("There is no connection.", timeout=PATIENCE)
    context.set_offline(False)
    press(page, square("1,1"))
    expect_total(page, 19)


def test_a_wrong_number_is_named_beside_its_field(product: Product, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(f"{product.url}{SHOP}")
    page.get_by_label("Energy", exact=True).fill("1000")
    expect(page.locator("#wrong-energy")).to_contain_text("Energy must be a whole number from 0 to 999, not \u201c1000")
    page.get_by_label("Energy", exact=True).fill("3")
    expect(page.locator("#wrong-energy")).to_have_count(0)
    expect_total(page, 15)


def test_resources_are_moved_by_the_mouse(product: Product, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(f"{product.url}{SHOP}")
    expect_total(page, 15)
    press(page, '[data-key="explore"]')
    expect_total(page, 15)
    press(page, square("1,2"))  # the shop is full: all of it comes back
    expect_total(page, 3)
    expect(page.locator(".free")).to_contain_text("5 inhabitants, 2 energy")
    expect(page.locator(".sheet-total")).to_contain_text("best 15: \u221212")
    press(page, square("1,2"))  # energy and nobody
    press(page, square("1,2"))  # the first customer
    expect_total(page, 6)
    press(page, '.resource[data-press="E"][data-on="1,1"] .hold')
    expect_total(page, -1)
    press(page, '[data-key="best"]')
    expect_total(page, 15)
    press(page, '[data-key="stop"]')
    expect(page.locator(".hands")).to_have_count(0)


def test_resources_are_moved_by_keys_alone(product: Product, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(f"{product.url}{SHOP}&given=best")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(page.locator('[data-key="square-1,2"]')).to_be_focused()
    for _ in range(2):
        page.keyboard.press("Shift+I")
    expect_address(page, "given=ee2")
    expect_total(page, 8)
    page.keyboard.press("i")
    expect_total(page, 11)
    page.keyboard.press("Shift+E")
    expect(page.locator(".chosen-building")).to_contain_text("not active")
    page.keyboard.press("e")
    expect_total(page, 11)
    page.keyboard.press("Enter")
    expect_total(page, 15)
    page.keyboard.press("Escape")
    expect(page.locator(".hands")).to_have_count(0)


def test_a_finished_match_is_explored_by_mouse_and_keys(finished: str, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(finished)
    press(page, '[data-key="explore-1"]')
    expect(page.locator(".explored .board")).to_be_in_viewport(ratio=0.9)
    best = int(page.locator(".sheet-total b").inner_text().replace("\u2212", "-"))
    press(page, ".resource .hold")
    expect(page.locator(".sheet-total")).to_contain_text(f"best {best}")
    expect(page).to_have_url(re.compile(r"/result\?explore=2&given="))
    moved = page.url
    page.reload()
    expect(page.locator(".explored .hands")).to_be_visible()
    page.locator(".square[data-pick]").first.focus()
    for key in ("Shift+E", "Shift+I"):
        page.keyboard.press(key)
    page.go_back()
    page.goto(moved)
    page.keyboard.press("Escape")
    expect(page.locator(".hands")).to_have_count(0)
    with page.expect_navigation():
        page.get_by_role("link", name="Open in the calculator").nth(1).click()
    expect_total(page, best)


def test_a_finished_match_is_explored_by_taps_on_a_phone(finished: str, browser: Browser) -> None:
    page = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True).new_page()
    page.goto(f"{finished}?explore=1&given=0")
    expect(page.locator(".sheet-total")).to_contain_text("best")
    at = page.locator(".square[data-pick]").first.get_attribute("data-on")
    page.locator(f'.square[data-on="{at}"] .touch').tap()
    expect_address(page, f"at={at}")
    for button in page.locator(".sheet a.button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, "the page scrolls sideways"


def test_calculator_and_exploring_work_without_scripts(product: Product, browser: Browser) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{product.url}/score/quadropolis")
    press(page, square("1,1"))
    press(page, '[data-press="tool-S"]')
    press(page, square("1,2"))
    page.get_by_label("Inhabitants", exact=True).fill("2")
    page.get_by_label("Energy", exact=True).fill("2")
    page.get_by_role("button", name="Count").click()
    expect_total(page, 3)
    press(page, '[data-key="explore"]')
    press(page, square("1,1"))
    expect_total(page, 1)
    press(page, '.chosen-building [data-press="e"]')
    expect_total(page, 3)
