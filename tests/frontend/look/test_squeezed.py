"""Pages where nobody plays, on a desk and a small phone: nothing runs over, no text is squeezed into a pillar."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.frontend.look.in_turn import in_turn
from tests.frontend.look.pages import PAGES, render
from tests.frontend.look.shots import served

pytestmark = pytest.mark.browser
DESK: ViewportSize = {"width": 1280, "height": 720}
PHONE: ViewportSize = {"width": 360, "height": 740}
MATCHES = ("match-", "expert-", "city-", "coach-", "together-running", "together-ended")  # have tests of their own
LED_ON = ("table-started",)  # to its match
QUIET = [name for name in PAGES if not name.startswith(MATCHES) and name not in LED_ON]

# What ends outside of the window, what has many lines of but a few letters each, and buttons that break a short word.
FAULTS = r"""() => {
  const root = document.documentElement, found = [];
  for (const closed of document.querySelectorAll("details:not(.guide, .me)")) closed.open = true;
  const name = each => each.tagName.toLowerCase() + [...each.classList].map(one => `.${one}`).join("");
  const inside = each => each.closest(".scroll, .me summary, .map, .log, .said, .hidden-text, .skip, svg, pre");
  if (root.scrollWidth > root.clientWidth) found.push(`${root.scrollWidth} wide`);
  for (const each of document.querySelectorAll("main *, header *")) {
    if (each.closest("svg, .hidden-text") || !each.getClientRects().length) continue;
    const end = each.getBoundingClientRect().right;
    if (!inside(each) && end > root.clientWidth + 1) found.push(`${name(each)} runs over`);
    for (const text of each.childNodes) {
      if (text.nodeType !== Node.TEXT_NODE || !text.data.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top))).size;
      const letters = text.data.trim().length / lines;
      const isWord = /^\S{1,12}$/.test(text.data.trim());
      if (isWord && lines > 1 && each.closest("button")) found.push(`${name(each)} breaks “${text.data.trim()}”`);
      if (lines >= 4 && letters < 7) found.push(`${name(each)}: ${lines} lines for “${text.data.trim().slice(0, 40)}”`);
    }
  }
  return found.slice(0, 8);
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[tuple[Page, str]]:
    context = browser.new_context(viewport=DESK, reduced_motion="reduce")
    with served() as at:
        yield context.new_page(), at
    context.close()


@pytest.mark.parametrize("name", in_turn(QUIET, 1))
def test_nothing_runs_over_and_no_text_is_squeezed(page: tuple[Page, str], name: str) -> None:
    shown, at = page
    render(name)  # which may take longer than a browser waits
    shown.set_viewport_size(DESK)
    shown.goto(f"{at}/{name}.html")
    expect(shown.locator("html.scripted")).to_have_count(1)
    desk = shown.evaluate(FAULTS)
    shown.set_viewport_size(PHONE)
    assert (desk, shown.evaluate(FAULTS)) == ([], [])


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ('<p style="width: 30px; overflow-wrap: anywhere">a long sentence in a pillar of text</p>', "p: "),
        (f"<p>{'W' * 200}</p>", "wide"),
    ],
)
def test_such_faults_would_be_found(page: tuple[Page, str], body: str, fault: str) -> None:
    shown, _ = page
    shown.goto("about:blank")
    shown.set_content(f"<main>{body}</main>")
    assert fault in " ".join(shown.evaluate(FAULTS))
