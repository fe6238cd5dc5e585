"""Names that have no room end in dots, inside of their cell or menu, and the header of a phone stays one line."""

import re
from collections.abc import Iterator
from itertools import product

import pytest
from playwright.sync_api import Browser, Page

from tests.frontend.look.shots import DRAWN, served

pytestmark = pytest.mark.browser
SIZES = [(390, 844), (1280, 720)]
NAMED = ("match-corrected", "expert-ended", "match-long-ended", "result-long", "score-round", "table-stranger")

FAULTS = """() => {
  const found = [];
  for (const each of document.querySelectorAll(".pad thead th > span, .me:not(.speaks) summary")) {
    if (!each.checkVisibility() || each.closest(".hidden-text") || each.matches(".hidden-text")) continue;
    const style = getComputedStyle(each), box = each.getBoundingClientRect(), said = each.textContent.slice(0, 20);
    const around = (each.closest("th") ?? each.closest(".top")).getBoundingClientRect();
    if (box.right > around.right + 1 || box.left < around.left - 1) found.push(`over its cell: ${said}`);
    const isDotted = style.textOverflow === "ellipsis" && /block/.test(style.display);
    if (each.scrollWidth > each.clientWidth + 1 && !isDotted) found.push(`cut without dots: ${said}`);
  }
  const logo = document.querySelector(".top .name"), menus = document.querySelector(".menus");
  if (menus && menus.getBoundingClientRect().top > logo.getBoundingClientRect().bottom) found.push("a second line");
  return found;
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[tuple[Page, str]]:
    context = browser.new_context(has_touch=True)
    context.route_web_socket(re.compile("^ws"), lambda socket: None)  # is live, and nothing happens
    with served() as at:
        yield context.new_page(), at
    context.close()


@pytest.mark.parametrize(("name", "code"), [*product(NAMED, ("en", "fr"))])
def test_a_name_without_room_ends_in_dots(page: tuple[Page, str], name: str, code: str) -> None:
    shown, at = page
    found = []
    shown.goto(f"{at}/{code}/{name}.html")
    shown.wait_for_function(DRAWN)
    for width, height in SIZES:
        shown.set_viewport_size({"width": width, "height": height})
        found += [f"{width}x{height}: {fault}" for fault in shown.evaluate(FAULTS)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("style", ["display: flex", "text-overflow: clip", "display: block; width: 900px"])
def test_such_faults_would_be_found(page: tuple[Page, str], style: str) -> None:
    shown, at = page
    shown.set_viewport_size({"width": 390, "height": 844})
    shown.goto(f"{at}/en/result-long.html")
    shown.evaluate(
        "style => document.querySelectorAll('.pad thead th > span').forEach(each => each.style.cssText = style +"
        " (style.includes('width') ? '; max-width: none; position: relative; left: -99px' : ''))",
        style,
    )
    assert shown.evaluate(FAULTS)
