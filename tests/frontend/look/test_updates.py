"""A live update leaves out what a page has already: the page keeps it, or fetches it when it is asked for."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.frontend.look.pages import render
from tests.frontend.look.shots import served
from tests.frontend.look.test_in_place import DESK, opened

pytestmark = pytest.mark.browser
SWAP = """text => {
  const target = document.getElementById('match');
  return htmx.swap({ target, swap: 'outerMorph', text, sourceElement: target });
}"""


@pytest.fixture(scope="module")
def at() -> Iterator[str]:
    with served() as found:
        yield found


def test_what_stays_the_same_is_kept_and_the_rest_of_the_coach_comes_when_it_is_opened(browser: Browser, at: str):
    page = opened(browser, at, "coach-architect", DESK)
    expect(page.locator("#continuity")).to_contain_text("This page has checked")  # its own script says so
    kept = {name: page.locator(f"#{name}").inner_html() for name in ("keys", "fairness-signed", "resign")}
    page.evaluate(SWAP, render("coach-architect", part=True))
    for name, was in kept.items():
        assert "<summary>" in was
        assert page.locator(f"#{name}").inner_html() == was
    expect(page.locator("#coach-more .all li")).to_have_count(0)
    page.locator("#coach-more summary").click()
    expect(page.locator("#coach-more .all li").first).to_be_visible()
    page.context.close()


def test_the_log_of_a_running_match_names_what_it_leaves_out():
    part = render("expert-architect", part=True)
    assert part.count('data-moment title="') == 8
    assert "earlier lines are in the replay." in part
