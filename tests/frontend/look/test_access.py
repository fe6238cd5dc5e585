"""What people need who go by keys, by speech, or by colours of their own; and the list of what holds it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.frontend.look.pages import PAGES, render
from tests.frontend.look.shots import served

BORDER = (
    "element => (({ borderTopWidth, borderTopColor }) => [borderTopWidth, borderTopColor])(getComputedStyle(element))"
)
# What has the focus, and whether something of it or around it shows that it has: an outline, or a stroke of a drawing.
FOCUSED = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  const drawn = [at, ...at.querySelectorAll("rect, path, circle")].map(each => getComputedStyle(each));
  const seen = drawn.some(style => style.outlineStyle !== "none" && style.outlineWidth !== "0px")
    || (at.closest("svg") && drawn.some(style => parseFloat(style.strokeWidth) >= 3 && style.stroke !== "none"))
    || at.matches("input.tab, .bar, main");
  return { seen: Boolean(seen), html: at.outerHTML.slice(0, 120) };
}"""
COVERED = """() => {
  const at = document.activeElement, bar = document.querySelector(".bar");
  if (!at || at === document.body || bar.contains(at) || at.contains(bar)) return null;
  const box = at.getBoundingClientRect(), over = bar.getBoundingClientRect();
  const isUnder = box.top >= over.top && box.bottom <= over.bottom && box.right > over.left && box.left < over.right;
  return box.height && isUnder && !at.matches(".tab") ? at.outerHTML.slice(0, 120) : null;
}"""
SPACED = """() => {
  for (const each of document.querySelectorAll("body *:not(svg, svg *)")) {
    each.style.setProperty("letter-spacing", ".12em", "important");
    each.style.setProperty("word-spacing", ".16em", "important");
    each.style.setProperty("line-height", "1.5", "important");
    if (each.matches("p")) each.style.setProperty("margin-bottom", "2em", "important");
  }
}"""
CUT = """() => [...document.querySelectorAll("button, .button, h1, h2, h3, p, label:not(.tab)")]
  .filter(each => each.getClientRects().length && !each.closest(".hidden-text"))
  .filter(each => getComputedStyle(each).overflow !== "visible")
  .filter(each => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
  .map(each => each.outerHTML.slice(0, 120))"""
# What is pressed is 24 pixels wide and high, or alone in a circle of 24 pixels, or stands in a sentence (WCAG 2.5.8).
SMALL = """() => {
  const boxOf = each => {
    const parts = [each, ...each.querySelectorAll("rect, circle, path, .wanted")];
    const boxes = parts.map(one => one.getBoundingClientRect());
    return boxes.reduce((one, other) => one.width * one.height >= other.width * other.height ? one : other);
  };
  const inSentence = each => !each.closest("svg") && getComputedStyle(each).display === "inline"
    && each.parentElement.textContent.trim() !== each.textContent.trim();
  const isInSight = (each, box) => {
    const frame = each.closest(".log, .said")?.getBoundingClientRect();
    return !frame || (box.top >= frame.top && box.bottom <= frame.bottom);
  };
  const named = each => each.labels?.length && boxOf(each.labels[0]).height >= 24;
  const all = [...document.querySelectorAll("a[href], button, summary, input:not([type=hidden]), select, textarea")]
    .filter(each => each.checkVisibility({ checkVisibilityCSS: true }) && !each.closest(".hidden-text, .skip"))
    .map(each => ({ each, box: boxOf(each) }))
    .filter(({ each, box }) => box.width && box.height && isInSight(each, box));
  const isNear = (box, other) => {
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    const across = Math.max(other.left - x, 0, x - other.right), down = Math.max(other.top - y, 0, y - other.bottom);
    return Math.hypot(across, down) < 12;
  };
  return all.filter(({ each, box }) => Math.min(box.width, box.height) < 23.5 && !inSentence(each) && !named(each))
    .filter(({ each, box }) => all.some(({ each: other, box: there }) =>
      !other.contains(each) && !each.contains(other) && isNear(box, there)))
    .map(({ each, box }) => `${Math.round(box.width)}x${Math.round(box.height)} ${each.outerHTML.slice(0, 120)}`);
}"""
MOVING = """() => [...document.querySelectorAll("*")].map(each => [each, getComputedStyle(each)])
  .filter(([, { animationName, transitionDuration }]) => animationName !== "none" || parseFloat(transitionDuration) > 0)
  .map(([each]) => each.outerHTML.slice(0, 120))"""
ROOT = Path(__file__).parents[3]
ROWS = re.compile(r"^\| (\d\.\d\.\d+) [^|]*\| (A|AA) \| (.*) \|$", re.MULTILINE)
# WCAG 2.2 has 55 criteria of levels A and AA.
CRITERIA = """
1.1.1 1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5 1.4.1 1.4.2 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12
1.4.13 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.4.5 2.4.6 2.4.7 2.4.11 2.5.1 2.5.2 2.5.3 2.5.4
2.5.7 2.5.8 3.1.1 3.1.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.6 3.3.1 3.3.2 3.3.3 3.3.4 3.3.7 3.3.8 4.1.2 4.1.3
"""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served() as found:
        yield found


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def test_every_criterion_is_listed_once_with_tests_that_are_there_or_a_reason():
    rows = ROWS.findall((ROOT / "docs/access.md").read_text("utf-8"))
    assert sorted(number for number, _, _ in rows) == sorted(CRITERIA.split())
    for number, _, held in rows:
        named = re.findall(r"`(tests/[\w/.]+)(?:::(\w+))?`", held)
        assert named or held.startswith("Does not apply: "), number
        for file, test in named:
            assert (ROOT / file).is_file(), file
            assert not test or f"def {test}(" in (ROOT / file).read_text("utf-8"), (number, test)


@pytest.mark.browser
def test_keys_of_one_character_can_be_switched_off(page: Page, address: str):
    """The letters go, and arrows stay."""
    page.goto(f"{address}/match-four.html")
    page.keyboard.press("?")
    assert page.locator("#keys").get_attribute("open") is not None
    page.get_by_label("Letters, digits and signs").uncheck()
    page.keyboard.press("?")
    assert page.locator("#keys").get_attribute("open") is not None
    page.goto(f"{address}/match-architect.html")  # it is kept
    assert not page.locator("[data-single-keys]").first.is_checked()
    page.evaluate("addEventListener('click', event => { window.clicked = event.target.closest('a')?.dataset.key; })")
    page.keyboard.press("1")
    page.keyboard.press("?")
    assert page.locator("#keys").get_attribute("open") is None
    assert page.evaluate("window.clicked") is None
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.matches('[data-pick]')")
    page.locator("#keys summary").click()
    page.get_by_label("Letters, digits and signs").check()
    page.locator("body").press("?")
    assert page.locator("#keys").get_attribute("open") is None


@pytest.mark.browser
def test_architects_come_first_for_who_goes_by_keys(page: Page, address: str):
    page.goto(f"{address}/match-four.html")
    page.locator("#content").focus()
    reached = []
    for _ in range(4):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.dataset?.key ?? document.activeElement.tagName"))
    assert [each for each in reached if str(each).startswith("architect-")][:1] == ["architect-1"]


@pytest.mark.browser
def test_slots_say_what_lies_in_their_line(page: Page, address: str):
    """Nearest first, which is what the architects reach from there in the order of their numbers."""
    page.goto(f"{address}/match-architect.html")
    described = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll("[data-key^=slot-]")].map(slot => [slot.dataset.key,
          slot.getAttribute("aria-describedby").split(" ").map(id => document.getElementById(id).textContent)]))"""
    )
    rows = page.evaluate(
        """() => [...document.querySelectorAll(".panel-site .hidden-text tr")].slice(1).map(row =>
          [...row.querySelectorAll("td")].map(cell => cell.textContent))"""
    )
    assert len(described) > 10
    for key, said in described.items():
        side, line = key.removeprefix("slot-")[0], int(key[-1]) - 1
        across = rows[line] if side in "EW" else [row[line] for row in rows]
        assert said == (across[::-1] if side in "ES" else across), key
    assert any("inhabitant" in each for said in described.values() for each in said)


def test_a_slot_names_squares_that_are_there():
    for name in ("match-four", "expert-architect", "expert-spectator"):
        page = render(name)
        named = {each for said in re.findall(r'aria-describedby="(lies[^"]+)"', page) for each in said.split()}
        there = re.findall(r'id="(lies\d\d)"', page)
        assert len(there) == len(set(there)) == 25, name
        assert named <= set(there), name
        assert len(named) > 15, name


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_keep_whose_turn_it_is(browser: Browser, address: str, scheme: str):
    context = browser.new_context(forced_colors="active", color_scheme="dark" if scheme == "dark" else "light")
    page = context.new_page()

    def border(selector: str) -> list[str]:
        found: list[str] = page.locator(selector).first.evaluate(BORDER)
        return found

    page.goto(f"{address}/match-four.html")
    yours, turn, other = border(".bar.yours"), border(".players li.turn"), border(".players li:not(.turn)")
    page.goto(f"{address}/city-waiting.html")
    waiting = border(".bar")
    assert (yours[0], turn[0]) == ("4px", "3px")
    assert yours[1] == turn[1] != waiting[1]
    assert other[0] != turn[0]
    assert waiting[0] != yours[0]
    context.close()


@pytest.mark.browser
@pytest.mark.parametrize("name", ["lobby", "tables-new", "match-four", "city-card"])
def test_keys_lead_through_a_page_and_out_of_it(page: Page, address: str, name: str):
    """Each thing that has the focus is to be seen, nothing changes by getting it, and the last one lets it go."""
    page.goto(f"{address}/{name}.html")
    before, reached = page.url, list[str]()
    for _ in range(200):
        page.keyboard.press("Tab")
        found = page.evaluate(FOCUSED)
        if found is None:
            break
        assert found["seen"], found
        reached.append(found["html"])
    else:
        pytest.fail("the keys do not lead out of the page")
    assert len(reached) > 5
    assert page.url == before


@pytest.mark.browser
@pytest.mark.parametrize("size", [(390, 844), (640, 360), (320, 256)])
@pytest.mark.parametrize("name", ["match-four", "city-card"])
def test_what_has_the_focus_is_not_below_the_bar(browser: Browser, address: str, name: str, size: tuple[int, int]):
    """Of a phone, and of a desk at 200 and 400 %."""
    width, height = size
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{address}/{name}.html")
    hidden = []
    for _ in range(60):
        page.keyboard.press("Tab")
        if said := page.evaluate(COVERED):
            hidden.append(said)
    assert hidden == []
    context.close()


@pytest.mark.browser
@pytest.mark.parametrize("name", ["lobby", "match-four", "city-card", "result-four", "settings", "score-classic"])
def test_nothing_is_cut_where_text_is_spaced_wider(page: Page, address: str, name: str):
    """As WCAG says how wide: nothing is lost at the right, and no button hides a part of its words."""
    page.goto(f"{address}/{name}.html")
    page.evaluate(SPACED)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    assert page.evaluate(CUT) == []


@pytest.mark.browser
@pytest.mark.parametrize("size", [(1280, 720), (360, 740)])
@pytest.mark.parametrize("name", ["lobby", "match-four", "match-target", "city-card", "result-four", "score-classic"])
def test_what_is_pressed_is_large_enough_or_stands_apart(page: Page, address: str, name: str, size: tuple[int, int]):
    """In drawings too, into which axe does not look."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{address}/{name}.html")
    assert page.evaluate(SMALL) == []


@pytest.mark.browser
@pytest.mark.parametrize("name", ["lobby", "match-four", "city-card", "result", "result-four"])
def test_pages_stand_still_where_less_motion_is_asked_for(browser: Browser, address: str, name: str):
    moving = {}
    for motion in ("reduce", "no-preference"):
        context = browser.new_context(reduced_motion="reduce" if motion == "reduce" else "no-preference")
        page = context.new_page()
        page.goto(f"{address}/{name}.html")
        moving[motion] = page.evaluate(MOVING)
        context.close()
    assert moving["reduce"] == []
    assert moving["no-preference"] != []


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_who_asks_for_more_contrast_gets_words_as_dark_as_ink(browser: Browser, address: str, scheme: str):
    context = browser.new_context(contrast="more", color_scheme="dark" if scheme == "dark" else "light")
    page = context.new_page()
    page.goto(f"{address}/match-four.html")
    ink, soft = page.evaluate("[document.body, document.querySelector('h2')].map(each => getComputedStyle(each).color)")
    assert soft == ink
    context.close()


def test_fields_about_oneself_say_so_to_the_browser():
    page, settings = render("lobby"), render("settings")
    assert re.search(r'<input id="name"[^>]* autocomplete="nickname"', page)
    assert re.search(r'<input id="address"[^>]* autocomplete="email"', settings)


def test_words_are_text_and_no_images():
    """An image that a page shows is a code for cameras, with its words beside it."""
    images = {found for name in PAGES for found in re.findall(r"<img [^>]*>", render(name))}
    assert images
    assert all('class="qr"' in each and re.search(r'alt="[^"]+"', each) for each in images)
