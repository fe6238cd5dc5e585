"""The bar of every sample of a match, at every size: it shows all that it has to say, and lies on no board."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.frontend.look.in_turn import in_turn
from tests.frontend.look.pages import PAGES
from tests.frontend.look.visited import Samples, samples

pytestmark = pytest.mark.browser
SIZES = {
    "desk": [(1280, 720), (1280, 800), (1440, 900)],
    "tablet": [(820, 1180)],
    "phone": [(390, 844), (360, 740), (740, 360)],
}
# Not the results, which have no bar, nor what a stranger wrote or a warning says above the boards.
OTHERS = {"expert-result", "together-won", "together-lost", "together-alone", "together-watched", "together-long"}
KINDS = ("match", "coach", "expert", "city", "together")
SAMPLES = [name for name in PAGES if name.split("-")[0] in KINDS and name not in OTHERS]

MEASURED = """([kind, long]) => {
  const found = [], root = document.documentElement, bar = document.querySelector(".bar");
  const box = each => each.getBoundingClientRect();
  const shows = each => each.getClientRects().length > 0
    && !each.closest(".hidden-text, details:not([open]) > :not(summary)");
  const all = of => [...document.querySelectorAll(of)].filter(shows);
  const name = each =>
    `${each.tagName.toLowerCase()}.${[...each.classList].join(".")} ${each.textContent.trim().slice(0, 30)}`;
  const meet = (one, other) => Math.min(
    Math.min(box(one).right, box(other).right) - Math.max(box(one).left, box(other).left),
    Math.min(box(one).bottom, box(other).bottom) - Math.max(box(one).top, box(other).top)) > 1;
  const within = (one, other) => box(one).top >= box(other).top - 1
    && box(one).bottom <= box(other).bottom + 1
    && box(one).left >= box(other).left - 1 && box(one).right <= box(other).right + 1;
  scrollTo(0, 0);

  // A warning above the boards, and names of 24 wide letters, need more room than there is.
  const crowded = kind !== "tablet" && (all(".problem").length || long);
  if (kind === "desk" && !crowded && root.scrollHeight > innerHeight)
    found.push(`the page is ${root.scrollHeight} high`);
  for (const each of all(".bar :is(p, li, a, button, .tray, .replay, summary)"))
    if (!within(each, bar)
      && !(kind === "phone" && each.matches(".judged"))) found.push(`not all in the bar: ${name(each)}`);
  for (const each of all(".bar.yours :is(p, li, a, button)"))
    if (kind !== "tablet" && !crowded
      && box(each).bottom > innerHeight + 1) found.push(`below the window: ${name(each)}`);
  if (document.querySelector(".tray")
    && !(document.querySelector("#turn") && document.querySelector(".map") && kind === "phone")
    && !document.querySelector(".own-stock").getClientRects().length) found.push("no tray");
  for (const each of all(".bar :is(.what, .within-reach, .tray li, a, button), .coach"))
    if (kind !== "phone"
      && all(".since").some(since => meet(since, each))) found.push(`below what happened: ${name(each)}`);

  // Whoever has to choose sees the whole board beside what there is to choose; others may have to scroll.
  const boards = all(".boards :is(.board, .map)");
  if (kind === "phone" && (crowded || !document.querySelector(".bar.yours"))) scrollTo(0, root.scrollHeight);
  for (const board of boards) for (const each of all(".bar, .coach, .since"))
    if (meet(board, each) && !(board.matches(".map *"))) found.push(`${name(each)} lies on a board`);

  // What may end with three dots is told in full elsewhere: in the log, by its title, behind "More".
  const cut = each => getComputedStyle(each).overflowX !== "visible" && each.scrollWidth > each.clientWidth + 1;
  for (const each of all(":is(.bar, .coach, .players, .panel-city, .since) *"))
    if (cut(each) && !each.matches(".since li > span, .coach-says p, svg, svg *")) found.push(`cut: ${name(each)}`);
  const title = document.querySelector(".coach-says b");
  if (title && box(title).right > box(title.closest(".coach-says")).right + 1) found.push("the coach's title is cut");
  return found;
}"""


@pytest.fixture(scope="module")
def shown(browser: Browser) -> Iterator[Samples]:
    with samples(browser) as found:
        yield found


@pytest.mark.parametrize("name", in_turn(SAMPLES, 2))
def test_the_bar_shows_all_and_lies_on_no_board(shown: Samples, name: str) -> None:
    page = shown(name)
    found = []
    for kind, sizes in SIZES.items():
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            found += [f"{width}x{height}: {fault}" for fault in page.evaluate(MEASURED, [kind, "long" in name])]
    assert not found, "\n".join(found)
