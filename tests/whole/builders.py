"""How people add cards to the common city: by mouse, by keys alone, by taps alone."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.whole.people import PATIENCE, expect_address

TOTALS = r"""places => places.map(each => {
  const said = each.ariaLabel ?? each.querySelector("title").textContent;
  return Number(said.match(/total ([\u2212-]?\d+)/)[1].replace("\u2212", "-"));
})"""


def version_of(page: Page) -> str:
    return page.locator("#match").get_attribute("data-version") or ""


def lay_by_mouse(page: Page, card: int = 0, turned: bool = False) -> None:
    lay(page, page.locator(".own [data-key^=card-]").nth(card), turned, lambda target: target.click())


def lay_by_taps(page: Page, card: int = 0, turned: bool = False) -> None:
    """Everything is on the open tab and in the bar: nobody has to look for it."""
    lay(page, page.locator(".within-reach [data-key^=card-]").nth(card), turned, lambda target: target.tap())


def lay(page: Page, card: Locator, turned: bool, press: Callable[[Locator], None]) -> None:
    """Where it brings most."""
    before = version_of(page)
    press(card)
    expect_address(page, "card=")
    if turned:
        press(page.locator("[data-key=turn]"))
        expect_address(page, "turned=yes")
    press(best_place(page))
    press(page.locator("#confirm"))
    expect_after(page, before)


def lay_by_keys(page: Page, card: int = 0, turned: bool = False, steps: int = 3) -> None:
    """A digit, R to turn, some steps over the places, Enter, and Enter once more."""
    before = version_of(page)
    page.keyboard.press(str(card + 1))
    expect_address(page, "card=")
    if turned:
        page.keyboard.press("r")
        expect_address(page, "turned=yes")
    for step in range(steps):
        page.keyboard.press(("ArrowRight", "ArrowDown", "ArrowLeft")[step % 3])
    expect(page.locator("[data-map] .place.want:focus")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("#confirm")).to_be_focused()
    page.keyboard.press("Enter")
    expect_after(page, before)


def best_place(page: Page) -> Locator:
    """Click its middle: the links overlap, and a click goes to the nearest."""
    totals = page.locator("[data-map] .place.want").evaluate_all(TOTALS)
    return page.locator("[data-map] .place.want").nth(totals.index(max(totals))).locator(".touch")


def expect_after(page: Page, version: str) -> None:
    """The move has come back."""
    expect(page.locator("#match")).not_to_have_attribute("data-version", version, timeout=PATIENCE)


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the focus is on the element with this name."""
    for _ in range(60):
        page.keyboard.press("Tab")
        said = page.evaluate("(here => (here.innerText || here.ariaLabel || '').trim())(document.activeElement)")
        if said.startswith(name):
            return
    raise AssertionError(f"Tab never comes to {name}")


def top_of_deck(page: Page) -> str | None:
    """How a screen reader reads the open card."""
    top = page.locator(".pile .face[aria-label]")
    return top.get_attribute("aria-label") if top.count() else None


def pad(page: Page) -> list[str]:
    """Every row of the result: lines, their reasons, the total, what was needed."""
    return page.locator("table.city-pad tr").all_inner_texts()
