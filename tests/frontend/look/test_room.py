"""Below a button there is room: neither words nor another button hang on its edge."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.frontend.look.shots import MATCH, served
from tests.frontend.look.test_longer_pages import ALL

pytestmark = pytest.mark.browser
SIZES = [(390, 844), (1280, 720)]
SPOKEN = ("en", "fr", "it")

# What belongs to the button itself, or lies above everything, is left out.
TOUCHED = r"""async ([address, sizes]) => {
  const frame = document.body.appendChild(document.createElement("iframe"));
  await new Promise(done => { frame.onload = done; frame.src = address; });
  const page = frame.contentDocument, view = frame.contentWindow, found = new Set(), LEAST = 4;
  const said = each => each.textContent.trim().replace(/\s+/g, " ").slice(0, 40);
  const shows = each => each.checkVisibility({ visibilityProperty: true });
  const is_framed = each => {
    const { borderTopWidth, borderTopColor } = view.getComputedStyle(each);
    return parseFloat(borderTopWidth) > 0 && !/, 0\)$/.test(borderTopColor);
  };

  function below() {
    const walker = page.createTreeWalker(page.querySelector("main"), NodeFilter.SHOW_TEXT), boxes = [];
    while (walker.nextNode()) {
      const node = walker.currentNode, range = page.createRange();
      if (!node.data.trim() || node.parentElement.closest("svg, .hidden-text, noscript, script") || !shows(node.parentElement)) continue;
      range.selectNodeContents(node);
      const framed = node.parentElement.closest("button, .button, .pick span");
      const around = framed && is_framed(framed) ? [framed.getBoundingClientRect()] : [...range.getClientRects()];
      boxes.push(...around.map(box => ({ box, node })));
    }
    return boxes;
  }

  for (const [width, height] of sizes) {
    [frame.width, frame.height] = [width, height];
    const boxes = below();
    for (const button of page.querySelectorAll("main :is(button, .button, .pick span)")) {
      if (!shows(button) || !is_framed(button)) continue;
      const { left, right, bottom } = button.getBoundingClientRect();
      for (const { box, node } of boxes) {
        if (button.contains(node) || Math.min(right, box.right) - Math.max(left, box.left) < 2) continue;
        const room = box.top - bottom;
        if (room > -4 && room < LEAST) found.add(`“${said(node.parentElement)}” hangs on “${said(button)}” (${width})`);
      }
    }
  }
  frame.remove();
  return [...found];
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[tuple[Page, str]]:
    context = browser.new_context(viewport={"width": 2000, "height": 1200}, reduced_motion="reduce")
    context.route(MATCH, lambda route: route.abort("aborted"))  # who waits at a table is led to its match
    with served() as at:
        shown = context.new_page()
        shown.goto(f"{at}/error.html")
        yield shown, at
    context.close()


@pytest.mark.parametrize("name", ALL)
def test_nothing_hangs_on_a_button(page: tuple[Page, str], name: str) -> None:
    shown, at = page
    found = [each for code in SPOKEN for each in shown.evaluate(TOUCHED, [f"{at}/{code}/{name}.html", SIZES])]
    assert found == []
