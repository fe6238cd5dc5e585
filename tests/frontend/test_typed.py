"""What a sheet shows as entered is what was counted: however fast one types, and however slow the answers are."""

import random
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect
from werkzeug.serving import make_server

from frontend.app import create_app
from shared.games.registry import GAMES
from shared.settings import settings
from tests.waiting import BUSY, until_shown
from tests.whole.people import a_page

pytestmark = [pytest.mark.browser, pytest.mark.server]
PATIENCE = 1000 * BUSY  # milliseconds
CITY = "/score/quadropolis?city=T3ST2-FSV-ST3H"
BOTH = 31  # points with 9 inhabitants and 8 energy, which are fewer without the energy


class Slow:
    """The pages behind a real socket; each count takes as many seconds as the test said, one after the other."""

    def __init__(self, app: Any) -> None:
        self.app, self.delays = app, iter([0.0])
        self.asked = self.answered = 0  # counts since the test said how long they take
        self.server = make_server("127.0.0.1", 0, self, threaded=True)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        if not environ.get("HTTP_HX_REQUEST"):
            return self.app(environ, start_response)
        self.asked += 1
        time.sleep(next(self.delays, 0))  # a slow answer is what it is about
        answer = self.app(environ, start_response)
        self.answered += 1
        return answer

    def answers_after(self, *seconds: float) -> None:
        self.delays = iter(list(seconds))
        self.asked = self.answered = 0


@pytest.fixture(scope="module")
def served(server: str) -> Iterator[Slow]:
    """A calculator asks no service."""
    with tempfile.TemporaryDirectory(prefix="urbanist-") as folder:
        found = Slow(create_app(replace(settings(), redis_url=server, var=Path(folder) / "var")))
        thread = threading.Thread(target=found.server.serve_forever)
        thread.start()
        yield found
        found.server.shutdown()
        thread.join()
        found.server.server_close()


@pytest.fixture
def slow(served: Slow) -> Slow:
    served.answers_after()
    return served


@pytest.fixture
def page(slow: Slow, browser: Browser) -> Iterator[Page]:
    found = a_page(browser)
    found.goto(slow.url + CITY)
    yield found
    found.context.close()


def type_both(page: Page, inhabitants: int = 9, energy: int = 8) -> None:
    """By keys, without a pause."""
    page.get_by_label("Inhabitants", exact=True).focus()
    for text in (str(inhabitants), str(energy)):
        page.keyboard.press("Control+a")
        page.keyboard.type(text)
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")


def expect_counted(page: Page, inhabitants: int, energy: int) -> None:
    """The fields, the address and the total say the same."""
    expect(page.locator("[data-counting]")).to_have_count(0, timeout=PATIENCE)
    shown = [page.locator(f"#number-{name}").input_value() for name in ("inhabitants", "energy")]
    assert shown == [str(inhabitants), str(energy)]
    address = dict(parse_qsl(urlsplit(page.url).query))
    assert (address.get("inhabitants", "0"), address.get("energy", "0")) == (str(inhabitants), str(energy))
    calculator = GAMES["quadropolis"].calculator
    assert calculator
    total = calculator.sheet(address)["best"]["total"]
    assert page.locator(".sheet-total b").inner_text() == str(total).replace("-", "\N{MINUS SIGN}")


def test_two_numbers_typed_in_one_go_are_both_counted(page: Page):
    type_both(page)
    expect_counted(page, 9, 8)
    assert page.locator(".sheet-total b").inner_text() == str(BOTH)


@pytest.mark.parametrize("delays", [(1, 0), (0, 1)])
def test_slow_answers_leave_what_was_typed_meanwhile(slow: Slow, page: Page, delays: tuple[float, ...]):
    slow.answers_after(*delays)
    page.get_by_label("Inhabitants", exact=True).fill("9")
    until_shown(page, lambda: slow.asked, why="the first count did not come")
    page.get_by_label("Energy", exact=True).fill("8")
    assert page.locator("#number-energy").input_value() == "8"
    expect_counted(page, 9, 8)


@pytest.mark.parametrize(
    ("press", "counted"),
    [
        ("[data-press=more-energy]", (9, 9)),
        ('.square[data-on="3,1"] .touch', (9, 8)),
        ("[data-press=expert]", (9, 8)),
        ("[data-press=empty]", (0, 0)),
    ],
)
def test_a_press_counts_what_was_typed_before_it(slow: Slow, page: Page, press: str, counted: tuple[int, int]):
    slow.answers_after(0.3)
    type_both(page)
    page.locator(press).click()
    expect_counted(page, *counted)


def test_another_city_opens_with_all_that_was_typed_for_the_one_before(page: Page):
    """By a click, a keypad and the keys, without a pause."""
    page.locator("#number-who").fill("Ada")
    page.get_by_label("Inhabitants", exact=True).fill("9")
    page.locator("[data-press=add-city]").click()
    page.locator("#keypad summary").click()
    for digit in "12":
        page.locator(f"#keypad [data-press=energy][data-on='{digit}']").click()
    expect(page.locator("#number-energy")).to_have_value("12", timeout=PATIENCE)
    expect(page.locator(".round-city h3")).to_have_text(["Ada", "City 2"])
    expect(page.locator("[data-counting]")).to_have_count(0, timeout=PATIENCE)
    address = dict(parse_qsl(urlsplit(page.url).query))
    assert address["energy"] == "12"
    assert address["p1"].split("~")[1:] == ["9", "", "Ada"]


def test_exploring_begins_with_what_was_typed(page: Page):
    type_both(page)
    page.locator("[data-press=best]").click()
    expect(page.locator(".hands .sheet-total b")).to_have_text(str(BOTH), timeout=PATIENCE)


def test_enter_counts_both_fields_at_once(page: Page):
    page.clock.install()  # however long a busy machine takes to type, it is no pause
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    type_both(page)
    page.locator("#number-energy").press("Enter")
    page.clock.resume()
    expect(page.locator(".sheet-total b")).to_have_text(str(BOTH), timeout=PATIENCE)
    page.go_back()  # one step: neither was counted alone
    expect_counted(page, 0, 0)


def test_what_is_pasted_is_counted(page: Page):
    for name, text in (("inhabitants", " 9 "), ("energy", "08")):
        page.locator(f"#number-{name}").focus()
        page.keyboard.press("Control+a")
        page.keyboard.insert_text(text)
    expect_counted(page, 9, 8)


def test_the_page_says_that_it_counts(slow: Slow, page: Page):
    slow.answers_after(1)
    page.locator("#number-energy").fill("8")
    for _ in range(2):  # while somebody may go on typing, and while the answer is on its way
        expect(page.locator(".counting")).to_be_visible()
        expect(page.locator(".sheet-answer")).to_have_attribute("aria-busy", "true")
        until_shown(page, lambda: slow.asked, why="the count did not come")
    expect(page.locator(".counting")).to_be_hidden(timeout=PATIENCE)
    assert page.locator(".sheet-answer").get_attribute("aria-busy") is None


def test_an_answer_that_comes_after_the_way_back_is_not_shown(slow: Slow, page: Page):
    type_both(page)
    expect_counted(page, 9, 8)
    slow.answers_after(1, 0)
    page.locator("[data-press=empty]").click()
    until_shown(page, lambda: slow.asked, why="the count did not come")
    page.go_back(wait_until="commit")
    expect_counted(page, 0, 0)
    assert "city=T3ST2-FSV-ST3H" in page.url
    until_shown(page, lambda: slow.answered >= slow.asked, why="the late answer did not come")
    page.wait_for_timeout(200)  # that it is not shown can't be waited for
    expect_counted(page, 0, 0)
    page.go_forward(wait_until="commit")
    page.locator("[data-press=more-energy]").click()  # means the page that comes
    expect_counted(page, 9, 9)


def test_without_a_connection_what_was_typed_stays_and_the_page_says_so(page: Page):
    page.context.set_offline(True)
    type_both(page)
    expect(page.locator(".uncounted")).to_be_visible(timeout=PATIENCE)
    assert page.locator("#number-energy").input_value() == "8"
    page.context.set_offline(False)
    expect_counted(page, 9, 8)


def test_who_leaves_before_the_count_finds_it_on_the_way_back(page: Page):
    type_both(page)
    page.get_by_role("link", name="How to play Quadropolis").click()
    page.wait_for_url("**/help/*")
    page.go_back()
    expect_counted(page, 9, 8)


def test_a_number_that_makes_no_sense_stays_until_it_is_changed(page: Page):
    page.locator("#number-energy").fill("1000")
    expect(page.locator("#wrong-energy")).to_contain_text("not \u201c1000\u201d", timeout=PATIENCE)
    page.locator("[data-press=more-inhabitants]").click()
    expect(page.locator("#number-inhabitants")).to_have_value("1")
    expect(page.locator("#wrong-energy")).to_contain_text("not \u201c1000\u201d")
    assert page.locator("#number-energy").input_value() == "1000"
    page.locator("[data-press=more-energy]").click()
    expect_counted(page, 1, 1)
    expect(page.locator(".wrong")).to_have_count(0)


def test_keys_while_a_count_is_under_way_mean_the_page_that_comes(slow: Slow, page: Page):
    page.goto(f"{slow.url}/score/sprawlopolis")
    slow.answers_after(0.5, 0.5)
    for key in "gt":  # card 7, turned: before it is in hand nothing can be turned
        page.keyboard.press(key)
    expect(page.locator("#hand-hint")).to_contain_text("Card 7, turned", timeout=PATIENCE)


def test_whatever_one_does_in_whatever_time_the_page_tells_one_story(slow: Slow, page: Page):
    chance = random.Random(10)
    held = [0, 0]
    slow.answers_after(*(chance.choice((0, 0.05, 0.3, 0.5)) for _ in range(100)))
    for _ in range(25):
        which = chance.randrange(2)
        name, more = (("inhabitants", "more-inhabitants"), ("energy", "more-energy"))[which]
        match chance.choice(("type", "press", "enter", "wait")):
            case "type":
                held[which] = chance.randrange(12)
                page.locator(f"#number-{name}").fill(str(held[which]))
            case "press":
                held[which] += 1
                page.locator(f"[data-press={more}]").click()
            case "enter":
                page.locator(f"#number-{name}").press("Enter")
            case "wait":
                page.wait_for_timeout(chance.choice((30, 450)))  # somebody who takes their time
    expect_counted(page, *held)
