"""The audit page comes to its end whatever it finds: no script fails, and what is doubted is named."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.frontend.look.shots import a_page, served
from tests.waiting import BUSY

pytestmark = pytest.mark.browser
AUDITS = ("audit", "audit-corrected", "audit-imported")  # of matches; a tournament's is asked for by a button


@pytest.fixture(scope="module")
def at() -> Iterator[str]:
    with served() as found:
        yield found


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    found = a_page(browser, "desk", "light")
    found.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
    yield found
    found.context.close()


@pytest.mark.parametrize("name", AUDITS)
def test_an_audit_comes_to_its_end(page: Page, at: str, name: str):
    page.goto(f"{at}/en/{name}.html")
    expect(page.get_by_role("heading", name="Digest of the newest event")).to_be_visible(timeout=1000 * BUSY)
    expect(page.locator("[data-state=waiting]")).to_have_count(0)


def test_what_is_doubted_is_named(page: Page, at: str):
    page.goto(f"{at}/en/audit-imported.html")
    expect(page.get_by_role("heading", name="Questionable, and 16 moves of seat 1")).to_be_visible(timeout=1000 * BUSY)
    expect(page.locator("#doubts li").first).to_contain_text("did not sign the start of this match")
