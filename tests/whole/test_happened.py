"""Bots' moves come one after the other, pieces travel to their places, and nothing jumps: what only a browser shows."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.whole.people import PATIENCE, take_a_turn
from tests.whole.product import Product

pytestmark = [pytest.mark.browser, pytest.mark.server]
PACE = 800  # milliseconds, as the product comes
WATCH = """() => {
  window.shown = []; window.jumps = []; window.travelled = window.walked = 0;
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) for (const { node } of entry.sources) {
      // The words of a text may change.
      const parts = ".panel, .board:not(.face), .bar, .since, .players, .log, .held-by li";
      const isPart = node?.matches?.(parts);
      const isInside = node?.nodeType === 1 && node.parentElement.closest(".panel-site, .panel-city");
      if (isPart || isInside) jumps.push({ at: entry.startTime, what: node.outerHTML.slice(0, 120) });
    }
  }).observe({ type: "layout-shift" });
  addEventListener("transitionrun", ({ target }) => { walked += target.matches(".urbanist"); });
  // Before the page's own listeners: frames come late where the machine is busy, and the pause counts from the swap.
  const show = () => {
    const head = Number(document.getElementById("match").dataset.head);
    if (shown.at(-1)?.head === head) return;
    shown.push({ head, at: performance.now() });
  };
  const look = () => {
    travelled += document.querySelectorAll(".travelling").length;
    requestAnimationFrame(look);
  };
  addEventListener("htmx:after:swap", show, true);
  show();
  look();
}"""


def seated(browser: Browser, product: Product, game: str, bots: int = 3, motion: Any = "no-preference") -> Page:
    """A guest who is called, in a match with bots."""
    context = browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion=motion)
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
    page.goto(product.url)
    token = page.locator("form[action='/play'] [name=csrf_token]").first.input_value()
    form: dict[str, str | float | bool] = {"csrf_token": token, "game": game, "bots": str(bots)}
    page.goto(context.request.post(f"{product.url}/play", form=form, headers={"Referer": product.url}).url)
    page.wait_for_url("**/m/*")
    is_called(page)
    expect(page.locator("#live")).to_have_text("live", timeout=PATIENCE)  # what that moves is no bot's doing
    page.evaluate(WATCH)
    return page


def is_called(page: Page) -> None:
    expect(page.locator(".bar.yours")).to_have_count(1, timeout=PATIENCE)
    expect(page.locator("html.pacing")).to_have_count(0)


def lay_a_card(page: Page) -> None:
    page.locator("[data-pick][data-key^=card-]:visible").first.click()
    page.locator("[data-pick][data-key^=place-]").first.dispatch_event("click")
    page.locator("#confirm").click()
    expect(page.locator("#confirm")).to_have_count(0, timeout=PATIENCE)


@pytest.mark.parametrize(("game", "move"), [("quadropolis", take_a_turn), ("sprawlopolis", lay_a_card)])
def test_bots_moves_come_one_by_one_and_nothing_jumps(product: Product, browser: Browser, game: str, move: Any) -> None:
    page = seated(browser, product, game)
    move(page)
    is_called(page)
    shown = page.evaluate("shown")
    assert len(shown) == 5  # the first page, one's own move, those of three bots
    pauses = [after["at"] - before["at"] for before, after in pairwise(shown[1:])]
    assert min(pauses) >= PACE - 1  # a browser's clock may be rounded
    assert page.evaluate("travelled") > 0
    assert game != "quadropolis" or page.evaluate("walked") >= 3  # the urbanist
    expect(page.locator(".travelling")).to_have_count(0)
    # What one's own choices moved may be reported late, but has the time of its frame.
    assert [jump["what"] for jump in page.evaluate("jumps") if jump["at"] > shown[1]["at"]] == []
    assert page.locator(".since li").count() == 3
    page.context.close()


def test_one_key_or_a_button_shows_all_at_once(product: Product, browser: Browser) -> None:
    page = seated(browser, product, "quadropolis")
    for hurry in (lambda: page.keyboard.press("Space"), lambda: page.get_by_role("button", name="Show all").click()):
        before = len(page.evaluate("shown"))
        take_a_turn(page)
        expect(page.locator("html.pacing")).to_have_count(1)
        hurry()
        is_called(page)
        shown = page.evaluate("shown")[before:]
        assert len(shown) < 4
        assert shown[-1]["at"] - shown[0]["at"] < 3 * PACE
    page.context.close()


def test_with_reduced_motion_all_is_there_at_once(product: Product, browser: Browser) -> None:
    page = seated(browser, product, "quadropolis", motion="reduce")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    take_a_turn(page)
    is_called(page)
    assert page.evaluate("travelled") == 0
    assert not [url for url in asked if "was=" in url]
    page.context.close()
