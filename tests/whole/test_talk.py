"""Two people and a spectator talk in real browsers, while they play and while connections come and go."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.whole.people import (
    PATIENCE,
    a_page,
    new_table,
    newer_than,
    open_table,
    sit,
    sit_together,
    take_a_turn,
    wait_for_one_of,
)
from tests.whole.product import Product

pytestmark = [pytest.mark.browser, pytest.mark.server]

HOSTILE = '<img src=x onerror="document.title=1"> \u202egnp.exe \U0001f600 &lt;b&gt;'
SHOWN = '<img src=x onerror="document.title=1"> gnp.exe \U0001f600 &lt;b&gt;'


@pytest.fixture(scope="module")
def match(product: Product, browser: Browser) -> Iterator[tuple[Page, Page, Page]]:
    """Ada and Bob in a match, Eve watches."""
    ada, bob, eve = (a_page(browser) for _ in range(3))
    open_table(new_table(ada, product.url))
    sit_together(ada, bob)
    eve.goto(ada.url)
    yield ada, bob, eve
    for page in (ada, bob, eve):
        page.context.close()


@pytest.fixture
def three(match: tuple[Page, Page, Page]) -> tuple[Page, Page, Page]:
    """The same three, with nothing chosen, typed or hidden."""
    for page in match:
        page.evaluate("() => { localStorage.removeItem('urbanist-talk-hidden'); sessionStorage.clear(); }")
        page.set_viewport_size({"width": 1280, "height": 720})
        page.goto(page.url.split("?")[0])
        expect(page.locator("#live")).to_have_text("live", timeout=PATIENCE)
    return match


def field(page: Page) -> Locator:
    return page.get_by_label("Say something to everybody here")


def say(page: Page, text: str) -> None:
    field(page).fill(text)
    field(page).press("Enter")
    expect(field(page)).to_have_value("")


def expect_lines(page: Page, *lines: str) -> None:
    """The newest ones."""
    newest = page.locator(f".said li:nth-last-child(-n+{len(lines)}) .text")
    expect(newest).to_have_text(list(lines), timeout=PATIENCE)


def other(page: Page, *pages: Page) -> Page:
    return next(each for each in pages if each is not page)


def test_what_is_said_at_the_table_goes_on_in_the_match_and_beside_the_result(product: Product, browser: Browser):
    ada, bob, eve = (a_page(browser) for _ in range(3))
    open_table(new_table(ada, product.url))
    sit(ada)
    link = ada.locator("#invitation").input_value()
    bob.goto(link)
    expect(field(bob)).to_have_count(0)
    say(ada, "who is there?")
    expect_lines(bob, "who is there?")
    field(ada).fill("half a sen")
    sit(bob)
    for page in (ada, bob):
        page.wait_for_url("**/m/*")
    expect(field(ada)).to_have_value("half a sen")
    say(ada, "half a sentence")
    eve.goto(ada.url)
    for page in (ada, bob, eve):
        expect_lines(page, "who is there?", "half a sentence")
    expect(field(eve)).to_have_count(0)
    for page in (ada, bob):
        page.get_by_text("Resign", exact=True).click()
        page.get_by_role("button", name="Resign for good").click()
    expect(eve.get_by_role("link", name="See every point")).to_be_visible(timeout=PATIENCE)
    for page in (ada, eve):
        page.goto(f"{page.url}/result")
    say(bob, HOSTILE)
    for page in (ada, bob, eve):
        expect_lines(page, "who is there?", "half a sentence", SHOWN)
        expect(page).not_to_have_title("1")
    say(ada, "good game")
    expect_lines(eve, "who is there?", "half a sentence", SHOWN, "good game")


def test_what_is_being_typed_outlives_moves_and_lines_of_others(three: tuple[Page, Page, Page]):
    ada, bob, _ = three
    mover = wait_for_one_of(ada, bob)
    typing = other(mover, ada, bob)
    field(typing).press_sequentially("wait a mi")
    take_a_turn(mover)
    expect(typing.locator("#match")).to_have_attribute("data-version", re.compile(f"^({newer_than(mover)})$"))
    say(mover, "your turn")
    expect_lines(typing, "your turn")
    expect(field(typing)).to_be_focused()
    typing.keyboard.type("nute")
    expect(field(typing)).to_have_value("wait a minute")
    typing.keyboard.press("Enter")
    expect_lines(mover, "your turn", "wait a minute")
    expect(field(typing)).to_have_value("")


def test_letters_and_digits_in_the_field_are_no_keys_of_the_board(three: tuple[Page, Page, Page]):
    ada, bob, _ = three
    mover = wait_for_one_of(ada, bob)
    mover.keyboard.press("1")
    mover.wait_for_url("**architect=1**")
    mover.keyboard.press("t")
    expect(field(mover)).to_be_focused()
    mover.keyboard.type("2? no: t,.")
    mover.keyboard.press("ArrowLeft")
    mover.keyboard.press("Home")
    expect(field(mover)).to_have_value("2? no: t,.")
    mover.keyboard.press("Escape")
    expect(field(mover)).not_to_be_focused()
    assert "architect=1" in mover.url
    say(other(mover, ada, bob), "are you there?")
    expect_lines(mover, "are you there?")
    assert "architect=1" in mover.url
    mover.keyboard.press("2")
    mover.wait_for_url("**architect=2**")
    expect(field(mover)).to_have_value("2? no: t,.")
    expect_lines(mover, "are you there?")


def test_a_refused_line_stays_in_the_field_and_says_why(three: tuple[Page, Page, Page]):
    ada, bob, _ = three
    field(ada).evaluate("field => field.removeAttribute('maxlength')")
    field(ada).fill("x" * 301)
    field(ada).press("Enter")
    expect(ada.locator("#problems")).to_contain_text("A line has at most 300 characters, this one has 301.")
    field(ada).press("Escape")
    say(bob, "what is it?")
    expect_lines(ada, "what is it?")
    expect(field(ada)).to_have_value("x" * 301)
    say(ada, "nothing")
    expect_lines(bob, "what is it?", "nothing")


def test_lines_come_while_the_sockets_are_away_and_after_they_are_back(
    product: Product, three: tuple[Page, Page, Page]
):
    ada, bob, _ = three
    say(ada, "one")
    product.kill("live:create_app")
    say(bob, "two")
    say(ada, "three")
    for page in three:
        expect_lines(page, "one", "two", "three")
        expect(page.locator("#live")).to_have_text("live", timeout=PATIENCE)
    say(bob, "four")
    for page in three:
        expect_lines(page, "one", "two", "three", "four")


def test_a_browser_without_sockets_asks_for_news(product: Product, browser: Browser, three: tuple[Page, Page, Page]):
    ada, _, _ = three
    mute = a_page(browser)
    mute.route_web_socket("**/live*", lambda socket: socket.close(code=1011))
    mute.goto(ada.url)
    expect(mute.locator("#live")).to_contain_text("polling")
    say(ada, "can you read this?")
    expect_lines(mute, "can you read this?")


def test_a_connection_that_fails_loses_nothing_and_says_nothing_twice(three: tuple[Page, Page, Page]):
    ada, bob, _ = three
    lost: list[int] = []

    def lose_the_answer(route: Route) -> None:
        lost.append(route.fetch().status)
        route.abort()

    ada.route("**/talk", lose_the_answer, times=1)
    field(ada).fill("only once")
    field(ada).press("Enter")
    expect(ada.locator("#problems")).to_contain_text("There is no connection.")
    assert lost == [200]
    expect(field(ada)).to_have_value("only once")
    field(ada).press("Enter")
    expect(field(ada)).to_have_value("")
    say(bob, "once is enough")
    for page in three:
        expect_lines(page, "only once", "once is enough")


def test_a_hidden_talk_stays_hidden_and_marks_what_is_new(three: tuple[Page, Page, Page]):
    ada, bob, _ = three
    say(bob, "blah")
    expect(ada.locator(".talk .news")).to_be_hidden()
    ada.locator("#talk-fold > summary").click()
    expect(field(ada)).to_be_hidden()
    say(bob, "blah blah")
    expect(ada.locator(".talk .news")).to_be_visible()
    ada.reload()
    expect(field(ada)).to_be_hidden()
    expect(ada.locator(".talk .news")).to_be_visible()
    ada.locator("#talk-fold > summary").click()
    expect_lines(ada, "blah", "blah blah")
    expect(ada.locator(".talk .news")).to_be_hidden()
    ada.reload()
    expect(field(ada)).to_be_visible()


def test_a_hidden_talk_that_a_reload_opens_for_a_moment_was_not_read(three: tuple[Page, Page, Page]):
    """The page arrives with its talk open and says so, on a slow machine only after its scripts have run."""
    ada, bob, _ = three
    ada.locator("#talk-fold > summary").click()
    say(bob, "blah")
    expect(ada.locator(".talk .news")).to_be_visible()
    ada.add_init_script(
        "addEventListener('DOMContentLoaded', () => "
        "document.querySelector('#talk-fold')?.dispatchEvent(new Event('toggle')))"
    )
    ada.reload()
    expect(ada.locator("#live")).to_have_text("live", timeout=PATIENCE)
    expect(ada.locator(".talk .news")).to_be_visible()


def test_on_a_phone_the_tab_says_that_there_is_something_new(three: tuple[Page, Page, Page]):
    ada, bob, _ = three
    ada.set_viewport_size({"width": 390, "height": 844})
    expect(field(ada)).to_be_hidden()
    say(bob, "hello")
    sign = ada.locator("label.tab .news")
    expect(sign).to_be_visible()
    ada.locator("label.tab", has_text="Talk").click()
    expect(ada.locator(".said .text").last).to_be_in_viewport()
    expect(sign).to_be_hidden()
    say(ada, "hi")
    expect_lines(bob, "hello", "hi")


def test_the_newest_line_is_in_sight_and_the_page_no_higher(three: tuple[Page, Page, Page]):
    ada, _, _ = three
    for number in range(8):
        say(ada, f"line {number}, which is long enough to need more than one line of the column that it stands in")
    for page in three:
        expect(page.locator(".said .text").last).to_contain_text("line 7")
        newest, box = (page.locator(name).last.bounding_box() for name in (".said .text", ".said"))
        assert newest
        assert box
        assert box["y"] <= newest["y"]
        assert newest["y"] + newest["height"] <= box["y"] + box["height"] + 1
        assert page.evaluate("document.documentElement.scrollHeight") == 720


def test_without_scripts_one_can_talk_too(product: Product, browser: Browser):
    ada, bob = (browser.new_context(java_script_enabled=False).new_page() for _ in range(2))
    open_table(new_table(ada, product.url))
    ada.get_by_role("button", name="Sit down").click()
    bob.goto(ada.url)
    bob.get_by_role("button", name="Sit down").click()
    ada.goto(f"{ada.url}/talk")
    field(ada).fill("hello")
    ada.get_by_role("button", name="Say").click()
    ada.wait_for_url("**/talk")
    expect_lines(ada, "hello")
    bob.reload()
    expect_lines(bob, "hello")
