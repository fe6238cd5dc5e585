"""Two people in two browsers and a bot play a whole match through the real pages of the whole product."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.whole.product import ROOT, Product

pytestmark = [pytest.mark.browser, pytest.mark.server]
PATIENCE = 15_000  # milliseconds


@pytest.fixture
def product(var: Path, free_ports: list[int], tmp_path: Path) -> Iterator[Product]:
    running = Product(var, free_ports, tmp_path / "log")
    yield running.start()
    running.stop()


def a_page(browser: Browser) -> Page:
    """A person of their own: nothing is shared with other pages. Whatever a script throws fails the test."""
    page = browser.new_context(viewport={"width": 1280, "height": 720}).new_page()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
    return page


def sit(page: Page) -> None:
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("#table")).not_to_have_attribute("data-nonce", "none")


def is_called(page: Page) -> bool:
    return page.locator(".bar.yours").count() > 0


def take_a_turn(page: Page) -> None:
    """The first architect that can be chosen, the first slot, the first square or what else there is."""
    version = page.locator("#match").get_attribute("data-version")
    for key in ("architect-", "slot-"):
        choose(page.locator(f"[data-pick][data-key^={key}]:not([aria-current=true])").first)
        expect(page).to_have_url(re.compile(f"{key[:-1]}="))
    if not page.locator("#confirm").count():
        choose(page.locator("[data-pick][data-key^=square-], [data-pick][data-key=discard]").first)
    page.locator("#confirm").click()
    expect(page.locator("#match")).not_to_have_attribute("data-version", version or "", timeout=PATIENCE)


def choose(link: Locator) -> None:
    """A link in the drawing is as large as the line of sight that it draws: people click its button."""
    shape = link.locator("rect")
    (shape.first if shape.count() else link).click()


def test_two_browsers_and_a_bot_play_a_whole_match(product: Product, browser: Browser, tmp_path: Path) -> None:
    ada, bob, eve = (a_page(browser) for _ in range(3))
    ada.goto(f"{product.url}/tables/new")
    ada.get_by_label("3", exact=True).check(force=True)
    ada.get_by_role("button", name="Open the table").click()
    ada.get_by_role("button", name="Add bot greedy").click()
    sit(ada)
    bob.goto(ada.locator("#invitation").input_value())
    sit(bob)
    for page in (ada, bob):
        page.wait_for_url("**/m/*")
    eve.goto(ada.url)
    for _ in range(32):
        turn = wait_for_one_of(ada, bob)
        take_a_turn(turn)
        for page in (ada, bob, eve):  # every open page shows the move
            expect(page.locator("#match")).to_have_attribute(
                "data-version", re.compile(f"^({newer_than(turn)})$"), timeout=PATIENCE
            )
    for page in (ada, bob, eve):
        expect(page.locator(".bar")).to_contain_text("wins" if page is eve else "win", timeout=PATIENCE)
    eve.get_by_role("link", name="See every point").click()
    expect(eve.get_by_role("heading", name="Score pad")).to_be_visible()
    with eve.expect_download() as download:
        eve.get_by_role("link", name="Download the record").click()
    record = tmp_path / "record.jsonl"
    download.value.save_as(record)
    assert totals(eve) == replayed(record)


def wait_for_one_of(*pages: Page) -> Page:
    for _ in range(PATIENCE // 50):
        for page in pages:
            if is_called(page):
                return page
        pages[0].wait_for_timeout(50)
    raise AssertionError("nobody is called: " + pages[0].locator(".bar").inner_text())


def newer_than(page: Page) -> str:
    """Versions that a page may show which is at least as new as this one, bots having moved meanwhile."""
    version = int(page.locator("#match").get_attribute("data-version") or 0)
    return "|".join(str(version + more) for more in range(12))


def totals(page: Page) -> list[int]:
    """The last row of the score pad."""
    cells = page.locator("table.pad tfoot tr").first.locator("td").all_inner_texts()
    return [int(cell.replace("\N{MINUS SIGN}", "-")) for cell in cells]


def replayed(record: Path) -> list[int]:
    """What the command line says of the same record."""
    command = [sys.executable, "-m", "services.console", "replay", str(record)]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    (points,) = re.findall(r"^points: (.*)$", said, re.MULTILINE)
    return [int(number) for number in points.split(", ")]
