"""Moves and orders of people carry signatures that anybody can check.

The browser makes them, or the vendored implementation where a page came over plain http. Whoever plays on in another
browser is told that nothing is signed from there.
"""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from playwright.sync_api import APIResponse, Browser, Error, Page, Route, expect

from shared.ledger.canonical import canonical
from tests.chromium import ARGUMENTS
from tests.servers import ports
from tests.waiting import until_shown
from tests.whole.people import (
    PATIENCE,
    a_page,
    complete,
    new_table,
    open_table,
    reach_a_slot,
    sit_together,
    take_a_turn,
    wait_for_one_of,
)
from tests.whole.product import Product

pytestmark = [pytest.mark.browser, pytest.mark.server]

NAME = "play.example.org"
UNSIGNED = "Your key is in the browser where you sat down: moves from here are not signed."
Row = dict[str, Any]


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    """Known by another name as well: a page that came from there over plain http has no WebCrypto."""
    folder: Path = tmp_path_factory.mktemp("signed")
    running = Product(folder / "var", ports(6), folder / "log", URBANIST_NAMES=NAME)
    yield running.start()
    running.stop()


def play(page: Page, address: str, game: str = "Quadropolis") -> None:
    page.goto(address)
    page.get_by_role("button", name=f"Play {game}").click()
    page.wait_for_url("**/m/*")
    expect(page.locator("#live")).to_have_text("live", timeout=PATIENCE)


def await_turn(page: Page) -> None:
    expect(page.locator(".bar.yours")).to_be_visible(timeout=PATIENCE)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def envelopes(page: Page) -> list[Row]:
    """Of the match on the page, from its public record."""
    path = re.sub(r"[?#].*", "", page.url)
    said: str = page.evaluate("async path => (await fetch(`${path}/chain`)).text()", path)
    return [json.loads(line) for line in said.splitlines()]


def given(chain: list[Row], player: str) -> list[Row]:
    """The first events of what a player ordered."""
    before = [None, *(row["cause"] for row in chain)]
    return [row for row, cause in zip(chain, before, strict=False) if row["by"] == player and row["cause"] != cause]


def person_in(chain: list[Row]) -> str:
    (person,) = (player for player in chain[0]["data"]["players"] if player.startswith("person:"))
    return str(person)


def is_signed(chain: list[Row], row: Row, key: str) -> bool:
    """With that key, about something that stood before it."""
    if "signed" not in row:
        return False
    id_, previous = row["stream"].removeprefix("match:"), row["signed"]["previous"]
    assert previous in [one["digest"] for one in chain[: row["version"] - 1]]
    if asked := row["move"]:
        said = ["urbanist-move-1", id_, asked["seat"], asked["turn"], previous, asked["move"]]
    else:
        said = ["urbanist-order-1", id_, previous, row["type"], row["data"]]
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        public.verify(bytes.fromhex(row["signed"]["signature"]), canonical(said))
    except InvalidSignature:
        return False
    return True


def signs(page: Page, player: str | None = None) -> dict[str, list[bool]]:
    """By type of the first event, whether each order of a player, or the one person in the match, was signed."""
    chain = envelopes(page)
    person, started = player or person_in(chain), chain[0]["data"]
    key = started["keys"][started["players"].index(person)]
    found: dict[str, list[bool]] = {}
    for row in given(chain, person):
        found.setdefault("move" if row["move"] else row["type"], []).append(is_signed(chain, row, key))
    return found


def test_what_a_person_orders_by_clicks_and_by_keys_is_signed(product: Product, browser: Browser) -> None:
    page = a_page(browser)
    play(page, product.url)
    for _ in range(2):
        await_turn(page)
        take_a_turn(page)
    await_turn(page)
    page.keyboard.press("1")
    reach_a_slot(page)
    complete(page)
    page.keyboard.press("Enter")
    await_turn(page)
    press(page, "Take back")
    expect(page.locator(".log del").first).to_be_attached(timeout=PATIENCE)
    await_turn(page)
    take_a_turn(page)
    page.get_by_text("Resign", exact=True).click()
    press(page, "Resign for good")
    expect(page.locator(".bar")).to_contain_text("You resigned", timeout=PATIENCE)
    assert signs(page) == {"move": [True] * 4, "match.take_back_asked": [True], "match.seat_resigned": [True]}
    assert page.evaluate("Object.keys(localStorage).filter(name => name.startsWith('urbanist-key'))") == []
    expect(page.locator("#unsigned")).to_have_count(0)
    page.goto(f"{page.url}/audit")
    expect(page.locator('[data-check="signature"]')).to_have_attribute("data-state", "ok", timeout=PATIENCE)
    page.context.close()


def test_a_card_that_is_shown_and_then_laid_is_signed_twice(product: Product, browser: Browser) -> None:
    ada, bob = a_page(browser), a_page(browser)
    form = new_table(ada, product.url, "Sprawlopolis")
    form.get_by_role("radio", name="2", exact=True).check()
    open_table(form)
    sit_together(ada, bob)
    mover = wait_for_one_of(ada, bob)
    mover.keyboard.press("1")
    mover.wait_for_url("**card=**")
    mover.keyboard.press("s")
    expect(mover.locator(".bar .what")).to_contain_text("The others see card", timeout=PATIENCE)
    mover.locator("[data-pick][data-key^=place-]").first.press("Enter")
    mover.locator("#confirm").click()
    expect(mover.locator("#confirm")).to_have_count(0, timeout=PATIENCE)
    chain = envelopes(mover)
    seat = next(row["move"]["seat"] for row in chain if row["move"])
    assert signs(mover, chain[0]["data"]["players"][seat]) == {"move": [True, True]}
    for page in (ada, bob):
        page.context.close()


def test_over_plain_http_the_vendored_implementation_signs(
    product: Product, launch_browser: Callable[..., Browser]
) -> None:
    elsewhere = launch_browser(args=[*ARGUMENTS, f"--host-resolver-rules=MAP {NAME} 127.0.0.1"])
    page = a_page(elsewhere)
    play(page, f"http://{NAME}:{product.settings.port}/")
    assert page.evaluate("[isSecureContext, typeof crypto.subtle]") == [False, "undefined"]
    for _ in range(2):
        await_turn(page)
        take_a_turn(page)
    assert signs(page) == {"move": [True, True]}
    assert len(page.evaluate("Object.keys(localStorage).filter(name => name.startsWith('urbanist-key'))")) == 1
    elsewhere.close()


def test_who_plays_on_in_another_browser_plays_unsigned_and_reads_so(product: Product, browser: Browser) -> None:
    ada, phone = a_page(browser), a_page(browser)
    play(ada, product.url)
    match = ada.url
    await_turn(ada)
    take_a_turn(ada)
    ada.get_by_role("link", name="Play on in another browser").click()
    press(ada, "Make my personal link")
    phone.goto(ada.locator("#personal").input_value())
    phone.get_by_role("button", name="Open my seat here").or_(
        phone.get_by_role("button", name=re.compile("^Be "))
    ).click()
    phone.wait_for_url("**/m/*")
    expect(phone.locator("#unsigned")).to_have_text(UNSIGNED)
    await_turn(phone)
    take_a_turn(phone)
    ada.goto(match)
    await_turn(ada)
    take_a_turn(ada)
    assert signs(ada) == {"move": [True, False, True]}
    for page in (ada, phone):
        page.context.close()


WRONG = "void (crypto.subtle.sign = async () => new Uint8Array(64).buffer)"
HANGS = "void (crypto.subtle.sign = () => new Promise(() => null))"  # what a script gives back is waited for
LOST = "void indexedDB.deleteDatabase('urbanist')"


@pytest.mark.parametrize("fault", [HANGS, LOST], ids=["hangs", "lost"])
def test_a_move_is_sent_whatever_becomes_of_its_signature(product: Product, browser: Browser, fault: str) -> None:
    page = a_page(browser)
    play(page, product.url)
    await_turn(page)
    page.evaluate(fault)
    if fault == LOST:
        page.reload()
        await_turn(page)
    take_a_turn(page)
    assert signs(page) == {"move": [False]}
    page.context.close()


def test_a_move_whose_signature_was_refused_is_played_without_it(product: Product, browser: Browser) -> None:
    page = a_page(browser)
    play(page, product.url)
    await_turn(page)
    page.evaluate(WRONG)
    head = page.locator("#match").get_attribute("data-head")
    choose_a_turn(page)
    page.locator("#confirm").click()
    expect(page.get_by_role("alert")).to_contain_text("not that of the key", timeout=PATIENCE)
    expect(page.locator("#unsigned")).to_have_text(UNSIGNED)
    expect(page.locator("#match")).to_have_attribute("data-head", head or "")
    page.locator("#confirm").click()
    expect(page.locator("#match")).not_to_have_attribute("data-head", head or "", timeout=PATIENCE)
    assert signs(page) == {"move": [False]}
    page.context.close()


def choose_a_turn(page: Page) -> None:
    page.keyboard.press("1")
    reach_a_slot(page)
    complete(page)


def test_without_scripts_one_sits_and_moves_without_a_key(product: Product, browser: Browser) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(product.url)
    page.get_by_role("button", name="Play Quadropolis").click()
    page.wait_for_url("**/m/*", timeout=PATIENCE)
    chain = [json.loads(line) for line in page.request.get(f"{page.url}/chain").text().splitlines()]
    assert chain[0]["data"]["keys"] == [None, None]
    page.context.close()


def test_who_waits_for_a_receipt_goes_to_the_match_all_the_same(product: Product, browser: Browser) -> None:
    """The news of the match comes before the answer with the receipt, which was drawn when there was no match yet."""
    page, held = a_page(browser), list[tuple[Route, APIResponse]]()
    page.route("**/t/*/nonce", lambda route: held.append((route, route.fetch())))
    page.goto(product.url)
    page.get_by_role("button", name="Play Quadropolis").click()
    until_shown(page, lambda: bool(held), PATIENCE / 1000, "no number was shown")
    ((late, answer),) = held
    news = page.locator('#table[data-match-url^="/m/"]')
    until_shown(page, lambda: "/m/" in page.url or news.count() > 0, PATIENCE / 1000, "no news of the match")
    with suppress(Error):  # on a busy machine the page has waited long enough, and is gone
        late.fulfill(response=answer, body=re.sub('data-match-url="[^"]*"', 'data-match-url=""', answer.text()))
    page.wait_for_url("**/m/*")
    page.context.close()


def test_each_of_two_people_signs_with_a_key_of_their_own(product: Product, browser: Browser) -> None:
    """At a table, where the receipt for the number is kept and agrees with the record."""
    ada, bob = a_page(browser), a_page(browser)
    open_table(new_table(ada, product.url))
    sit_together(ada, bob)
    keys = envelopes(ada)[0]["data"]["keys"]
    assert len(set(keys)) == 2
    assert None not in keys
    for page in (ada, bob):
        (kept,) = page.evaluate("Object.entries(localStorage).filter(([name]) => name.startsWith('urbanist-table-'))")
        receipt = json.loads(json.loads(kept[1])["receipt"])
        assert receipt["data"]["nonce"] == json.loads(kept[1])["nonce"]
        page.goto(f"{page.url}/audit")
        expect(page.locator("#kept-facts")).to_contain_text("the record agrees with it", timeout=PATIENCE)
        with page.expect_download() as download:
            page.get_by_role("link", name="Save the receipt").click()
        assert json.loads(Path(download.value.path()).read_text()) == receipt
        assert re.fullmatch(r"receipt-[a-z0-9]{12}\.json", download.value.suggested_filename)
        page.context.close()
