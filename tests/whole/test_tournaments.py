"""Tournaments in real browsers: two people play one to its end, and a club another one on real tables."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.whole.people import PATIENCE, a_page, sit, take_a_turn, wait_for_one_of
from tests.whole.product import Product

pytestmark = [pytest.mark.browser, pytest.mark.server]

FORM = "form.set-up"


def set_up(page: Page, product: Product, title: str, in_person: bool = False, format_: str = "Swiss") -> str:
    """The address of a tournament of one round at tables of two."""
    page.goto(f"{product.url}/tournaments")
    page.get_by_role("link", name="Set up a tournament").click()
    page.get_by_label("Title").fill(title)
    page.locator(f"{FORM} label").filter(has_text=re.compile("^2$")).click()
    page.locator(f"{FORM} label").filter(has_text=re.compile(f"^{format_} ")).click()
    page.get_by_label("Rounds", exact=True).fill("1")
    if in_person:
        page.get_by_label("In person").check()
    page.get_by_role("button", name="Set it up").click()
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    return page.url


def act(page: Page, summary: str, button: str, **typed: str) -> None:
    """An act at the desk."""
    page.locator("summary", has_text=summary).click()
    form = page.locator("details[open]").filter(has=page.get_by_role("button", name=button, exact=True))
    for name, text in typed.items():
        form.locator(f"[name={name}]").fill(text)
    if form.locator("[name=sure]").count():
        form.locator("[name=sure]").check()
    form.get_by_role("button", name=button, exact=True).click()
    expect(page.get_by_role("status").filter(has_text="Done.")).to_be_visible()


def test_two_people_are_called_to_their_table_and_the_page_shows_how_it_ended(product: Product, browser: Browser):
    ada, bob, host = a_page(browser), a_page(browser), a_page(browser)
    address = set_up(host, product, "Evening cup")
    for page in (ada, bob):
        page.goto(address)
        page.get_by_role("button", name="Enter").click()
        expect(page.get_by_role("heading", name="You have entered.")).to_be_visible()
        expect(page.locator("#tournament:not([data-awaited])")).to_be_visible(timeout=PATIENCE)  # the number was shown
    host.goto(f"{address}/desk")
    act(host, "Start now", "Start")
    for page in (ada, bob):
        link = page.get_by_role("link", name="To table 1", exact=True)
        expect(link).to_be_visible(timeout=PATIENCE)
        link.click()
        sit(page)
    for page in (ada, bob):
        page.wait_for_url("**/m/*", timeout=PATIENCE)
    host.goto(address)
    take_a_turn(wait_for_one_of(ada, bob))
    ada.locator("#resign summary").click()
    ada.get_by_role("button", name="Resign for good").click()
    bob.locator("#end summary").click(timeout=PATIENCE)
    expect(bob.get_by_text("The table of the tournament ends like this, too.")).to_be_visible()
    bob.get_by_role("button", name="End the match now").click()
    expect(host.get_by_role("heading", name=re.compile("has won"))).to_be_visible(timeout=4 * PATIENCE)
    host.get_by_role("link", name="Rules and proof").click()
    host.get_by_role("link", name="Check it in this browser").click()
    host.get_by_role("button", name="Check it here").click()
    expect(host.locator("#verdict [data-grade=fair]")).to_be_visible(timeout=PATIENCE)


def test_a_club_plays_on_real_tables_and_a_wall_shows_it(product: Product, browser: Browser):
    host, wall = a_page(browser), a_page(browser)
    address = set_up(host, product, "Club evening", in_person=True)
    host.goto(f"{address}/desk")
    act(host, "Add players", "Add them", lines="Frida, 1500\nGustav\nHilde\nInes")
    act(host, "Start now", "Start")
    wall.goto(f"{address}/hall")
    expect(wall.get_by_text("Frida")).to_be_visible(timeout=PATIENCE)
    host.goto(address)
    expect(host.get_by_text("2 of 2 tables are still playing.")).to_be_visible(timeout=PATIENCE)
    host.goto(f"{address}/rounds/1/slips")
    expect(host.locator(".slip-code svg")).to_have_count(2)
    for table, points in ((1, ("40", "50")), (2, ("30", "30"))):
        host.goto(f"{address}/rounds/1/slips")
        host.goto(host.locator(".slip-code small").nth(table - 1).inner_text())
        for number, said in enumerate(points):
            host.get_by_label("Points", exact=True).nth(number).fill(said)
        host.get_by_role("button", name="Record the result").click()
        expect(host.get_by_role("heading", name=re.compile("Round 1"))).to_be_visible()
    host.goto(address)
    expect(host.get_by_role("heading", name=re.compile("has won"))).to_be_visible(timeout=PATIENCE)
    expect(wall.get_by_text("has won")).to_be_visible(timeout=20_000)


def test_players_of_real_tables_enter_their_results_by_phone_and_the_organiser_decides_where_they_differ(
    product: Product, browser: Browser
):
    host = a_page(browser)
    phones = [a_phone(browser) for _ in range(4)]
    address = set_up(host, product, "Club evening", in_person=True)
    host.goto(f"{address}/desk")
    act(host, "Add players", "Add them", lines="Frida\nGustav\nHilde\nInes")
    act(host, "Start now", "Start")
    host.goto(address)
    expect(host.get_by_text("2 of 2 tables are still playing.")).to_be_visible(timeout=PATIENCE)
    host.goto(f"{address}/rounds/1/slips")
    sheets = host.locator(".slip-code small").all_inner_texts()
    for number, phone in enumerate(phones):
        phone.goto(sheets[number // 2])
        phone.locator(".who-enters label").first.click()
        points = ("50", "40") if number < 3 else ("50", "41")
        for at, said in enumerate(points):
            phone.get_by_label("Points", exact=True).nth(at).fill(said)
        phone.locator(".result-form button[type=submit]").click()
        expect(phone.get_by_role("status").filter(has_text="Thank you: it is noted.")).to_be_visible()
    expect(phones[3].get_by_text("decides: please go there together")).to_be_visible()
    host.goto(address)
    host.get_by_role("link", name="Decide table 2").first.click()
    expect(host.get_by_text(re.compile("says otherwise"))).to_be_visible()
    host.get_by_label("Points", exact=True).nth(1).fill("41")
    host.get_by_label("Why it is corrected").fill("The pads say so")
    host.get_by_role("button", name="Record the result").click()
    expect(host.get_by_text("The pads say so")).to_be_visible()
    phones[0].goto(address)
    expect(phones[0].get_by_role("heading", name=re.compile("has won"))).to_be_visible(timeout=2 * PATIENCE)


def a_phone(browser: Browser) -> Page:
    """Of somebody who is no player here, and runs no scripts."""
    return browser.new_context(viewport={"width": 390, "height": 844}, java_script_enabled=False).new_page()


def test_a_duplicate_is_shown_seat_by_seat_as_soon_as_its_last_table_is_done(product: Product, browser: Browser):
    ada, host = a_page(browser), a_page(browser)
    address = set_up(host, product, "Same luck", format_="Duplicate")
    ada.goto(address)
    ada.get_by_role("button", name="Enter").click()
    expect(ada.get_by_role("heading", name="You have entered.")).to_be_visible()
    host.goto(f"{address}/desk")
    host.locator("summary", has_text="Add players").click()
    host.locator("details[open] label").filter(has_text=re.compile("^Bots$")).click()
    host.locator("summary", has_text="Add players").click()
    act(host, "Add players", "Add them", lines="any_move\nany_move\nany_move")
    act(host, "Start now", "Start")
    link = ada.get_by_role("link", name=re.compile("^To table"))
    expect(link).to_be_visible(timeout=PATIENCE)
    link.click()
    sit(ada)
    ada.wait_for_url("**/m/*", timeout=PATIENCE)
    match = ada.url
    host.goto(match)
    expect(host.get_by_text("others may still play the same draws")).to_be_visible()
    ada.locator("#resign summary").click()
    ada.get_by_role("button", name="Resign for good").click()
    host.goto(address)
    expect(host.get_by_role("heading", name=re.compile("has won"))).to_be_visible(timeout=4 * PATIENCE)
    host.goto(f"{address}/rounds/1")
    expect(host.get_by_role("heading", name="Seat by seat")).to_be_visible()
    host.goto(f"{address}/audit")
    host.get_by_role("button", name="Check it here").click()
    expect(host.locator("#verdict [data-grade='committed only']")).to_be_visible(timeout=PATIENCE)
