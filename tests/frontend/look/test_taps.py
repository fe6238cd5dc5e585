"""A finger on a phone meets what it aims at: what the bar says moves neither the map nor a button below it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.frontend.look.building import name
from tests.frontend.look.shots import served
from tests.frontend.look.test_map import CHOICES, PLACE, Board, board_at, expect_card_at
from tests.frontend.look.test_widths import WITHOUT_WARNING
from tests.waiting import until_shown

pytestmark = pytest.mark.browser
IS_FREE = "!document.querySelector('#content').style.getPropertyValue('--held')"

# Where something lies whenever a finger, or the click that its tap becomes, meets the page.
WATCHED = """element => {
  window.met = [];
  for (const kind of ["pointerdown", "pointermove", "pointerup", "mousedown", "mouseup"])
    addEventListener(kind, () => setTimeout(() => {
      const { top, height } = element.getBoundingClientRect();
      met.push([top, height]);
    }));
}"""


@pytest.fixture(scope="module")
def samples() -> Iterator[str]:
    with served() as at:
        yield at


@pytest.fixture
def upright(browser: Browser, samples: str) -> Iterator[Board]:
    yield from board_at(browser, samples, {"width": 360, "height": 740}, touches=True)


@pytest.fixture
def sideways(browser: Browser, samples: str) -> Iterator[Board]:
    yield from board_at(browser, samples, {"width": 740, "height": 360}, touches=True, sample="match-nothing")


def watch(board: Board, element: Locator) -> None:
    board.page.evaluate(WITHOUT_WARNING)
    element.evaluate(WATCHED)


def expect_stillness(board: Board) -> None:
    met = board.page.evaluate("met")
    assert met
    assert met == [met[0]] * len(met)


def test_the_map_stays_still_below_a_finger_that_carries_a_card(upright: Board) -> None:
    watch(upright, upright.page.locator("[data-map]"))
    x, y = upright.point(CHOICES["corners"][0])
    upright.touch("touchStart", (x - 30, y))
    upright.touch("touchMove", (x, y))
    expect(upright.page.locator("#why")).not_to_be_empty()
    upright.touch("touchMove", upright.point(PLACE))
    expect_card_at(upright, PLACE)
    upright.touch("touchEnd")
    assert upright.choice() == f"card=5&place={name(PLACE)}"
    expect_stillness(upright)


def test_a_tap_reaches_its_place_after_one_that_was_refused(upright: Board) -> None:
    watch(upright, upright.page.locator("[data-map]"))
    upright.page.touchscreen.tap(*upright.point(CHOICES["corners"][0]))
    expect(upright.page.locator("#why")).not_to_be_empty()
    until_shown(upright.page, lambda: upright.page.evaluate(IS_FREE), why="the map is held for ever")
    upright.page.evaluate("met.length = 0")  # the bar says why once the tap is over
    upright.page.touchscreen.tap(*upright.point(PLACE))
    assert upright.choice() == f"card=5&place={name(PLACE)}"
    expect_stillness(upright)


def test_nothing_is_said_of_what_lies_where_a_finger_has_been(sideways: Board) -> None:
    """A browser says it is pointed at when a page comes, and takes that back between the next touch and its click."""
    sideways.page.evaluate(WITHOUT_WARNING)
    sideways.page.locator(".bar .what").tap()
    sideways.page.locator(".panel-city [data-why]:visible").first.dispatch_event("mouseover")
    expect(sideways.page.locator("#why")).to_be_empty()
    sideways.page.locator("#confirm").tap()
    until_shown(sideways.page, lambda: sideways.asked, why="the turn is not sent")
