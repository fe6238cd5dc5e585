"""The keys of the pages on keyboards whose letters are not Latin, whose digits need shift, and while somebody types."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, CDPSession, Page, Route, expect

from tests.frontend.look.pages import drawn_with
from tests.frontend.look.shots import served
from tests.waiting import until_shown

pytestmark = pytest.mark.browser
SHIFT = 8
COMPOSED = """key => document.querySelector("#content").dispatchEvent(
  new KeyboardEvent("keydown", { key, code: "KeyR", isComposing: true, bubbles: true, cancelable: true }))"""


class Keyboard:
    """Types as a keyboard of some layout does; `asked` is what the page asked the server for since."""

    def __init__(self, page: Page, at: str) -> None:
        self.page, self.at = page, at
        self.keys: CDPSession = page.context.new_cdp_session(page)
        self.asked: list[str] = []
        page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
        page.route("**/m/**", self.answer)
        page.route("**/score/**", self.answer)

    def answer(self, route: Route) -> None:
        if "/chain?" in route.request.url:
            return route.abort()
        self.asked.append(route.request.url.split("?")[-1])
        return route.fulfill(status=204)

    def open(self, name: str) -> "Keyboard":
        self.page.goto(f"{self.at}/{name}.html")
        expect(self.page.locator("html.scripted")).to_have_count(1)
        return self

    def press(self, key: str, code: str, modifiers: int = 0) -> "Keyboard":
        self.asked.clear()
        for kind in ("rawKeyDown", "keyUp"):
            self.keys.send("Input.dispatchKeyEvent", {"type": kind, "key": key, "code": code, "modifiers": modifiers})
        return self

    def asks(self, wanted: str) -> bool:
        until_shown(self.page, lambda: self.asked, why="a request did not come")
        return wanted in "".join(self.asked)

    def asks_nothing(self) -> bool:
        self.page.wait_for_timeout(100)  # what never comes can't be waited for
        return not self.asked


@pytest.fixture(scope="module")
def keyboard(browser: Browser) -> Iterator[Keyboard]:
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    with served() as at:
        yield Keyboard(context.new_page(), at)
    context.close()


@pytest.mark.parametrize(
    ("layout", "key"),
    [
        ("Russian", "\u043a"),
        ("Greek", "\u03c1"),
        ("Hebrew", "ר"),
        ("Arabic", "ق"),
        ("Georgian", "რ"),
        ("shift", "\u041a"),
    ],
)
def test_a_letter_that_is_not_latin_is_the_one_of_its_place(keyboard: Keyboard, layout: str, key: str) -> None:
    assert keyboard.open("city-card").press(key, "KeyR").asks("turned=yes")


def test_a_latin_letter_counts_wherever_it_stands(keyboard: Keyboard) -> None:
    """Dvorak has the r where others have an o, and types a p at their R."""
    keyboard.open("city-card")
    assert keyboard.press("p", "KeyR").asks_nothing()
    assert keyboard.press("ß", "KeyR").asks_nothing()
    assert keyboard.press("r", "KeyO").asks("turned=yes")


@pytest.mark.parametrize(
    ("layout", "key", "code"),
    [
        ("French", '"', "Digit3"),
        ("Czech", "č", "Digit4"),
        ("Arabic", "\u0663", "Digit3"),
        ("Persian", "\u06f4", "Digit4"),
    ],
)
def test_digits_of_the_upper_row_need_no_shift(keyboard: Keyboard, layout: str, key: str, code: str) -> None:
    assert keyboard.open("match-architect").press(key, code).asks(f"architect={code[-1]}")


def test_a_sign_that_needs_shift_is_no_digit(keyboard: Keyboard) -> None:
    assert keyboard.open("match-architect").press("#", "Digit3", SHIFT).asks_nothing()
    assert keyboard.press("3", "Digit3", SHIFT).asks("architect=3")


STEPS = [("\u0431", "Comma", "replay_prev"), ("ю", "Period", "replay_next"), ("ץ", "Period", "replay_next")]


@pytest.mark.parametrize(("key", "code", "step"), STEPS)
def test_a_replay_is_stepped_through(keyboard: Keyboard, key: str, code: str, step: str) -> None:
    address = drawn_with("match-replay")[1]["match"]["urls"][step]
    assert keyboard.open("match-replay").press(key, code).asks(address.split("?")[1])


def test_the_map_grows_by_signs_and_never_by_letters(keyboard: Keyboard) -> None:
    zoom = "getComputedStyle(document.querySelector('#content')).getPropertyValue('--zoom')"
    keyboard.open("city-place").press("+", "Digit1")
    assert float(keyboard.page.evaluate(zoom)) > 1
    keyboard.press("0", "Numpad0")
    assert float(keyboard.page.evaluate(zoom)) == 1
    keyboard.press("ß", "Minus").press("=", "Equal")
    assert float(keyboard.page.evaluate(zoom)) > 1
    assert keyboard.asks_nothing()


def test_a_sheet_hears_its_letters(keyboard: Keyboard) -> None:
    assert keyboard.open("score-classic").press("з", "KeyP").asks("press=tool-P")


def test_the_talk_opens_and_the_keys_are_told(keyboard: Keyboard) -> None:
    keyboard.open("match-waiting").press("؟", "Slash", SHIFT)
    expect(keyboard.page.locator("#keys")).to_have_attribute("open", "")
    keyboard.press("\u0435", "KeyT")
    expect(keyboard.page.locator("#say-text")).to_be_focused()
    keyboard.press("к", "KeyR")
    assert keyboard.asks_nothing()


@pytest.mark.parametrize("modifiers", [1, 2, 4])
def test_what_is_for_the_browser_stays_the_browsers(keyboard: Keyboard, modifiers: int) -> None:
    assert keyboard.open("city-card").press("к", "KeyR", modifiers).asks_nothing()


def test_who_composes_presses_no_keys_of_the_page(keyboard: Keyboard) -> None:
    keyboard.open("city-card").asked.clear()
    assert keyboard.page.evaluate(COMPOSED, "ㄱ") is True, "the page took it"
    assert keyboard.asks_nothing()
