"""Pages with a board in languages whose words are longer: nothing is cut, runs over, is squeezed or covered.

The pseudo-language of tests/translations/pseudo.py is two fifths longer than English, as French is at times.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from shared.language import ENGLISH, LANGUAGES
from tests.frontend.look.pages import PAGES
from tests.frontend.look.shots import served
from tests.frontend.look.test_bar import MEASURED, SAMPLES
from tests.frontend.look.test_bar import SIZES as OF_BARS
from tests.frontend.look.test_widths import WITHOUT_WARNING
from tests.translations.pseudo import CODE as PSEUDO

pytestmark = pytest.mark.browser
SIZES = [(320, 640), (390, 844), (640, 400), (768, 1024), (1280, 720), (1920, 1080)]  # 640x400: 1280x800 at 200 %
KINDS = ("match", "expert", "city", "coach", "result", "together", "score", "laying", "help")
ALL = [name for name in PAGES if name.split("-")[0] in KINDS]
SPOKEN = [code for code in LANGUAGES if code != ENGLISH]
CHOSEN = (
    *("match-architect", "match-confirm", "match-four", "match-replay", "match-take-back", "match-timed"),
    *("coach-building", "coach-goals", "expert-target", "city-place", "city-showing", "result-four", "help"),
    *("score-classic", "laying-card", "together-won"),
)

# Names of people and of programs may end in dots: they stand whole elsewhere. So does what follows a coach's title.
FAULTS = r"""() => {
  const NAMES = ".whose, .round-tabs, .round-city h3, .pad thead, .tie thead, .who, .held-by";
  const TOLD = ".since li > span, .coach:not(:has([open])) .coach-says p";
  const FRAMED = "button, .button, .part, .bar, .coach, .tool, .card, label.tab, .problem, li, td, th";
  const root = document.documentElement, found = new Set(), texts = [];
  const name = each => [each.tagName.toLowerCase(), ...each.classList].join(".");
  const shows = each => each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const over = (box, of, sides) => sides.some(side => side === "right" || side === "bottom"
    ? box[side] > of[side] + 2 : box[side] < of[side] - 2);
  const ACROSS = ["left", "right"], DOWN = ["top", "bottom"];
  const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4;

  // How an element shows what it holds: whole, as a part that can be scrolled, or cut.
  function held(element, boxes) {
    for (let around = element; around && around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around), of = around.getBoundingClientRect();
      if (style.clipPath !== "none") return "hidden";
      if (around instanceof SVGElement && around.tagName !== "svg") continue;
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const isOver = [boxes.some(box => over(box, of, ACROSS)), boxes.some(box => over(box, of, DOWN))];
      if (!isOver[0] && !isOver[1]) continue;
      const scrolls = [style.overflowX, style.overflowY].map(each => /auto|scroll/.test(each));
      if (isOver[0] && scrolls[0] && !around.matches(".scroll, .map, pre")) return "sideways";
      return scrolls[0] || scrolls[1] ? "scrolled" : "cut";
    }
    return "whole";
  }

  function look(node) {
    const element = node.parentElement, said = node.data.trim(), drawing = element.closest("svg");
    const skipped = element.closest(
      ".hidden-text, .skip, noscript, title, desc, option, textarea, .live, .me, .speaks");
    if (!/\p{L}{2}/u.test(said) || skipped || !shows(element)) return;
    const range = document.createRange();
    range.selectNodeContents(node);
    const all = drawing ? [element.getBoundingClientRect()] : [...range.getClientRects()];
    const boxes = all.filter(box => box.width > 1);
    const how = boxes.length ? held(element, boxes) : "hidden";
    const fault = what => found.add(`${what}: ${name(element)} “${said.slice(0, 40)}”`);
    const isTold = element.closest(TOLD) && !element.closest("b") || element.closest("[title]")?.title.includes(said);
    if ((how === "cut" || how === "sideways") && !element.closest(NAMES) && !isTold) fault(how);
    if (how !== "whole") return;
    if (boxes.some(box => box.left < -1 || box.right > root.clientWidth + 1)) fault("outside of the window");
    texts.push([element, said, boxes, getComputedStyle(element).fontSize]);
    if (drawing || element.closest(NAMES)) return;
    let block = element;
    while (/^(inline|contents)$/.test(getComputedStyle(block).display)) block = block.parentElement;
    if (boxes.some(box => over(box, block.getBoundingClientRect(), ACROSS))) fault("over its box");
    const frame = element.closest(FRAMED);
    if (frame && boxes.some(box => over(box, frame.getBoundingClientRect(), [...ACROSS, ...DOWN])))
      fault("over its frame");
    const lines = new Set(boxes.map(box => Math.round(box.top))).size;
    if (lines > 1 && /^\S{1,14}$/.test(said)) fault("a word in two");
    if (lines >= 5 && said.length / lines < 6) fault(`${lines} lines`);
  }

  // What opens over others, and stays where it is, may lie on them.
  const layer = element => {
    while (element && !/absolute|fixed|sticky/.test(getComputedStyle(element).position))
      element = element.parentElement;
    return element;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) look(node);
  if (root.scrollWidth > root.clientWidth) found.add(`${root.scrollWidth} wide`);
  const placed = texts.flatMap(
    ([element, said, boxes]) => boxes.map(box => ({ element, said, box, on: layer(element) })));
  placed.sort((one, other) => one.box.top - other.box.top);
  placed.forEach((one, at) => {
    for (let next = at + 1; next < placed.length && placed[next].box.top < one.box.bottom; next++) {
      const other = placed[next];
      if (one.element !== other.element && one.on === other.on && meet(one.box, other.box))
        found.add(`“${one.said.slice(0, 30)}” lies on “${other.said.slice(0, 30)}”`);
    }
  });
  for (const each of document.querySelectorAll("main :is(button, .button, input, select)")) {
    const { left, right, width } = each.getBoundingClientRect();
    if (width < 2 || !shows(each) || each.closest(".scroll, .map, .hidden-text") || each.matches(".tab")) continue;
    if (left < -1 || right > root.clientWidth + 1) found.add(`outside of the window: ${name(each)}`);
  }
  return [...found];
}"""
TABS = (
    "() => [...document.querySelectorAll('input.tab')].filter(tab => tab.nextElementSibling.checkVisibility()).length"
)
TURN_TO = "at => { document.querySelectorAll('input.tab')[at].checked = true; }"


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[tuple[Page, str]]:
    context = browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    context.add_init_script("localStorage.clear(); sessionStorage.clear();")
    with served() as at:
        yield context.new_page(), at
    context.close()


def cases() -> Iterator[object]:
    """The chosen pages in the longest language and in one of ours, by turns; all others too where there is time."""
    for name in ALL:
        turn = CHOSEN.index(name) % len(SPOKEN) if name in CHOSEN else -1
        for code in (*SPOKEN, PSEUDO):
            quick = name in CHOSEN and code in (PSEUDO, SPOKEN[turn])
            yield pytest.param(name, code, marks=() if quick else pytest.mark.slow)


@pytest.mark.parametrize(("name", "code"), [*cases()])
def test_longer_words_have_their_room(page: tuple[Page, str], name: str, code: str) -> None:
    shown, at = page
    shown.goto(f"{at}/{code}/{name}.html")
    shown.wait_for_selector("html.scripted", state="attached")
    shown.evaluate(WITHOUT_WARNING)
    found = [f"{size}: {fault}" for size in SIZES for fault in faults_at(shown, size)]
    if name in SAMPLES:
        found += faults_of_bar(shown, code, "long" in name)
    assert not found, "\n".join(found)


def faults_at(page: Page, size: tuple[int, int]) -> list[str]:
    """Of every tab, where a phone shows one at a time."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    found: list[str] = []
    for tab in range(page.evaluate(TABS) or 1):
        if page.query_selector("input.tab"):
            page.evaluate(TURN_TO, tab)
        found += page.evaluate(FAULTS)
    if page.query_selector("input.tab"):
        page.evaluate(TURN_TO, 0)
    return list(dict.fromkeys(found))


def faults_of_bar(page: Page, code: str, long: bool) -> list[str]:
    """The bar may be half of a phone: on the smallest, words of every length leave a map less than can be used."""
    has_map = page.query_selector(".map") is not None
    found = []
    for kind, sizes in OF_BARS.items():
        for width, height in sizes:
            if has_map and code == PSEUDO and width == 360:
                continue
            page.set_viewport_size({"width": width, "height": height})
            found += [f"{width}x{height}: {fault}" for fault in page.evaluate(MEASURED, [kind, long])]
    return found


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ('<p style="width: 60px; overflow: hidden; white-space: nowrap">some longer words</p>', "cut: p"),
        ('<p style="width: 60px; white-space: nowrap">some longer words</p>', "over its box: p"),
        ('<p style="width: 60px; overflow-x: auto; white-space: nowrap">some longer words</p>', "sideways: p"),
        ('<button style="height: 20px; width: 60px; padding: 0">some longer words</button>', "over its frame: button"),
        ('<p style="width: 30px; overflow-wrap: anywhere">longer</p>', "a word in two"),
        ('<p>one word</p><p style="margin-top: -40px">another word</p>', "“another word” lies on “one word”"),
        ('<svg width="60" height="20"><text x="0" y="15">some longer words</text></svg>', "cut: text"),
        ('<button style="margin-left: -30px">some longer words</button>', "outside of the window: button"),
    ],
)
def test_such_faults_would_be_found(page: tuple[Page, str], body: str, fault: str) -> None:
    shown, _ = page
    shown.goto("about:blank")
    shown.set_content(f"<main>{body}</main>")
    assert fault in "\n".join(shown.evaluate(FAULTS))
