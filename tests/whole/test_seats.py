"""Seats in real browsers: moved to another browser, freed by the host, given to a bot; and forms that come back."""

import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.servers import ports
from tests.whole.people import PATIENCE, a_page, is_called, new_table, open_table, sit, sit_together
from tests.whole.product import Product

pytestmark = [pytest.mark.browser, pytest.mark.server]


@pytest.fixture(scope="module")
def product() -> Iterator[Product]:
    with TemporaryDirectory(prefix="urbanist-") as folder:
        running = Product(Path(folder) / "var", ports(6), Path(folder) / "log", URBANIST_ABSENT_AFTER="1")
        yield running.start()
        running.stop()


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click()


def test_a_seat_goes_along_to_another_browser_and_the_other_match_of_that_one_stays(product: Product, browser: Browser):
    ada, phone = a_page(browser), a_page(browser)
    for page in (ada, phone):
        page.goto(product.url)
        press(page, "Play Quadropolis")
        page.wait_for_url("**/m/*")
    hers, his = ada.url, phone.url
    ada.get_by_role("link", name="Play on in another browser").click()
    press(ada, "Make my personal link")
    expect(ada.get_by_alt_text("The personal link as a QR code")).to_be_visible()
    phone.goto(hers)
    expect(phone.locator(".bar")).to_contain_text("Do you sit here in another browser?")
    phone.goto(ada.locator("#personal").input_value())
    phone.get_by_role("button", name=re.compile("^Be Guest")).click()
    phone.wait_for_url("**/m/*")
    for address in (hers, his):
        phone.goto(address)
        expect(phone.locator("#live")).to_have_text("live", timeout=PATIENCE)
        assert is_called(phone)
        expect(phone.locator(".bar")).not_to_contain_text("You are watching")


def test_the_host_sends_somebody_away_who_is_told_at_once(product: Product, browser: Browser):
    host, guest = a_page(browser), a_page(browser)
    form = new_table(host, product.url)
    form.get_by_role("radio", name="3", exact=True).check()
    open_table(form)
    guest.goto(host.url)
    sit(guest)
    press(host, "Send away")
    expect(guest.locator("#table")).to_contain_text("has sent you away from your seat", timeout=PATIENCE)
    expect(host.locator("#table")).to_contain_text("Waiting for 3 more players", timeout=PATIENCE)
    expect(guest.get_by_role("button", name="Sit down")).to_have_count(0)


def test_a_bot_plays_on_for_who_never_comes_and_everybody_sees_it(product: Product, browser: Browser):
    ada, bob = a_page(browser), a_page(browser)
    open_table(new_table(ada, product.url))
    sit_together(ada, bob)
    for page in (ada, bob):
        expect(page.locator("#live")).to_have_text("live", timeout=PATIENCE)
    there, absent = (bob, ada) if is_called(ada) else (ada, bob)
    there.wait_for_timeout(1200)  # as long as nobody may be replaced: URBANIST_ABSENT_AFTER
    there.get_by_text(re.compile("^Is Guest .* there")).click()
    there.get_by_role("button", name=re.compile("^Let a bot play for")).click()
    expect(absent.locator(".bar")).to_contain_text("The others let a bot play on for you", timeout=PATIENCE)
    expect(there.locator(".bar.yours")).to_be_visible(timeout=PATIENCE)


def test_a_page_that_comes_back_from_the_history_opens_another_table(product: Product, browser: Browser):
    ada = a_page(browser)
    found = []
    ada.goto(product.url)
    for _ in range(2):
        press(ada, "Play Quadropolis")
        ada.wait_for_url("**/m/*")
        found.append(ada.url)
        ada.go_back()
        ada.wait_for_url(f"{product.url}/")
    assert found[0] != found[1]
