"""What people do in their browsers, and read there, in tests of the whole product."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.rules.record import keep, write_beside
from tests.waiting import BUSY, until_shown
from tests.whole.languages import words
from tests.whole.product import ROOT
from tests.whole.ways import KEYS_TO_ANYTHING

PATIENCE = 1000 * BUSY  # milliseconds


def a_page(browser: Browser, locale: str = "en-US") -> Page:
    """A new person, who shares nothing with other pages. An error in a script fails the test.

    Nothing moves on the page, so nobody waits for bots' moves to be shown one after the other.
    """
    context = browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce", locale=locale)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
    return page


def new_table(page: Page, url: str, game: str = "Quadropolis") -> Locator:
    """The form that opens one, with all its groups unfolded; each game has its own."""
    page.goto(f"{url}/tables/new")
    form = page.get_by_role("form", name=game)
    for group in form.locator("details:not([open]) > summary").all()[::-1]:
        group.click()
    return form


def open_table(form: Locator) -> None:
    form.get_by_role("button", name=words(form.page, "Open the table")).click()
    form.page.wait_for_url("**/t/*")


def sit(page: Page) -> None:
    """Whoever sits down last may be led to the match before the table is shown again."""
    page.get_by_role("button", name=words(page, "Sit down")).click()
    expect(page.locator('#table[data-nonce="none"]')).to_have_count(0, timeout=PATIENCE)


def sit_together(host: Page, guest: Page) -> None:
    """Fill the host's open table; both are led to the match."""
    sit(host)
    guest.goto(host.locator("#invitation").input_value())
    sit(guest)
    for page in (host, guest):
        page.wait_for_url("**/m/*")


def is_called(page: Page) -> bool:
    return page.locator(".bar.yours").count() > 0


def take_a_turn(page: Page) -> None:
    """The first architect, the first slot, and the first square or whatever else can be chosen."""
    version = page.locator("#match").get_attribute("data-version")
    for key in ("architect-", "slot-"):
        choose(page.locator(f"[data-pick][data-key^={key}]:not([aria-current=true])").first)
        expect_address(page, f"{key[:-1]}=")
    if not page.locator("#confirm").count():
        choose(page.locator("[data-pick][data-key^=square-], [data-pick][data-key=discard]").first)
    expect(page.locator("#confirm")).to_be_visible(timeout=PATIENCE)
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")  # it is drawn
    page.locator("#confirm").click()
    expect(page.locator("#match")).not_to_have_attribute("data-version", version or "", timeout=PATIENCE)


def expect_address(page: Page, pattern: str) -> None:
    """In the address, then on the page, which follows a moment later."""
    expect(page).to_have_url(re.compile(pattern))
    expect_settled(page)


def expect_another_address(page: Page, before: str) -> None:
    expect(page).not_to_have_url(before)
    expect_settled(page)


def expect_settled(page: Page) -> None:
    """No answer is on its way: whatever asked for one is marked until it is there."""
    expect(page.locator(".htmx-request")).to_have_count(0)


def choose(link: Locator) -> None:
    """A link in the drawing is as large as the line of sight it draws, so people click its button."""
    shape = link.locator("rect")
    (shape.first if shape.count() else link).click()


def reach_a_slot(page: Page) -> None:
    """Arrow keys go through what is lit, Enter chooses; a tile that several slots reach asks which."""
    for arrow in ("ArrowDown", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowRight"):
        if "slot=" in page.url:
            return
        address = page.url
        page.keyboard.press(arrow)
        page.keyboard.press("Enter")
        expect_another_address(page, address)
    expect_address(page, "slot=")


def complete(page: Page) -> None:
    """Tab from link to link and take the first square, or the discard; then the button has the focus."""
    confirm = page.locator("#confirm")
    for _ in range(KEYS_TO_ANYTHING):
        if confirm.count():
            return expect(confirm).to_be_focused()
        page.keyboard.press("Tab")
        key = page.evaluate("(here => 'pick' in here.dataset ? here.dataset.key : '')(document.activeElement)")
        if key.startswith(("square-", "discard")):
            page.keyboard.press("Enter")
            expect(confirm).to_be_visible()
    raise AssertionError("Tab never came to a square, nor to the way to discard")


def wait_for_one_of(*pages: Page) -> Page:
    """The first that is called."""
    return until_shown(pages[0], lambda: next(filter(is_called, pages), None), PATIENCE / 1000, "nobody is called")


def newer_than(page: Page) -> str:
    """The versions that a page may show once it is as new as this one: bots may have moved meanwhile."""
    version = int(page.locator("#match").get_attribute("data-version") or 0)
    return "|".join(str(version + more) for more in range(12))


def totals(page: Page) -> list[int]:
    """The last row of the score pad."""
    cells = page.locator("table.pad tfoot tr").first.locator("td").all_inner_texts()
    return [int(cell.replace("\N{MINUS SIGN}", "-")) for cell in cells]


def download_record(page: Page, folder: Path) -> Path:
    """Download it from the result page. KEEP_RECORDS=<name> in the environment keeps it as a recorded match."""
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    record = folder / "record.jsonl"
    download.value.save_as(record)
    if name := os.environ.get("KEEP_RECORDS"):
        keep(name, record.read_bytes())
        write_beside(name)
    return record


def replayed(record: Path) -> list[int]:
    """What the command line says about the same record."""
    command = [sys.executable, "-m", "services.console", "replay", str(record)]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    (points,) = re.findall(r"^points: (.*)$", said, re.MULTILINE)
    return [int(number) for number in points.split(", ")]
