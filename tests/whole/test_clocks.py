"""Clocks in real browsers: they run down without asking the server, and time runs out under each policy."""

import re

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.whole.people import PATIENCE, a_page, is_called, new_table, open_table, sit_together, take_a_turn
from tests.whole.product import Product

pytestmark = [pytest.mark.browser, pytest.mark.server]


def begun(product: Product, browser: Browser, clock: str, out: str, absent: str = "0") -> tuple[Page, Page]:
    """Who is called, and the other one. The form offers longer clocks: nobody waits a minute in a test."""
    ada, bob = a_page(browser), a_page(browser)
    form = new_table(ada, product.url)
    form.locator('[name="clock"][value="turn-60-0-0"]').evaluate("(choice, clock) => { choice.value = clock }", clock)
    form.locator(f'[name="clock"][value="{clock}"]').check()
    form.locator(f'[name="out"][value="{out}"]').check()
    form.locator('[name="absent"][value="0"]').evaluate("(choice, seconds) => { choice.value = seconds }", absent)
    open_table(form)
    sit_together(ada, bob)
    for page in (ada, bob):
        expect(page.locator("#live")).to_have_text("live", timeout=PATIENCE)
    return (ada, bob) if is_called(ada) else (bob, ada)


def close(*pages: Page) -> None:
    for page in pages:
        page.context.close()


def test_a_clock_runs_down_without_asking_the_server_and_tells_the_last_ten_seconds_once(
    product: Product, browser: Browser
):
    first, other = begun(product, browser, "turn-13-0-0", "turn")
    asked: list[str] = []

    def hear(request: Request) -> None:
        asked.append(request.url)

    first.on("request", hear)
    own, soon = first.locator("[data-clock][data-own]"), first.locator("[data-soon]")
    expect(own.locator("b")).to_have_text("0:11", timeout=PATIENCE)
    expect(soon).to_have_text("")
    full = float(own.locator("progress").evaluate("bar => bar.value"))
    expect(own.locator("b")).to_have_text("0:08", timeout=PATIENCE)
    assert float(own.locator("progress").evaluate("bar => bar.value")) < full
    expect(soon).to_have_text("Ten seconds are left for your move.")
    expect(other.locator("[data-soon]")).to_have_text("")
    assert asked == []
    close(first, other)


def test_a_bot_plays_the_turn_whose_time_is_over_and_the_person_goes_on(product: Product, browser: Browser):
    first, other = begun(product, browser, "turn-6-0-0", "turn")
    expect(other.locator(".bar.yours")).to_be_visible(timeout=PATIENCE)
    expect(first.locator(".log")).to_contain_text(re.compile("made this move for .*, whose time was over"))
    expect(first.locator(".bar.yours")).to_be_visible(timeout=PATIENCE)  # the other one's time runs out too
    close(first, other)


def test_a_bot_plays_on_for_good(product: Product, browser: Browser):
    first, other = begun(product, browser, "turn-6-0-0", "seat")
    expect(first.locator(".bar")).to_contain_text("Your time ran out, and a bot plays on for you.", timeout=PATIENCE)
    expect(other.locator(".bar.yours")).to_be_visible(timeout=PATIENCE)
    expect(other.locator("[data-clock]")).to_have_count(1)
    close(first, other)


def test_who_loses_by_time_has_the_last_place(product: Product, browser: Browser):
    first, other = begun(product, browser, "turn-6-0-0", "loss")
    expect(first.locator(".bar")).to_contain_text("Your time ran out, and a bot plays on for you.", timeout=PATIENCE)
    winner = str(other.evaluate("document.querySelector('.me:not(.speaks) summary').firstChild.data")).strip()
    other.locator("form[action$='/resign'] button").evaluate("button => button.form.requestSubmit(button)")
    expect(other.locator(".bar")).to_contain_text(f"The match is over: {winner} wins.", timeout=PATIENCE)
    close(first, other)


def test_a_bot_keeps_the_seat_of_a_leaver_who_comes_back(product: Product, browser: Browser):
    first, other = begun(product, browser, "turn-600-0-0", "turn", absent="30")
    address, cookies = first.url, first.context.cookies()
    first.close()  # no page of theirs is open any more
    expect(other.locator(".log")).to_contain_text("is away.", timeout=3 * PATIENCE)
    expect(other.locator(".bar.yours")).to_be_visible(timeout=PATIENCE)
    back = a_page(browser)
    back.context.add_cookies([{**cookie} for cookie in cookies])  # type: ignore[typeddict-item]
    back.goto(address)
    expect(back.locator(".bar")).to_contain_text("You were away, and a bot plays on for you.")
    back.get_by_role("button", name="Take your seat back").click()
    expect(other.locator(".log")).to_contain_text("is back.", timeout=PATIENCE)
    take_a_turn(other)
    expect(back.locator(".bar.yours")).to_be_visible(timeout=PATIENCE)
    close(other, back)
