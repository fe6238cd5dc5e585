"""Every kind of page at every size: none scrolls sideways, and no board lies under what can't be scrolled away."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.frontend.look.shots import served

pytestmark = pytest.mark.browser
WIDTHS = (320, 360, 480, 768, 820, 1024, 1280, 1920)
HEIGHTS = (400, 800)
SIDEWAYS = [(844, 390), (667, 375), (568, 320)]  # phones held sideways
ZOOMED = [(640, 360), (512, 384), (960, 540)]  # what is left of 1280x720, 1024x768 and 1920x1080 at 200 %
SIZES = [*((width, height) for width in WIDTHS for height in HEIGHTS), *SIDEWAYS, *ZOOMED]

# In a frame, which is resized within one call: a size takes some milliseconds.
WALK = """async ([address, sizes]) => {
  const frame = document.body.appendChild(document.createElement("iframe"));
  frame.style.border = "0";
  await new Promise(done => { frame.onload = done; frame.src = address; });
  await new Promise(done => setTimeout(done, 50));
  const page = frame.contentDocument, view = frame.contentWindow, root = page.documentElement, found = [];
  const INSIDE = ":is(.scroll, .map, .log, .said) *, .hidden-text";
  const shows = element => element.getClientRects().length > 0;
  const name = element => element.tagName.toLowerCase() + [...element.classList].map(each => `.${each}`).join("");

  function widest() {
    const ends = each => Math.round(each.getBoundingClientRect().right);
    const shown = [...page.body.querySelectorAll("*")].filter(each => !each.closest(INSIDE));
    const wide = shown.filter(each => ends(each) > root.clientWidth);
    return wide.slice(0, 3).map(each => `${name(each)} ends at ${ends(each)}`).join(", ");
  }

  // The share of what is seen of a board in the middle of the window that something else lies on.
  function covered(board) {
    board.scrollIntoView({ block: "center" });
    const box = board.getBoundingClientRect();
    let hidden = 0, seen = 0;
    for (let across = 1; across < 8; across++) for (let down = 1; down < 16; down++) {
      const x = box.x + box.width * across / 8, y = box.y + box.height * down / 16;
      const there = page.elementFromPoint(x, y);
      if (!there) continue;
      seen++;
      if (!there.contains(board) && !board.contains(there) && !board.parentElement.contains(there)) hidden++;
    }
    return seen ? hidden / seen : 0;
  }

  // Where the page ends, nothing that stays where it is may lie on the end of a board.
  function under(board) {
    view.scrollTo(0, root.scrollHeight);
    const box = board.getBoundingClientRect();
    const there = page.elementFromPoint(box.x + box.width / 2, box.bottom - 4);
    return there && !there.contains(board) && !board.parentElement.contains(there) ? name(there) : null;
  }

  for (const [width, height] of sizes) {
    [frame.width, frame.height] = [width, height];
    const tabs = [...page.querySelectorAll("input.tab")].filter(tab => shows(tab.nextElementSibling));
    for (const tab of tabs.length ? tabs : [null]) {
      if (tab) tab.checked = true;
      const at = `${width}x${height}${tab ? ` ${tab.id}` : ""}`;
      if (root.scrollWidth > root.clientWidth) found.push(`${at}: ${root.scrollWidth} wide; ${widest()}`);
      for (const table of page.querySelectorAll("table")) {
        // By a rule for a list of the same class: its heads leave its columns.
        if (view.getComputedStyle(table).display.includes("flex")) found.push(`${at}: ${name(table)} comes apart`);
      }
      for (const board of page.querySelectorAll(".boards .board, .map, .sheet .board")) {
        if (!shows(board)) continue;
        const share = covered(board);
        if (share > 0.45) found.push(`${at}: ${name(board)} is covered by ${Math.round(100 * share)} %`);
        if (under(board)) found.push(`${at}: ${name(board)} ends below ${under(board)}`);
      }
    }
  }
  frame.remove();
  return found;
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[tuple[Page, str]]:
    context = browser.new_context(viewport={"width": 2000, "height": 1000}, reduced_motion="reduce")
    with served() as at:
        shown = context.new_page()
        shown.goto(f"{at}/error.html")
        yield shown, at
    context.close()


CHOSEN = (
    *("lobby", "lobby-pasted", "lobby-long", "tables-new", "table", "table-long", "error", "api", "audit-imported"),
    *("help", "help-together", "talk-refused", "talk-long", "score-classic", "score-wrong", "score-explored"),
    *("score-round", "score-tie", "evenings", "tokens-long", "tokens-made"),
    *("laying-empty", "laying-card", "match-long", "match-long-waiting", "match-long-ended", "match-long-replay"),
    *("coach-architect", "coach-expert-building", "coach-goals"),
    *("match-tile", "match-nothing", "match-absent", "match-take-back", "match-stale", "match-talk-hostile"),
    *("expert-confirm", "expert-result"),
    *("city-long", "city-put", "city-refused", "city-replay", "together-ended", "together-long"),
    *("result", "result-four", "result-long", "result-explored", "result-rated"),
    *("ratings", "ladder", "ladder-new", "person-rated", "bot-rated", "tournament-crosstable-large"),
)


@pytest.mark.parametrize("name", CHOSEN)
def test_a_page_fits_at_every_size(page: tuple[Page, str], name: str) -> None:
    shown, at = page
    said: list[Any] = shown.evaluate(WALK, [f"{at}/{name}.html", SIZES])
    assert said == []


# Neither that the record of the samples is another one than was seen, nor that nobody is live.
WITHOUT_WARNING = """() => {
  document.adoptedStyleSheets = [new CSSStyleSheet()];
  document.adoptedStyleSheets[0].insertRule("#parted, .top .live { display: none !important; }");
}"""


@pytest.mark.parametrize("name", ["match-architect", "match-spectator", "city-card"])
def test_the_bar_of_a_phone_stands_at_its_lower_edge(page: tuple[Page, str], name: str) -> None:
    shown, at = page
    shown.set_viewport_size({"width": 390, "height": 844})
    shown.goto(f"{at}/{name}.html")
    shown.evaluate(WITHOUT_WARNING)
    ends = "document.querySelector('.bar').getBoundingClientRect().bottom - innerHeight"
    assert abs(shown.evaluate(ends)) < 1
