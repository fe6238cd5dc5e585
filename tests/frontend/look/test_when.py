"""Moments are told in the visitor's own zone, and name it where scripts are off."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.frontend.look.shots import served

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def samples() -> Iterator[str]:
    with served() as at:
        yield at


@pytest.fixture(params=[True, False], ids=["scripted", "unscripted"])
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    context = browser.new_context(timezone_id="Asia/Tokyo", locale="en-US", java_script_enabled=request.param)
    yield context.new_page()
    context.close()


def in_tokyo(moment: str) -> re.Pattern[str]:
    """As an American writes it: `Mar 1, 2026, 9:00 PM`."""
    there = datetime.fromisoformat(moment) + timedelta(hours=9)
    return re.compile(f"{there:%b} {there.day}, {there.year}, {there:%I}:{there:%M}\\s{there:%p}".replace(" 0", " "))


def is_scripted(request: pytest.FixtureRequest) -> bool:
    return "unscripted" not in request.node.name


@pytest.mark.parametrize("name", ["lists-finished", "lobby", "audit-imported"])
def test_in_lists_and_in_sentences(page: Page, samples: str, name: str, request: pytest.FixtureRequest):
    page.goto(f"{samples}/{name}.html")
    moment = page.locator("time").first
    if is_scripted(request):
        expect(moment).not_to_contain_text("UTC")
        expect(moment).to_have_attribute("title", re.compile(r"Japan|GMT\+9"))
        if name != "audit-imported":
            expect(moment).to_have_text(in_tokyo(moment.get_attribute("datetime") or ""))
    else:
        expect(moment).to_have_text(re.compile(r"^\d+ [A-Z][a-z]{2,3} 20\d\d, \d\d:\d\d UTC$"))


def test_french_counts_the_first_of_a_month(page: Page, samples: str):
    page.goto(f"{samples}/fr/audit-imported.html")
    expect(page.locator("time").first).to_have_text(re.compile(r"^1er mai 2026"))


def test_in_the_talk(page: Page, samples: str, request: pytest.FixtureRequest):
    page.goto(f"{samples}/talk.html")
    said = page.locator("#said time").first
    expect(said).to_have_text("21:01" if is_scripted(request) else "12:01 UTC")


def test_on_the_links_of_the_log(page: Page, samples: str, request: pytest.FixtureRequest):
    page.goto(f"{samples}/match-architect.html")
    link = page.locator(".log a[data-moment]").first
    said = re.compile(r"(GMT\+9|Japan Standard Time): show" if is_scripted(request) else r" UTC: show this moment$")
    expect(link).to_have_attribute("title", said)
