"""Whole matches of Sprawlopolis: two people who are watched, one alone on a phone, one with a bot."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.whole.builders import (
    expect_after,
    lay_by_keys,
    lay_by_mouse,
    lay_by_taps,
    pad,
    tab_to,
    top_of_deck,
    version_of,
)
from tests.whole.people import (
    PATIENCE,
    a_page,
    download_record,
    expect_address,
    new_table,
    open_table,
    replayed,
    sit,
    totals,
    wait_for_one_of,
)
from tests.whole.product import ROOT, Product

pytestmark = [pytest.mark.browser, pytest.mark.server]
MOVES = 14  # of all together


def sit_at_new_table(page: Page, product: Product) -> None:
    form = new_table(page, product.url, "Sprawlopolis")
    form.get_by_label("2", exact=True).check(force=True)
    open_table(form)
    sit(page)


def sit_by_keys(page: Page, product: Product) -> None:
    """From the front page to the seat."""
    page.goto(product.url)
    tab_to(page, "Sprawlopolis: Guest")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    tab_to(page, "Sit down")
    page.keyboard.press("Enter")
    page.wait_for_url("**/m/*")


def talk_by_keys(page: Page, text: str) -> None:
    page.keyboard.press("t")
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    expect(page.get_by_label("Say something to everybody here")).to_have_value("")
    page.keyboard.press("Escape")


def expect_same_table(*pages: Page) -> None:
    """All see the same city and the same card on the deck; a spectator sees no card of a hand."""
    assert len({top_of_deck(page) for page in pages}) == 1
    assert len({page.locator(".panel-site table").inner_text() for page in pages}) == 1
    watching = pages[-1]
    expect(watching.locator("div.own, .within-reach, .held-by .face:not(.back)")).to_have_count(0)
    expect(watching.locator(".backs .back").first).to_be_attached()


def play_now(page: Page, product: Product, bots: str, press: Callable[[Locator], None]) -> None:
    page.set_default_timeout(PATIENCE)
    page.goto(product.url)
    form = page.get_by_role("form", name="Sprawlopolis")
    press(form.locator(".pick label", has_text=bots))
    press(form.get_by_role("button", name="Play Sprawlopolis"))
    page.wait_for_url("**/m/*")


def result_of(page: Page) -> list[str]:
    """The sentence at the top, then every row of the pad: zones, roads, each goal, with their reasons."""
    page.wait_for_url("**/result")
    expect(page.locator(".verdict h1")).to_have_text(re.compile("needed$|points$"), timeout=PATIENCE)
    said, lines = page.locator(".verdict h1").inner_text(), pad(page)
    (needed,) = re.findall(r"\d+(?= needed| points$)", said)
    (total,) = totals(page)
    assert (total >= int(needed)) == bool(re.search(r"\b[Ww]on\b", said))
    assert str(total).replace("-", "\N{MINUS SIGN}") in said
    assert page.locator('[data-line^="goal "]').count() == 3
    return [said, *lines]


def verdict_of(record: Path, *command: str) -> str:
    """In a process of its own."""
    done = subprocess.run([sys.executable, *command, str(record)], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout


def expect_verified(record: Path) -> None:
    alone = verdict_of(record, "-I", "infra/verify.py")
    by_the_rules = verdict_of(record, "-m", "services.console", "verify")
    for said in (alone, by_the_rules):
        assert said.startswith(f"{record}: fair: ")
    assert re.search(r"legality +ok\n +points +ok\n +bots +ok: .*$", by_the_rules.rstrip())


@pytest.mark.slow
def test_two_people_build_a_city_and_a_spectator_sees_it_grow(
    product: Product, browser: Browser, tmp_path: Path
) -> None:
    """Ada has a mouse, Bob a keyboard."""
    ada, bob, eve = (a_page(browser) for _ in range(3))
    sit_at_new_table(ada, product)
    sit_by_keys(bob, product)
    ada.wait_for_url("**/m/*")
    eve.goto(ada.url)
    expect(eve.locator("#live")).to_have_text("live", timeout=PATIENCE)
    for move in range(MOVES):
        mover = wait_for_one_of(ada, bob)
        expect_same_table(ada, bob, eve)
        if mover is ada:
            lay_by_mouse(ada, move % 3 if move < 12 else 0, turned=move % 4 == 0)
        else:
            lay_by_keys(bob, move % 3 if move < 12 else 0, turned=move % 4 == 1)
        if move == 3:
            talk_by_keys(bob, "leave me the parks")
        for page in (ada, bob, eve):
            expect(page.locator("#match")).to_have_attribute("data-version", version_of(mover), timeout=PATIENCE)
    for page in (ada, bob, eve):
        expect(page.locator(".said .text")).to_have_text(["leave me the parks"])
        expect(page.locator(".bar")).to_contain_text(re.compile("(Won|Lost) together"), timeout=PATIENCE)
    tab_to(bob, "See every point")
    bob.keyboard.press("Enter")
    for page in (ada, eve):
        page.get_by_role("link", name="See every point").click()
    told = [result_of(page) for page in (ada, bob, eve)]
    assert told[0] == told[1] == told[2]
    assert re.match("(Won|Lost) together", told[0][0])
    record = download_record(eve, tmp_path)
    assert replayed(record) == totals(eve) * 2
    expect_verified(record)


def test_alone_on_a_phone_by_taps_alone(product: Product, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
    play_now(page, product, bots="none", press=lambda button: button.tap())
    for move in range(MOVES):
        expect(page.locator(".bar.yours")).to_be_visible(timeout=PATIENCE)
        lay_by_taps(page, min(move % 3, 13 - move), turned=move % 5 == 0)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, "the page scrolls sideways"
    page.get_by_role("link", name="See every point").tap()
    said = result_of(page)[0]
    assert re.match("You (won|lost): ", said)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, "the result scrolls sideways"


def test_keys_and_clicks_faster_than_the_pages_mean_the_pages_that_come(product: Product, browser: Browser) -> None:
    page = a_page(browser)
    play_now(page, product, bots="none", press=lambda button: button.click())
    expect(page.locator(".bar.yours")).to_be_visible(timeout=PATIENCE)
    page.context.new_cdp_session(page).send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 300, "downloadThroughput": -1, "uploadThroughput": -1},
    )
    first, second, _ = page.locator(".own [data-key^=card-]").evaluate_all("all => all.map(each => each.dataset.key)")
    page.evaluate(
        "keys => keys.forEach(key => document.querySelector(`[data-key=${key}]`)"
        ".dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })))",
        [second, "turn"],
    )
    expect_address(page, rf"{second.replace('-', '=')}&turned=yes$")
    before = version_of(page)
    for key in ("1", "r", "ArrowDown", "Enter", "Enter"):
        page.keyboard.press(key)
    expect_after(page, before)
    expect(page.locator(".log")).to_contain_text(re.compile(rf"lays {first.replace('-', ' ')} at"))


def test_with_a_bot_to_the_result(product: Product, browser: Browser) -> None:
    page = a_page(browser)
    play_now(page, product, bots="1", press=lambda button: button.click())
    for move in range(MOVES // 2):
        expect(page.locator(".bar.yours")).to_be_visible(timeout=PATIENCE)
        lay_by_keys(page, 0, turned=move % 2 == 0, steps=1 + move % 3)
    page.get_by_role("link", name="See every point").click()
    assert re.match("(Won|Lost) together: ", result_of(page)[0])
    expect(page.get_by_text("Not rated: played together.")).to_be_visible()
