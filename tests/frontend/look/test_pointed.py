"""A mouse that rests on something stays on it: a reason that is told because of it moves nothing."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.frontend.look.in_turn import in_turn
from tests.frontend.look.test_bar import SAMPLES
from tests.frontend.look.visited import Samples, samples

pytestmark = pytest.mark.browser
SIZES = [(1280, 720), (1440, 900), (820, 1180)]

# Whatever is pointed at, and what can be chosen or pressed, before and after a reason was told.
MOVED = """() => {
  const shown = of => [...document.querySelectorAll(of)].filter(each => each.getClientRects().length);
  const all = shown("[data-key], [data-why], .bar a, .bar button, .bar summary, .board, .map");
  const places = () => [document.documentElement.scrollHeight, ...all.map(each => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [x, y, width, height].map(Math.round).join(" ");
  })].join("\\n");
  const untold = [], moved = [], before = places();
  for (const each of shown("[data-why]")) {
    each.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
    const line = document.getElementById("why");
    if (!line?.getClientRects().length || line.textContent !== each.dataset.why) untold.push(each.dataset.why);
    if (places() !== before) moved.push(each.dataset.why);
    each.dispatchEvent(new MouseEvent("mouseout", { bubbles: true }));
    if (places() !== before) moved.push(`afterwards: ${each.dataset.why}`);
  }
  return { untold, moved };
}"""


@pytest.fixture(scope="module")
def shown(browser: Browser) -> Iterator[Samples]:
    with samples(browser) as found:
        yield found


@pytest.mark.parametrize("name", in_turn(SAMPLES, 1))
def test_each_reason_is_told_and_moves_nothing(shown: Samples, name: str) -> None:
    page = shown(name)
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width}x{height}: {how}: {why}" for how, all_ in page.evaluate(MOVED).items() for why in all_]
    assert not found, "\n".join(found)


def test_an_architect_that_is_used_says_so_and_stays_below_the_mouse(shown: Samples) -> None:
    page = shown("match-architect")
    page.set_viewport_size({"width": 1280, "height": 720})
    used = page.locator(".bar .architects a.used").first
    used.scroll_into_view_if_needed()
    before = used.bounding_box()
    used.hover()
    expect(page.locator("#why")).to_have_text("architect 1 has already been used this round")
    assert used.bounding_box() == before
