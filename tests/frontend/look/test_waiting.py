"""Where the server takes its time, what was pressed says so at once; where nobody answers, what to do is said."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Request, Route, expect

from tests.frontend.look.shots import served
from tests.waiting import until_shown

pytestmark = pytest.mark.browser
SENT = ("**/m/**", "**/t/**", "**/play", "**/score/**", "**/tables/**", "**/name")
SAID = re.compile("There is no connection.*Nothing is lost: try again when the connection is back")


@dataclass
class Slow:
    """A page whose server holds every answer back until the test gives it."""

    page: Page
    at: str
    held: list[Route] = field(default_factory=list)
    sent: list[Request] = field(default_factory=list)

    def hold(self, route: Route) -> None:
        if "/chain?" in route.request.url:
            return route.abort()
        self.sent.append(route.request)
        self.held.append(route)
        return None

    def open(self, name: str) -> "Slow":
        self.held.clear()
        self.sent.clear()
        self.page.goto(f"{self.at}/{name}.html")
        expect(self.page.locator("html.scripted")).to_have_count(1)
        return self

    def expect_sign(self, pressed: Locator) -> None:
        expect(pressed).to_have_attribute("aria-busy", "true")
        expect(self.page.locator("#waiting")).to_have_text("Waiting for the server …")

    def expect_none(self) -> None:
        expect(self.page.locator("[aria-busy]")).to_have_count(0)
        expect(self.page.locator("#waiting")).to_have_text("")


@pytest.fixture(scope="module")
def slow(browser: Browser) -> Iterator[Slow]:
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    with served() as at:
        made = Slow(context.new_page(), at)
        made.page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
        for address in SENT:
            made.page.route(address, made.hold)
        yield made
    context.close()


def test_a_choice_a_turn_and_a_press_say_that_they_wait(slow: Slow) -> None:
    for name, selector, sign in (
        ("match-architect", "[data-hotkey='3']", "[data-hotkey='3']"),
        ("match-confirm", "#confirm", "#confirm"),
        ("match-talk-none", "#say button", "#say button"),
        ("score-classic", "[data-press='tool-P']", "[data-sheet]"),
        ("table-stranger", ".commands button >> nth=-1", ".commands button >> nth=-1"),
    ):
        slow.open(name)
        if "say" in selector:  # the talk is open, as somebody may listen
            slow.page.locator("#say-text").fill("hello")
        slow.page.locator(selector).first.click()
        slow.expect_sign(slow.page.locator(sign).first)
        slow.held.pop().fulfill(status=204)
        slow.expect_none()


NOTE = """() => new MutationObserver(() => {
  const words = document.querySelector("[aria-busy]")?.textContent.trim();
  if (words) sessionStorage.setItem("said", `${words}: ${document.getElementById("waiting").textContent}`);
}).observe(document.getElementById("waiting"), { childList: true })"""


@pytest.mark.parametrize(
    ("name", "role", "words"), [("tables-new", "button", "Open the table"), ("lobby", "link", "Open a table")]
)
def test_forms_and_links_that_the_browser_follows_say_it_too(slow: Slow, name: str, role: Any, words: str) -> None:
    """While it goes to the next page the driver can't look at this one: the page notes what it shows."""
    slow.open(name).page.evaluate(NOTE)
    slow.page.get_by_role(role, name=words).first.click(no_wait_after=True)
    until_shown(slow.page, lambda: slow.held, why="a request did not come")
    slow.page.wait_for_timeout(600)  # the sign comes half a second after the press
    slow.held.pop().fulfill(body="<title>next</title>", content_type="text/html")
    expect(slow.page).to_have_title("next")
    assert slow.page.evaluate("sessionStorage.getItem('said')") == f"{words}: Waiting for the server …"


def test_who_plays_now_sees_it_too(slow: Slow) -> None:
    button = slow.open("lobby").page.get_by_role("button", name="Play Quadropolis")
    button.click()
    slow.expect_sign(button)


def test_an_answer_that_comes_at_once_needs_no_sign(slow: Slow) -> None:
    slow.open("match-architect")
    slow.page.evaluate("""() => {
      window.said = [];
      new MutationObserver(() => said.push(document.getElementById("waiting").textContent))
        .observe(document.getElementById("waiting"), { childList: true });
      const answer = window.fetch;
      window.fetch = () => Promise.resolve(new Response(null, { status: 204 }));
      const link = document.querySelector("[data-hotkey='3']");
      link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    }""")
    slow.page.wait_for_timeout(600)  # a sign that never comes can't be waited for
    assert slow.page.evaluate("said") == []


def test_a_turn_that_nobody_answered_is_sent_again_with_the_same_key(slow: Slow) -> None:
    slow.open("match-confirm").page.locator("#confirm").click()
    slow.expect_sign(slow.page.locator("#confirm"))
    slow.held.pop().abort()
    expect(slow.page.locator("#why")).to_contain_text("sending the same turn again")
    until_shown(slow.page, lambda: len(slow.sent) > 1, why="the second try did not come")
    first, second = (request.post_data for request in slow.sent)
    assert first == second
    assert re.search(r"(^|&)cause=[\w-]{8,}", first or "")


@pytest.mark.parametrize(
    ("name", "selector"),
    [
        ("table-stranger", ".commands button >> nth=-1"),
        ("match-waiting", "#resign button"),
        ("score-classic", "[data-press='tool-P']"),
    ],
)
def test_where_nobody_answers_it_is_said_with_what_to_do(slow: Slow, name: str, selector: str) -> None:
    slow.open(name)
    folds = "details:not(.guide, :has(> .phrases))"  # phrases lie over the page
    slow.page.evaluate(f"document.querySelectorAll('{folds}').forEach(each => {{ each.open = true; }})")
    slow.page.locator(selector).first.click()
    slow.expect_sign(slow.page.locator("[aria-busy]").first)
    slow.held.pop().abort()
    expect(slow.page.locator("#problems")).to_contain_text(SAID)
    slow.expect_none()


@pytest.mark.parametrize("answer", [None, 503])
def test_what_a_page_asks_by_itself_says_nothing(slow: Slow, answer: int | None) -> None:
    """The result asks every five seconds whether its analysis is there."""
    slow.page.clock.install()
    slow.open("result-waiting").page.clock.run_for(5500)
    until_shown(slow.page, lambda: slow.held, why="a request did not come")
    slow.page.clock.run_for(9000)
    slow.expect_none()
    for route in slow.held:
        route.fulfill(status=answer, body="<h1 id=error-sentence>No</h1>") if answer else route.abort()
    slow.page.clock.run_for(500)
    slow.page.wait_for_timeout(200)  # words that never come can't be waited for
    expect(slow.page.locator("#problems")).to_be_empty()
