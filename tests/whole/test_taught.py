"""The coach in the browsers, both games: one thing a turn for three turns, left at any moment, back only when asked.

`make test` shows each of it in Chromium with one of the games, `make test-long` all.
"""

from collections.abc import Iterator
from itertools import product as product_of

import pytest
from playwright.sync_api import Browser, Locator, Page, Playwright, expect

from tests.waiting import BUSY
from tests.whole.product import Product
from tests.whole.test_all_ways import STEPS, await_turn_or_end, play_now, take_a_turn
from tests.whole.ways import WAYS, Way, a_page, launch

pytestmark = [pytest.mark.browser, pytest.mark.server]

HEADINGS = {
    "Quadropolis": ("Send an architect.", "Build.", "What scores."),
    "Sprawlopolis": ("Lay a card.", "Groups and roads.", "The goals."),
}
QUICK: list[tuple[object, ...]] = [("Quadropolis",), ("Sprawlopolis", 2)]


def marks(*shown: object) -> list[pytest.MarkDecorator]:
    return [] if shown in QUICK else [pytest.mark.slow]


ENGINES = [
    pytest.param("chromium", id="chromium"),
    pytest.param("firefox", id="firefox", marks=pytest.mark.slow),  # it takes as long to start as to play a match
]
MOUSE: Way = WAYS[0]
WHOLE = [pytest.param(game, marks=marks(game)) for game in HEADINGS]
TURNS = [pytest.param(*each, marks=marks(*each)) for each in product_of(HEADINGS, (1, 2, 3))]


@pytest.fixture(scope="module", params=ENGINES)
def opened(
    request: pytest.FixtureRequest, playwright: Playwright, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    browser = launch(playwright, request.param, MOUSE, tmp_path_factory.mktemp("browser"))
    yield browser
    browser.close()


@pytest.fixture
def learner(opened: Browser) -> Iterator[Page]:
    """A person who was never here."""
    made = a_page(opened, MOUSE, pytest.fail)
    made.set_default_timeout(1000 * BUSY)
    yield made
    made.context.close()


def coach(page: Page) -> Locator:
    return page.get_by_role("region", name="Coach")


def begin(page: Page, product: Product, game: str) -> None:
    play_now(page, MOUSE, product.url, game)
    assert not await_turn_or_end(page, MOUSE)


def play(page: Page, game: str) -> None:
    """One turn, and the bot's."""
    take_a_turn(page, MOUSE, STEPS[game])
    assert not await_turn_or_end(page, MOUSE)


def leave(page: Page) -> None:
    coach(page).get_by_role("button", name="Leave the coach").click()
    expect(coach(page)).to_have_count(0)


@pytest.mark.parametrize("game", WHOLE)
def test_three_turns_explain_one_thing_each_with_all_rules_about_it(learner: Page, product: Product, game: str) -> None:
    begin(learner, product, game)
    told = set()
    for number, heading in enumerate(HEADINGS[game], 1):
        expect(coach(learner)).to_have_count(1)
        expect(coach(learner).get_by_role("heading")).to_have_text(f"Coach {number} of 3")
        expect(coach(learner).locator(".coach-says")).to_contain_text(heading)
        if number == 1:  # it stays open
            coach(learner).get_by_text("More", exact=True).click()
        all_about_it = coach(learner).get_by_role("region", name="All about this")
        expect(all_about_it).to_be_visible()
        told.add(all_about_it.inner_text())
        play(learner, game)
    assert len(told) == len(HEADINGS[game])
    expect(coach(learner)).to_have_count(0)


@pytest.mark.parametrize(("game", "turn"), TURNS)
def test_it_can_be_left_in_each_of_them_and_never_comes_back_unless_asked(
    learner: Page, product: Product, game: str, turn: int
) -> None:
    begin(learner, product, game)
    for _ in range(1, turn):
        play(learner, game)
    expect(coach(learner).get_by_role("heading")).to_have_text(f"Coach {turn} of 3")
    choose_first(learner, game)
    chosen = learner.url
    leave(learner)
    assert learner.url == chosen, "what was chosen stays"
    expect(learner.locator("[data-pick][aria-current=true]").first).to_be_visible()
    play(learner, game)
    expect(coach(learner)).to_have_count(0)
    other = next(each for each in HEADINGS if each != game)
    for again in (other, game):
        begin(learner, product, again)
        expect(coach(learner)).to_have_count(0)
    ask(learner)
    expect(coach(learner).get_by_role("heading")).to_have_text("Coach 1 of 3")
    expect(coach(learner).locator(".coach-says")).to_contain_text(HEADINGS[game][0])


def choose_first(page: Page, game: str) -> None:
    """In the middle of a turn."""
    before = page.url
    MOUSE.press(page, STEPS[game][0])
    expect(page).not_to_have_url(before)
    expect(page.locator(".htmx-request")).to_have_count(0)


def ask(page: Page) -> None:
    """Beside the board, where the rules are."""
    page.keyboard.press("h")
    page.get_by_role("button", name="Coach me").click()


def test_the_page_of_rules_brings_it_back_in_the_next_match(learner: Page, product: Product) -> None:
    begin(learner, product, "Quadropolis")
    leave(learner)
    learner.goto(f"{product.url}/help/sprawlopolis")
    learner.get_by_role("button", name="Coach me in my next match").click()
    begin(learner, product, "Sprawlopolis")
    expect(coach(learner).get_by_role("heading")).to_have_text("Coach 1 of 3")


def test_it_teaches_and_is_left_without_scripts(product: Product, browser: Browser) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.set_default_timeout(1000 * BUSY)
    page.goto(product.url)
    page.locator('form[aria-label="Quadropolis"] button[type=submit]').click()
    page.wait_for_url("**/m/*")
    expect(coach(page).get_by_role("heading")).to_have_text("Coach 1 of 3")
    leave(page)
    page.reload()
    expect(coach(page)).to_have_count(0)
    page.context.close()
