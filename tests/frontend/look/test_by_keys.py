"""A match by keys alone, as who hears the page meets it: where the focus goes, what has a name, what is said once."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.frontend.look.house import ADA, CLEO
from tests.frontend.look.open_house import Visit, open_house
from tests.frontend.look.samples import house, match, until

pytestmark = pytest.mark.browser
# All that is added to anything that is read out, and how often nothing had the focus when a page had been swapped.
LISTEN = """
globalThis.heard = []; globalThis.lost = [];
new MutationObserver(changes => {
  for (const { target, addedNodes } of changes) {
    const region = target.closest?.("[role=log], [role=status], [role=alert], [aria-live]");
    const words = [...addedNodes].map(node => node.textContent.trim()).join(" ").trim();
    if (words && region && region.ariaLive !== "off") globalThis.heard.push([region.id, words]);
  }
}).observe(document, { childList: true, subtree: true });
document.addEventListener("htmx:after:swap", () => setTimeout(() => {
  if (document.activeElement === document.body) globalThis.lost.push(location.search);
}));
"""
# Roles that somebody acts on; without a name nobody knows what they do.
ACTED_ON = {"button", "link", "textbox", "radio", "checkbox", "slider", "combobox", "DisclosureTriangle", "image"}
SLOT, TAKES = "[data-key^=slot-]", ": takes"
MEANT = """([selector, named]) => document.activeElement.matches(selector)
  && (document.activeElement.ariaLabel ?? document.activeElement.textContent).includes(named)"""
FOCUSED = "document.activeElement.dataset.key ?? document.activeElement.id ?? ''"


@pytest.fixture(scope="module")
def at() -> Iterator[str]:
    with open_house() as found:
        yield found


@pytest.fixture
def visit(browser: Browser, at: str, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """A match of the game that is asked for, in which Cleo is called."""
    game = getattr(request, "param", "quadropolis")
    id_ = f"keys{abs(hash(request.node.name)) % 10**8:08}"
    found = Visit(browser, at, until(0, match(id_, CLEO, ADA, seed=40, game=game)))
    found.page.add_init_script(LISTEN)
    found.open(at)
    yield found
    found.context.close()


def nameless(page: Page) -> list[Any]:
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    shown = [node for node in nodes if not node["ignored"] and node["role"]["value"] in ACTED_ON]
    assert len(shown) > 20
    return [node for node in shown if not node.get("name", {}).get("value", "").strip()]


def reach(page: Page, selector: str, named: str = "") -> None:
    """By Tab alone."""
    for _ in range(150):
        page.keyboard.press("Tab")
        if page.evaluate(MEANT, [selector, named]):
            return
    pytest.fail(f"no key leads to {selector}")


def choose(page: Page, selector: str, named: str = "") -> None:
    before = page.url
    reach(page, selector, named)
    page.keyboard.press("Enter")
    page.wait_for_function("before => location.href !== before", arg=before)


def turn_by_keys(page: Page) -> None:
    """The first choice by its digit, the others by Tab and Enter, and Enter once more sends the turn."""
    turn = page.locator("#match").get_attribute("data-turn")
    hotkey = page.locator("[data-pick][data-hotkey]:not([aria-disabled])").first.get_attribute("data-hotkey")
    page.keyboard.press(str(hotkey))
    expect(page.locator("[data-back]")).to_have_count(1)
    if page.locator("[data-key^=slot-]").count():
        choose(page, SLOT, TAKES)
    choose(page, "[data-key^=square-].want, [data-key=discard], [data-key^=place-]")
    expect(page.locator("#confirm")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_function("turn => document.getElementById('match').dataset.turn !== turn", arg=turn)


@pytest.mark.parametrize("visit", ["quadropolis", "sprawlopolis"], indirect=True)
def test_turns_by_keys_alone_never_lose_the_focus_and_are_told_once(visit: Visit):
    page = visit.page
    assert nameless(page) == []
    for _ in range(4):
        page.evaluate("heard.length = 0")
        turn_by_keys(page)
        expect(page.locator(".bar")).to_be_focused()
        visit.others_move(until=0)
        expect(page.locator(".bar.yours")).to_have_count(1)
        page.wait_for_function("heard.flat().join(' ').includes('It is your turn.')")
        assert nameless(page) == []
        said = Counter(words for region, words in page.evaluate("heard") if region in ("heard", "why"))
        assert max(said.values()) == 1
        assert " ".join(said).count("It is your turn.") == 1
        page.keyboard.press("Tab")
        first = page.evaluate(FOCUSED)
        assert first.startswith(("architect-", "card-")), "after the bar comes what is chosen first"
    assert page.evaluate("lost") == []


def test_a_step_back_by_keys_keeps_the_focus(visit: Visit):
    page = visit.page
    page.keyboard.press("Tab")
    page.keyboard.press("1")
    expect(page.locator("[data-back]")).to_have_count(1)
    choose(page, SLOT, TAKES)
    for gone in ("slot=", "architect="):
        page.keyboard.press("Escape")
        page.wait_for_function("gone => !location.search.includes(gone)", arg=gone)
        page.wait_for_function("document.activeElement !== document.body")
    assert page.evaluate("lost") == []


def test_what_can_not_be_chosen_says_why_in_its_name_and_once_more_when_it_is_pressed(visit: Visit):
    page = visit.page
    turn_by_keys(page)
    visit.others_move(until=0)
    refused = page.locator("[data-key=architect-1][data-why]:visible")
    expect(refused).to_have_count(1)
    unsaid = page.evaluate("""[...document.querySelectorAll("[data-why]")].filter(each =>
      !(each.ariaLabel ?? each.textContent).includes(each.dataset.why)).map(each => each.dataset.key)""")
    assert unsaid == []
    page.evaluate("heard.length = 0")
    refused.focus()
    expect(page.locator("#why")).to_have_text(str(refused.get_attribute("data-why")))
    assert page.evaluate("heard") == []
    page.keyboard.press("Enter")
    page.wait_for_function("heard.length > 0")
    assert page.evaluate("heard") == [["why", refused.get_attribute("data-why")]]
    expect(refused).to_be_focused()


def test_escape_closes_what_lies_above_the_page_and_gives_the_focus_back(visit: Visit):
    page = visit.page
    for opened in (".me", "details.other"):
        summary = page.locator(f"{opened} > summary").first
        summary.focus()
        page.keyboard.press("Enter")
        expect(page.locator(opened).first).to_have_attribute("open", "")
        page.keyboard.press("Tab")
        page.keyboard.press("Escape")
        expect(page.locator(opened).first).not_to_have_attribute("open", "")
        assert page.evaluate("document.activeElement !== document.body")
    page.locator("#guide > summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".guide-body")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#guide > summary")).to_be_focused()


@pytest.mark.parametrize("size", [(1280, 720), (320, 256)])
def test_the_list_of_keys_gets_the_focus_and_gives_it_back(visit: Visit, size: tuple[int, int]):
    """At 400 % too, where it lies in the tab of the log."""
    page = visit.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    first = page.locator("[data-key=architect-1]:visible")
    for closing in ("Escape", "?"):
        first.focus()
        page.keyboard.press("?")
        expect(page.locator("#keys > summary")).to_be_focused()
        page.keyboard.press(closing)
        expect(page.locator("#keys")).not_to_have_attribute("open", "")
        assert page.evaluate("document.activeElement !== document.body")
    assert "architect" not in page.url


def test_a_problem_that_is_closed_hands_the_focus_on(visit: Visit):
    page = visit.page
    other = house().streams.match(visit.id).state.turn
    turn_by_keys(page)
    page.evaluate(
        f"htmx.ajax('GET', '/m/{visit.id}?architect=9&turn={other}', {{ target: '#match', swap: 'outerMorph' }})"
    )
    page.evaluate("""() => {
      const problem = Object.assign(document.createElement("section"), { className: "problem" });
      problem.append(Object.assign(document.createElement("a"), { href: "", textContent: "Close" }));
      problem.firstChild.dataset.close = "";
      document.getElementById("problems").replaceChildren(problem);
    }""")
    page.locator("#problems a").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#problems .problem")).to_have_count(0)
    expect(page.locator(".bar")).to_be_focused()
