"""The map in a browser: it grows and moves, and the card follows pointer, finger and keys with what it would bring."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page, Route, ViewportSize, expect

from tests.frontend.look.building import CARD, name, turn
from tests.frontend.look.shots import served
from tests.waiting import until_shown

pytestmark = pytest.mark.browser
CHOICES: Any = turn(CARD)["choices"]
PLACE = max((place for place in CHOICES["places"] if place["gain"]), key=lambda place: place["covers"])


@dataclass
class Board:
    """The sample page on which a card is to be placed; `asked` are the addresses that it asked the server for."""

    page: Page
    fingers: CDPSession
    asked: list[str] = field(default_factory=list)

    def answer(self, route: Route) -> None:
        if "/chain?" in route.request.url:  # nobody keeps a record of this sample
            route.abort()
            return
        self.asked.append(route.request.url)
        route.fulfill(status=204)

    def choice(self) -> str:
        """What it asks for, as soon as it does."""
        until_shown(self.page, lambda: self.asked, why="a request did not come")
        (address,) = self.asked
        return address.split("?")[1]

    @property
    def zoom(self) -> float:
        style = "getComputedStyle(document.querySelector('#content'))"
        return float(self.page.evaluate(f"{style}.getPropertyValue('--zoom')"))

    def point(self, cell: Any) -> tuple[float, float]:
        """Near the middle of a card that lies there, on the screen."""
        found: list[float] = self.page.evaluate(
            "([x, y]) => (p => [p.x, p.y])(new DOMPoint(x, y)"
            ".matrixTransform(document.querySelector('[data-map] .world').getScreenCTM()))",
            [cell["column"] * 96 + 116, cell["row"] * 96 + 84],
        )
        return found[0], found[1]

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        told = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        self.fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})


@pytest.fixture(scope="module")
def samples() -> Iterator[str]:
    with served() as at:
        yield at


def board_at(
    browser: Browser, samples: str, size: ViewportSize, touches: bool, sample: str = "city-place"
) -> Iterator[Board]:
    context = browser.new_context(viewport=size, has_touch=touches, is_mobile=touches)
    page = context.new_page()
    board = Board(page, context.new_cdp_session(page))
    board.page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
    board.page.route("**/m/**", board.answer)
    board.page.route("**/*.html?have=*", lambda route: route.fulfill(status=204))  # nothing is new
    board.page.goto(f"{samples}/{sample}.html")
    expect(board.page.locator("html.scripted")).to_have_count(1)
    yield board
    context.close()


@pytest.fixture
def desk(browser: Browser, samples: str) -> Iterator[Board]:
    yield from board_at(browser, samples, {"width": 1280, "height": 720}, touches=False)


@pytest.fixture
def phone(browser: Browser, samples: str) -> Iterator[Board]:
    yield from board_at(browser, samples, {"width": 390, "height": 844}, touches=True)


def minus(number: int) -> str:
    return str(number).replace("-", "\N{MINUS SIGN}")


def expect_card_at(board: Board, place: Any) -> None:
    where = f"translate({place['column'] * 96} {place['row'] * 96})"
    expect(board.page.locator("[data-carried]")).to_have_attribute("transform", where)
    expect(board.page.locator("[data-carried]")).to_be_visible()


def test_the_card_follows_the_pointer_and_tells_the_total_without_asking(desk: Board) -> None:
    desk.page.mouse.move(*desk.point(PLACE))
    expect_card_at(desk, PLACE)
    total = minus(PLACE["total"])
    expect(desk.page.locator(".prompt .what")).to_contain_text(f"The total would be {total}")
    expect(desk.page.locator(".prompt [data-idle]")).to_be_hidden()  # one thing at a time: two make the bar higher
    expect(desk.page.locator('[data-points] [data-line="total"]')).to_have_text(total)
    desk.page.mouse.move(5, 5)
    expect(desk.page.locator("[data-carried]")).to_be_hidden()
    expect(desk.page.locator('[data-points] [data-line="total"]')).to_have_text("")
    expect(desk.page.locator(".prompt .what")).to_contain_text("choose where it lies")
    assert desk.asked == []


def test_where_it_may_not_lie_it_turns_grey_and_says_why(desk: Board) -> None:
    desk.page.mouse.move(*desk.point(CHOICES["corners"][0]))
    expect(desk.page.locator("#why")).to_contain_text("touching the city at a corner is not enough")
    expect(desk.page.locator("[data-carried].refused")).to_be_visible()
    box = desk.page.locator("[data-map]").bounding_box()
    assert box
    desk.page.mouse.move(box["x"] + 6, box["y"] + 6)
    expect(desk.page.locator("#why")).to_contain_text("a card must cover the city or lie beside it")
    desk.page.mouse.move(*desk.point(PLACE))
    expect(desk.page.locator("#why")).to_have_text("")


def test_a_click_puts_it_there(desk: Board) -> None:
    desk.page.mouse.click(*desk.point(PLACE))
    assert desk.choice() == f"card=5&place={name(PLACE)}"


def test_the_wheel_lets_the_city_grow_around_the_pointer(desk: Board) -> None:
    x, y = desk.point(PLACE)
    desk.page.mouse.move(x, y)
    desk.page.mouse.wheel(0, -400)
    expect(desk.page.locator(".map.larger")).to_have_count(1)
    assert desk.zoom > 1.5
    assert desk.point(PLACE) == pytest.approx((x, y), abs=1)
    desk.page.keyboard.press("0")
    assert desk.zoom == 1


def test_a_pressed_mouse_moves_it_and_chooses_nothing(desk: Board) -> None:
    desk.page.locator("[data-zoom=in]").click()
    x, y = desk.point(PLACE)
    desk.page.mouse.move(x, y)
    desk.page.mouse.down()
    desk.page.mouse.move(x + 60, y + 30, steps=5)
    desk.page.mouse.up()
    assert desk.point(PLACE) == pytest.approx((x + 60, y + 30), abs=8)
    assert desk.asked == []


def test_buttons_and_keys_let_it_grow_and_move(desk: Board) -> None:
    for key in ("+", "+", "-"):
        desk.page.keyboard.press(key)
    assert desk.zoom == pytest.approx(1.4)
    x, y = desk.point(PLACE)
    desk.page.keyboard.press("Shift+ArrowRight")
    assert desk.point(PLACE) == pytest.approx((x - 60, y), abs=1)
    desk.page.locator("[data-zoom=fit]").click()
    assert desk.zoom == 1
    assert desk.asked == []


def test_by_keys_alone_it_stands_where_the_focus_is(desk: Board) -> None:
    desk.page.keyboard.press("ArrowDown")
    first = desk.page.evaluate("document.activeElement.dataset.key")
    desk.page.keyboard.press("ArrowDown")
    at = desk.page.evaluate("document.activeElement.dataset.key")
    assert at != first
    row, column = map(int, at.removeprefix("place-").split(","))
    expect_card_at(desk, {"row": row, "column": column})
    desk.page.keyboard.press("Enter")
    assert desk.choice() == f"card=5&place={row},{column}"


def test_tab_stops_once_between_hand_and_button(desk: Board) -> None:
    expect(desk.page.locator('.place.want[tabindex="0"]')).to_have_count(1)
    expect(desk.page.locator('.place.want[tabindex="-1"]')).to_have_count(len(CHOICES["places"]) - 1)
    desk.page.keyboard.press("ArrowDown")
    desk.page.keyboard.press("ArrowDown")
    expect(desk.page.locator('.place.want[tabindex="0"]')).to_be_focused()
    expect(desk.page.locator('.place.want[tabindex="0"]')).to_have_count(1)


def test_a_line_shows_its_blocks_while_it_is_pointed_at(desk: Board) -> None:
    desk.page.locator("[data-key=show-roads]").hover()
    expect(desk.page.locator(".plan.showing .road.lit")).to_have_count(desk.page.locator(".road").count())
    desk.page.mouse.move(5, 5)
    expect(desk.page.locator(".plan.showing")).to_have_count(0)


def test_a_finger_carries_it_and_lets_it_go(phone: Board) -> None:
    x, y = phone.point(PLACE)
    phone.touch("touchStart", (x - 60, y))
    phone.touch("touchMove", (x - 30, y))
    phone.touch("touchMove", (x, y))
    expect_card_at(phone, PLACE)
    assert phone.asked == []
    phone.touch("touchEnd")
    assert phone.choice() == f"card=5&place={name(PLACE)}"


def test_a_tap_puts_it_there(phone: Board) -> None:
    phone.page.touchscreen.tap(*phone.point(PLACE))
    assert phone.choice() == f"card=5&place={name(PLACE)}"


def test_two_fingers_let_it_grow(phone: Board) -> None:
    x, y = phone.point(PLACE)
    phone.touch("touchStart", (x - 20, y), (x + 20, y))
    for step in range(1, 5):
        phone.touch("touchMove", (x - 20 - 10 * step, y), (x + 20 + 10 * step, y))
    phone.touch("touchEnd")
    until_shown(phone.page, lambda: phone.zoom == pytest.approx(3, rel=0.1), why="the larger map did not come")
    assert phone.point(PLACE) == pytest.approx((x, y), abs=12)
    assert phone.asked == []
