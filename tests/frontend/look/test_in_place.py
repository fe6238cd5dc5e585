"""Cards come on hover, focus and tap and cover nothing that they speak of; the rules open beside the board."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.frontend.look.pages import render
from tests.frontend.look.shots import served
from tests.frontend.look.test_widths import WITHOUT_WARNING

pytestmark = pytest.mark.browser
DESK, PHONE, SMALL = (1280, 720), (390, 844), (360, 740)
CARD = ".lesson-card"
APART = """([one, other]) => {
  const [a, b] = [one, other].map(each => document.querySelector(each).getBoundingClientRect());
  return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
}"""
INSIDE = """card => {
  const box = document.querySelector(card).getBoundingClientRect();
  return box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
}"""


@pytest.fixture(scope="module")
def at() -> Iterator[str]:
    with served() as found:
        yield found


def opened(browser: Browser, at: str, name: str, size: tuple[int, int]) -> Page:
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=size != DESK, reduced_motion="reduce"
    )
    page = context.new_page()
    page.route("**/help/quadropolis", lambda route: route.fulfill(body=render("help"), content_type="text/html"))
    page.goto(f"{at}/{name}.html")
    page.wait_for_function("document.documentElement.classList.contains('scripted')")
    page.evaluate(WITHOUT_WARNING)
    return page


def apart(page: Page, one: str, other: str) -> Any:
    return page.evaluate(APART, [one, other])


def test_pointing_at_a_tile_explains_it_and_both_boards_stay_in_sight(browser: Browser, at: str) -> None:
    page = opened(browser, at, "match-architect", DESK)
    tile = page.locator(".panel-site .tile.tower").first
    tile.hover()
    card = page.locator(CARD)
    expect(card).to_contain_text("Needs 1 energy at the end")
    expect(card).to_contain_text("You have 6 energy; your buildings need 1.")
    expect(card).to_contain_text("tower (2 inhabitants)")
    assert apart(page, CARD, ".board.site")
    assert apart(page, CARD, ".board.city.big")
    assert page.evaluate(INSIDE, CARD)
    assert tile.locator("title").count() == 0  # the browser's own hint stays away meanwhile
    card.hover()  # it stays while somebody reads it
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    assert tile.locator("title").count() == 1
    page.context.close()


def test_a_building_says_what_it_brings_now(browser: Browser, at: str) -> None:
    page = opened(browser, at, "match-architect", DESK)
    page.locator(".panel-city .house.shop").first.hover()
    here = page.locator(f"{CARD} .here li")
    expect(here).to_have_count(1)
    expect(here).to_contain_text("row 3, column 2")
    page.context.close()


def test_the_keyboard_gets_the_same_and_its_words_without_the_card(browser: Browser, at: str) -> None:
    page = opened(browser, at, "match-architect", DESK)
    page.keyboard.press("Tab")
    tile = page.locator("a.tile.tower").first
    tile.focus()
    expect(page.locator(CARD)).to_contain_text("Scores by its floors")
    expect(tile).to_have_accessible_name(re.compile("tower"))  # as without the card
    described = tile.get_attribute("aria-describedby")
    assert "You have 6 energy" in (page.locator(f"#{described}").text_content() or "")
    page.keyboard.press("Escape")
    expect(page.locator(CARD)).to_have_count(0)
    page.context.close()


@pytest.mark.parametrize("size", [PHONE, SMALL])
@pytest.mark.parametrize("kind", ["shop", "harbour", "park"])
def test_a_tap_explains_beside_the_tile_and_above_the_bar(
    browser: Browser, at: str, size: tuple[int, int], kind: str
) -> None:
    page = opened(browser, at, "match-waiting", size)
    tile = f".panel-site .tile.{kind}"
    page.locator(tile).first.tap()
    expect(page.locator(CARD)).to_be_visible()
    assert apart(page, CARD, tile)
    assert apart(page, CARD, ".bar")
    assert page.evaluate(INSIDE, CARD)
    page.locator(CARD).tap()
    expect(page.locator(CARD)).to_have_count(0)
    page.context.close()


def test_a_goal_says_what_it_brings_and_how_it_is_read(browser: Browser, at: str) -> None:
    page = opened(browser, at, "city-card", DESK)
    page.locator("[data-key=show-goal-17]").hover()
    expect(page.locator(CARD)).to_contain_text("It brings 12 now.")
    expect(page.locator(CARD)).to_contain_text("An open place inside the city counts as outside it")
    assert apart(page, CARD, ".map")
    page.context.close()


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_one_key_opens_the_rules_beside_the_board(browser: Browser, at: str, size: tuple[int, int]) -> None:
    page = opened(browser, at, "match-architect", size)
    page.keyboard.press("h")
    guide = page.locator(".guide-body")
    expect(guide).to_contain_text("What the rulebook leaves open")
    expect(guide.locator("figure.picture")).to_have_count(11)
    if size == DESK:
        assert apart(page, ".guide-body", ".board.site")
        assert apart(page, ".guide-body", ".board.city.big")
        assert apart(page, ".guide-body", ".bar")
    else:
        share = page.evaluate(
            "document.querySelector('.guide-body').getBoundingClientRect().top"
            " - document.querySelector('.board.site').getBoundingClientRect().top"
        )
        assert share > 150  # of the board stay in sight
    page.keyboard.press("Escape")
    expect(guide).to_be_hidden()
    assert page.evaluate("document.activeElement.closest('#guide') !== null")
    page.context.close()


def test_without_scripts_the_cards_are_two_lists_and_the_rules_a_link(browser: Browser, at: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 720}, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{at}/match-architect.html")
    page.locator("#lessons summary").click()
    expect(page.locator("#lesson-tower")).to_contain_text("You have 6 energy")
    page.locator("#guide summary").click()
    expect(page.locator("#lesson-tower-rules")).to_contain_text("Needs 1 energy at the end")
    expect(page.locator("#guide a")).to_have_attribute("href", "/help/quadropolis")
    context.close()


@pytest.mark.parametrize("name", ["coach-architect", "coach-expert-points", "coach-card"])
def test_the_coach_covers_nothing_and_all_is_on_the_screen(browser: Browser, at: str, name: str) -> None:
    page = opened(browser, at, name, DESK)
    board = ".map" if name == "coach-card" else ".board.site"
    for other in (board, ".bar", ".panel-city"):
        assert apart(page, ".coach", other), other
    assert page.evaluate("document.documentElement.scrollHeight") <= 728
    page.locator("#coach-more summary").click()
    for other in (board, ".panel-city"):
        assert apart(page, ".coach .all", other), other
    page.context.close()
