"""People wait for opponents in real browsers, meet, and play; one closes the page, and one does not come."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.whole.people import PATIENCE, a_page, new_table, open_table, take_a_turn, wait_for_one_of
from tests.whole.product import Product

pytestmark = [pytest.mark.browser, pytest.mark.server]

FORM = "Quadropolis with people"


def wait(page: Page, product: Product, seats: str = "2", mode: str = "classic") -> None:
    page.goto(product.url)
    form = page.get_by_role("form", name=FORM)
    form.get_by_label("Players").select_option(seats)
    form.get_by_label("Mode").select_option(mode)
    form.get_by_role("button", name="Find players").click()


def is_waiting(page: Page) -> None:
    page.wait_for_url("**/queue")
    expect(page.get_by_role("heading", name="Looking for a player …")).to_be_visible()


def test_two_people_are_at_the_board_without_another_click(product: Product, browser: Browser):
    ada, bob = a_page(browser), a_page(browser)
    wait(ada, product)
    is_waiting(ada)
    wait(bob, product)
    for page in (ada, bob):
        page.wait_for_url("**/m/*", timeout=PATIENCE)
    assert ada.url == bob.url
    take_a_turn(wait_for_one_of(ada, bob))
    audit = ada.url.replace("/m/", "/t/")
    assert ada.evaluate("id => localStorage[`urbanist-table-${id}`]", audit.rsplit("/", 1)[1])  # with secret numbers


def test_who_closes_the_page_is_matched_with_nobody_and_who_loads_it_anew_waits_on(product: Product, browser: Browser):
    ada, bob, cleo = (a_page(browser) for _ in range(3))
    wait(ada, product, mode="expert")
    is_waiting(ada)
    ada.close()
    wait(bob, product, mode="expert")
    is_waiting(bob)
    bob.wait_for_timeout(4000)  # that nobody comes can't be waited for
    is_waiting(bob)
    bob.reload()
    is_waiting(bob)
    wait(cleo, product, mode="expert")
    for page in (bob, cleo):
        page.wait_for_url("**/m/*", timeout=PATIENCE)


def test_who_stops_waiting_waits_no_more_and_is_offered_a_bot_before(product: Product, browser: Browser):
    page = a_page(browser)
    wait(page, product, seats="3")
    page.wait_for_url("**/queue")
    offer = page.get_by_role("button", name="Play with bots now")
    expect(offer).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Stop waiting").click()
    expect(page.get_by_text("You do not wait any more.")).to_be_visible()
    wait(page, product, seats="3")
    expect(offer).to_be_visible(timeout=PATIENCE)
    offer.click()
    page.wait_for_url("**/m/*", timeout=PATIENCE)


def test_where_somebody_does_not_come_the_other_waits_on(product: Product, browser: Browser):
    ada, bob = a_page(browser), a_page(browser)
    bob.route("**/t/*/sit", lambda route: route.abort())
    wait(ada, product, seats="2", mode="expert")
    is_waiting(ada)
    wait(bob, product, seats="2", mode="expert")
    ada.wait_for_url("**/t/*", timeout=PATIENCE)
    expect(ada.get_by_text("Waiting for 1 more player.")).to_be_visible()
    ada.wait_for_url("**/queue?said=parted", timeout=PATIENCE)
    expect(ada.get_by_text("Somebody did not come to the table in time")).to_be_visible()
    bob.wait_for_url("**/queue?said=parted", timeout=PATIENCE)
    expect(bob.get_by_text("You did not sit down in time")).to_be_visible()
    cleo = a_page(browser)
    wait(cleo, product, seats="2", mode="expert")
    for page in (ada, cleo):
        page.wait_for_url("**/m/*", timeout=PATIENCE)


def test_what_is_chosen_on_the_front_page_stays_while_news_comes(product: Product, browser: Browser):
    ada, bob = a_page(browser), a_page(browser)
    ada.goto(product.url)
    form = ada.get_by_role("form", name=FORM)
    form.get_by_label("Players").select_option("4")
    form.get_by_label("Time").select_option("turn-60-0-0")
    version = ada.locator("#lobby").get_attribute("data-version")
    open_table(new_table(bob, product.url))
    expect(ada.locator("#lobby")).not_to_have_attribute("data-version", version or "", timeout=PATIENCE)
    expect(form.get_by_label("Players")).to_have_value("4")
    expect(form.get_by_label("Time")).to_have_value("turn-60-0-0")


def test_two_people_without_scripts_meet_by_buttons(product: Product, browser: Browser):
    two = [browser.new_context(java_script_enabled=False).new_page() for _ in range(2)]
    for page in two:
        wait(page, product, seats="2", mode="classic")
    for page in two:
        page.wait_for_url("**/t/*", timeout=PATIENCE)
        page.get_by_role("button", name="Sit down").click()
    for page in two:
        page.wait_for_url("**/m/*", timeout=PATIENCE)
        page.context.close()
