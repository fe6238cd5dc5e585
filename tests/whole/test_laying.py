"""The calculator of Sprawlopolis, by mouse, by keys, by taps and without scripts, in the whole product."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.whole.people import expect_address
from tests.whole.product import ROOT, Product
from tests.whole.test_sheets import expect_total, press

pytestmark = [pytest.mark.browser, pytest.mark.server]
GAMES = (ROOT / "tests/games/sprawlopolis/scored_games.jsonl").read_text("utf-8").splitlines()
GAME: dict[str, Any] = json.loads(GAMES[0])
CITY = "/score/sprawlopolis?city=beeaedrechdbLccNbc&goals=3,6,9"  # 13 points, of its 6 cards 14 was the last


def key(name: str) -> str:
    return f'[data-key="{name}"]'


def expect_chosen(page: Page, *keys: str) -> None:
    """On the page, not in the address, which changes first."""
    chosen = page.locator("[aria-current=true]:is([data-key^=card-], [data-key=turn])")
    expect(chosen).to_have_count(len(keys))
    for each in keys:
        expect(page.locator(key(each))).to_have_attribute("aria-current", "true")


def lay(page: Page, cards: list[dict[str, Any]]) -> None:
    """Squares count from where the first card lies."""
    first = cards[0]
    for card in cards:
        press(page, key(f"card-{card['card']}"))
        if card["turned"]:
            press(page, key("turn"))
        at = f"{card['y'] - first['y']},{card['x'] - first['x']}"
        press(page, f"{key(f'place-{at}')} .touch")


def test_a_city_is_clicked_together_card_by_card_and_counted(product: Product, browser: Browser) -> None:
    page, told, expected = browser.new_page(), GAME["input"], GAME["expect"]
    page.goto(f"{product.url}/score/sprawlopolis")
    for goal in told["goals"]:
        press(page, key(f"goal-{goal}"))
    lay(page, told["cards"])
    expect_total(page, expected["total"])
    outcome = "won" if expected["won"] else "lost"
    expect(page.locator(".sheet-total")).to_contain_text(f"{expected['target']} needed: {outcome}")
    for line, points in expected["lines"].items():
        said = str(points).replace("-", "\u2212")
        expect(page.locator(f'.sheet-line[data-line="{line}"] td').first).to_have_text(said)
    page.reload()
    expect_total(page, expected["total"])
    press(page, key("take"))
    expect(page.locator(key(f"card-{told['cards'][-1]['card']}"))).to_have_attribute("aria-current", "true")


def test_a_card_is_taken_turned_laid_and_taken_back_by_keys_alone(product: Product, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(f"{product.url}{CITY}")
    page.keyboard.press("Backspace")
    expect_chosen(page, "card-14", "turn")
    page.keyboard.press("g")
    expect_chosen(page, "card-7", "turn")  # it is held as the one before
    page.keyboard.press("t")
    expect_chosen(page, "card-7")
    page.keyboard.press("ArrowDown")
    place = page.locator("[data-press=lay]:focus")
    expect(place).to_have_count(1)
    gain = int(re.sub(r".*: ", "", place.get_attribute("aria-label") or "").replace("\u2212", "-"))
    before = total(page)
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(re.compile("card="))
    expect_total(page, before + gain)
    page.keyboard.press("Shift+F")
    expect_address(page, "goals=3,9")


def total(page: Page) -> int:
    return int(page.locator(".sheet-total b").inner_text().replace("\u2212", "-"))


def test_a_reason_shows_its_blocks_when_it_is_pointed_at_or_followed(product: Product, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(f"{product.url}{CITY}")
    link = page.get_by_role("link", name="Road 1, 9 blocks long")
    mark = page.locator(f"#{link.get_attribute('data-shows')}")
    expect(mark).to_be_hidden()
    link.hover()
    expect(mark).to_be_visible()
    expect(mark.locator(".told")).to_have_count(9)
    page.locator("h1").hover(force=True)
    expect(mark).to_be_hidden()
    link.click()
    expect(page).to_have_url(re.compile(r"#why-\d+$"))
    expect(mark).to_be_visible()


def test_it_is_used_by_taps_on_a_phone(product: Product, browser: Browser) -> None:
    page = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True).new_page()
    page.goto(f"{product.url}{CITY}")
    page.locator(key("card-7")).tap()
    expect_address(page, "card=7")
    for link in page.locator(".sheet a.button:visible, .sheet a.slot:visible").all():
        box = link.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    page.locator(f"{key('place-1,0')} .touch").tap()
    expect_address(page, "city=beeaedrechdbLccNbcgfe")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, "the page scrolls sideways"


def test_it_works_without_scripts(product: Product, browser: Browser) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{product.url}/score/sprawlopolis")
    for goal in (1, 2, 18):
        press(page, key(f"goal-{goal}"))
    lay(page, GAME["input"]["cards"][:3])
    press(page, ".because-link >> nth=0")
    expect(page.locator(".why:target")).to_be_visible()
    press(page, key("empty"))
    expect(page).to_have_url(re.compile(r"goals=1,2,18"))
    expect(page.locator("[data-press=take]")).to_have_count(0)
