"""What belongs together stands together, and the rest has room: buttons and what follows them, dots, boxes to tick."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.frontend.look.shots import around_frames, made_up
from tests.frontend.look.test_longer_pages import ALL

pytestmark = pytest.mark.browser
SIZES = [(390, 844), (1280, 720)]
SPOKEN = ("en", "fr", "it")  # Dutch words are as long as theirs

# What belongs to the button itself is left out.
MISPLACED = r"""async ([address, sizes]) => {
  const frame = document.body.appendChild(document.createElement("iframe"));
  await new Promise(done => { frame.onload = done; frame.src = address; });
  const page = frame.contentDocument, view = frame.contentWindow, found = new Set(), LEAST = 4;
  const UNSEEN = "svg, .hidden-text, noscript, script";
  const said = each => each.textContent.trim().replace(/\s+/g, " ").slice(0, 40);
  const shows = each => each.checkVisibility({ visibilityProperty: true });
  const is_framed = each => {
    const { borderTopWidth, borderTopColor } = view.getComputedStyle(each);
    return parseFloat(borderTopWidth) > 0 && !/, 0\)$/.test(borderTopColor);
  };

  function texts() {
    const walker = page.createTreeWalker(page.querySelector("main"), NodeFilter.SHOW_TEXT), boxes = [];
    while (walker.nextNode()) {
      const node = walker.currentNode, range = page.createRange();
      if (!node.data.trim() || node.parentElement.closest(UNSEEN) || !shows(node.parentElement)) continue;
      range.selectNodeContents(node);
      const framed = node.parentElement.closest("button, .button, .pick span");
      const around = framed && is_framed(framed) ? [framed.getBoundingClientRect()] : [...range.getClientRects()];
      boxes.push(...around.map(box => ({ box, node })));
    }
    return boxes;
  }

  // Between two pieces a dot belongs to the first one.
  function begins_a_line(node) {
    let block = node.parentElement;
    while (view.getComputedStyle(block).display.startsWith("inline")) block = block.parentElement;
    const range = page.createRange(), at = node.data.indexOf("·");
    const edge = block.getBoundingClientRect().left + parseFloat(view.getComputedStyle(block).paddingLeft);
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    const dot = range.getBoundingClientRect();
    return dot.left - edge < 2 && dot.top - block.getBoundingClientRect().top > 12;
  }

  function measure(tell) {
    for (const { node } of texts())
      if (node.data.includes("·") && begins_a_line(node)) tell(`a dot begins a line: “${said(node.parentElement)}”`);
    for (const box of page.querySelectorAll("main label > input[type=checkbox]:first-child")) {
      const range = page.createRange();
      range.selectNodeContents(box.parentElement);
      range.setStartAfter(box);
      const words = [...range.getClientRects()].find(each => each.width > 2);
      const stands = words?.top > box.getBoundingClientRect().bottom;
      if (stands) tell(`a box stands above “${said(box.parentElement)}”`);
    }
    for (const each of page.querySelectorAll(".scroll:not(.pans)"))
      if (each.scrollWidth > each.clientWidth && view.getComputedStyle(each).backgroundImage === "none")
        tell(`nothing says that “${said(each)}” scrolls`);
    for (const words of page.querySelectorAll("main svg:not(svg svg) text")) {
      const drawing = words.closest("svg"), [one, other] = [words, drawing].map(each => each.getBoundingClientRect());
      const is_cut = one.top < other.top - 1 || one.bottom > other.bottom + 4;
      if (is_cut && view.getComputedStyle(drawing).overflow !== "visible") tell(`“${said(words)}” is cut`);
    }
  }

  for (const [width, height] of sizes) {
    [frame.width, frame.height] = [width, height];
    const tell = fault => found.add(`${fault} (${width})`);
    measure(tell);
    const boxes = texts();
    for (const button of page.querySelectorAll("main :is(button, .button, .pick span)")) {
      if (!shows(button) || !is_framed(button)) continue;
      const { left, right, bottom } = button.getBoundingClientRect();
      for (const { box, node } of boxes) {
        if (button.contains(node) || Math.min(right, box.right) - Math.max(left, box.left) < 2) continue;
        const room = box.top - bottom;
        if (room > -4 && room < LEAST) tell(`“${said(node.parentElement)}” hangs on “${said(button)}”`);
      }
    }
  }
  frame.remove();
  return [...found];
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[tuple[Page, str]]:
    with around_frames(browser) as found:
        yield found


@pytest.mark.parametrize("name", ALL)
def test_what_follows_has_room_and_what_belongs_together_stays(page: tuple[Page, str], name: str) -> None:
    shown, at = page
    found = [each for code in SPOKEN for each in shown.evaluate(MISPLACED, [f"{at}/{code}/{name}.html", SIZES])]
    assert found == []


BODIES = {
    '<button>Send</button><p style="margin: 0; line-height: 1">words</p>': "“words” hangs on “Send”",
    '<p style="width: 60px"><a>elevens</a> · <a>twelve</a></p>': "a dot begins a line",
    '<label><input type="checkbox" style="display: block"> words</label>': "a box stands above",
    '<div class="scroll" style="width: 40px"><b style="display: block; width: 400px">much</b></div>': "“much” scrolls",
    '<svg viewBox="0 0 100 100" width="100"><text x="9" y="4">12</text></svg>': "“12” is cut",
}


@pytest.mark.parametrize(("body", "fault"), [*BODIES.items()])
def test_such_faults_would_be_found(page: tuple[Page, str], body: str, fault: str) -> None:
    shown, at = page
    whole = f'<!doctype html><link rel="stylesheet" href="/static/urbanist.css"><main>{body}</main>'
    with made_up(shown, whole):
        said = " ".join(shown.evaluate(MISPLACED, [f"{at}/fault.html", SIZES]))
    assert fault in said
