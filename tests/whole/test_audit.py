"""Whoever was there can prove it: the audit page checks the record, and open pages notice a changed past."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from services.console.repair import operator
from shared.ledger.decider import Message
from shared.ledger.redis import open_ledger
from shared.platform.match import Abort
from shared.platform.streams import Streams
from tests.waiting import BUSY
from tests.whole.forgery import another_key, move_with_a_lie, older_copy, other_seals, rewrite
from tests.whole.matches import is_counted, is_over
from tests.whole.people import (
    PATIENCE,
    a_page,
    choose,
    is_called,
    new_table,
    open_table,
    sit,
    take_a_turn,
    wait_for_one_of,
)
from tests.whole.product import Product, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.server]
CHECKS = (
    "form",
    "header",
    "order",
    "digest",
    "previous",
    "seal",
    "reveal",
    "commitment",
    "nonce",
    "draw",
    "signature",
    "course",
)


@pytest.fixture
def streams(product: Product) -> Streams:
    return Streams(open_ledger(product.settings.redis_url))


def begin(product: Product, page: Page, turns: int = 2) -> str:
    """The id of a match against a bot, after some turns, in which the page is called."""
    page.goto(product.url)
    page.get_by_role("button", name="Play Quadropolis").click()
    page.wait_for_url("**/m/*")
    for _ in range(turns):
        take_a_turn(wait_for_one_of(page))
    wait_for_one_of(page)
    has_checked(page)
    return page.url.rsplit("/", 1)[1]


def begin_with_a_watcher(product: Product, ada: Page, eve: Page) -> str:
    """The same, with another visitor who sees the newest version."""
    id_ = begin(product, ada)
    eve.goto(ada.url)
    has_checked(eve)
    return id_


def has_checked(page: Page) -> None:
    """The page has compared all it shows with what it had seen."""
    head = page.locator("#match").get_attribute("data-head")
    expect(page.locator("#continuity")).to_contain_text(f"checked {head} events", timeout=PATIENCE)


def head(page: Page) -> tuple[int, str]:
    shown = page.locator("#match")
    return int(shown.get_attribute("data-head") or 0), shown.get_attribute("data-digest") or ""


def audit(product: Product, page: Page, id_: str) -> Locator:
    page.goto(f"{product.url}/m/{id_}/audit")
    expect(page.locator("#compare")).to_be_visible(timeout=PATIENCE)
    return page.locator("#verdict")


def compared(page: Page, text: str) -> Locator:
    page.get_by_label("A digest that you noted").fill(text)
    page.get_by_role("button", name="Compare").click()
    return page.locator("#noted-said")


def facts(page: Page, place: str) -> list[tuple[str, str]]:
    return [(fact.get_attribute("data-state") or "", fact.inner_text()) for fact in page.locator(f"#{place} li").all()]


def test_what_a_proxy_did_to_a_record_is_named_and_is_no_forgery(product: Product, browser: Browser):
    ada = a_page(browser)
    id_ = begin(product, ada, turns=1)
    forge: list[tuple[bytes, bytes]] = []
    cause = "Line ends were changed to CR LF; with LF this record is:"

    def pass_on(route: Route) -> None:
        body = route.fetch().body()
        for old, new in forge:
            body = body.replace(old, new)
        route.fulfill(body=body.replace(b"\n", b"\r\n"))

    ada.route("**/export", pass_on)
    ada.goto(f"{product.url}/m/{id_}/audit")
    verdict = ada.locator("#verdict")
    expect(verdict.get_by_role("heading", name="Damaged: ")).to_be_visible(timeout=PATIENCE)
    expect(verdict).to_contain_text(f"{cause} still running.")
    expect(verdict.get_by_role("heading", name="Broken")).to_be_hidden()
    expect(ada.locator("#compare")).to_be_hidden()

    forge.append((b'"seats":2', b'"seats":3'))
    ada.reload()
    expect(verdict.get_by_role("heading", name="Broken")).to_be_visible(timeout=PATIENCE)
    expect(verdict).to_contain_text(f"{cause} broken: line 2, table version 1: digest: ")


def test_a_real_match_passes_every_check_and_has_what_the_browser_kept(
    product: Product, browser: Browser, streams: Streams
):
    ada = a_page(browser)
    id_ = begin(product, ada)
    version, digest = head(ada)

    verdict = audit(product, ada, id_)
    expect(verdict).to_contain_text("All is right so far")
    assert [ada.locator(f"[data-check={name}]").get_attribute("data-state") for name in ("seal", "reveal", "draw")] == [
        "after the end",
        "ok",
        "after the end",
    ]
    ada.get_by_role("link", name="Back to the match").click()
    ada.locator("#resign summary").click()
    ada.get_by_role("button", name="Resign for good").click()
    wait_for(lambda: is_counted(streams, id_), 60, product.log.read_text)

    verdict = audit(product, ada, id_)
    expect(verdict).to_contain_text("Fair: nobody alone chose what was drawn")
    assert [ada.locator(f"[data-check={name}]").get_attribute("data-state") for name in CHECKS] == ["ok"] * len(CHECKS)
    events = sum(len(streams.ledger.read(f"{kind}:{id_}")) for kind in ("table", "match", "score"))
    expect(ada.locator("[data-check=digest] .count")).to_have_text(f"{events} events")
    assert [state for state, _ in facts(ada, "kept-facts")] == ["ok"] * 5
    expect(ada.locator("#seats li").first).to_contain_text("a secret number that went into the draws")
    expect(compared(ada, f"version {version}: {digest.upper()}")).to_contain_text(f"stands at version {version}")
    expect(compared(ada, "11" * 32)).to_contain_text("not in this record")
    expect(verdict).to_contain_text("Fair")  # a word that was copied wrongly says nothing of the record
    expect(compared(ada, "hello")).to_contain_text("no digest")


def test_a_page_that_is_open_notices_another_past_at_the_next_event(
    product: Product, browser: Browser, streams: Streams
):
    ada, eve = a_page(browser), a_page(browser)
    id_ = begin_with_a_watcher(product, ada, eve)
    version, digest = head(ada)
    rewrite(product.settings.redis_url, f"match:{id_}", another_key(6))
    choose(ada.locator("[data-pick][data-key^=architect-]").first)
    expect(ada.locator("#parted .problem")).to_have_count(1, timeout=PATIENCE)  # it moves all that is to be clicked
    take_a_turn(ada)
    for page in (ada, eve):
        warning = page.locator("#parted .problem")
        expect(warning).to_have_count(1, timeout=PATIENCE)
        expect(warning).to_contain_text("is not the one that this browser saw")
    now = [entry.envelope.digest for entry in streams.matches.reader.past(f"match:{id_}").entries]
    assert named_in(eve.locator("#parted .problem")) == (version, digest, now[version - 1])  # all that Eve had seen
    named, seen, served = named_in(ada.locator("#parted .problem"))  # the first of those that Ada had seen
    assert 6 <= named <= version
    assert served == now[named - 1] != seen

    ada.reload()
    expect(ada.locator("#parted .problem")).to_have_count(1, timeout=PATIENCE)  # until it is closed
    ada.locator("#parted").get_by_role("button", name="Close").click()
    ada.reload()
    has_checked(ada)
    assert ada.locator("#parted .problem").count() == 0

    verdict = audit(product, ada, id_)
    expect(verdict).to_contain_text("Not the record that this browser saw")
    expect(compared(ada, digest)).to_contain_text("not in this record")
    assert "no" in [state for state, _ in facts(ada, "kept-facts")]


def named_in(warning: Locator) -> tuple[int, str, str]:
    """The version, the digest that was seen and the one that is served; empty where there is none."""
    version, seen, served = (warning.get_attribute(f"data-{name}") or "" for name in ("version", "seen", "served"))
    return int(version), seen, served


def test_a_page_that_was_away_notices_it_when_it_comes_back(product: Product, browser: Browser):
    ada, eve = a_page(browser), a_page(browser)
    id_ = begin_with_a_watcher(product, ada, eve)
    version, digest = head(eve)
    eve.goto("about:blank")
    rewrite(product.settings.redis_url, f"match:{id_}", another_key(version))
    eve.goto(ada.url)
    expect(eve.locator("#parted .problem")).to_have_count(1, timeout=PATIENCE)
    assert named_in(eve.locator("#parted .problem"))[:2] == (version, digest)


def test_an_older_copy_that_was_put_back_is_noticed_as_soon_as_the_connection_is_back(
    product: Product, browser: Browser
):
    ada = a_page(browser)
    id_ = begin(product, ada)
    version, digest = head(ada)
    product.kill("frontend.sockets.live")
    rewrite(product.settings.redis_url, f"match:{id_}", older_copy(2))
    warning = ada.locator("#parted .problem")
    expect(warning).to_have_count(1, timeout=PATIENCE)
    assert named_in(warning) == (version, digest, "")
    warning.get_by_role("link", name="Reload").click()
    expect(ada.locator("#match")).to_have_attribute("data-head", str(version - 2), timeout=PATIENCE)


def test_what_is_turned_over_and_was_not_sealed_is_noticed_at_once(
    product: Product, browser: Browser, streams: Streams
):
    ada, eve = a_page(browser), a_page(browser)
    id_ = begin_with_a_watcher(product, ada, eve)
    version = move_with_a_lie(streams, id_)
    for page in (ada, eve):
        warning = page.locator("#parted .problem").first
        expect(warning).to_contain_text("turned over that is not what was drawn", timeout=PATIENCE)
        assert "position 1 of the draw round_4 is shown as R4-TOW-01" in (warning.get_attribute("data-wrong") or "")
        assert int(warning.get_attribute("data-version") or 0) <= version


def test_seals_that_were_exchanged_are_noticed_by_who_comes_later(product: Product, browser: Browser):
    ada, bob = a_page(browser), a_page(browser)
    id_ = begin(product, ada, 0)
    rewrite(product.settings.redis_url, f"match:{id_}", other_seals)
    bob.goto(ada.url)
    warning = bob.locator("#parted .problem").first
    expect(warning).to_contain_text("turned over that is not what was drawn", timeout=PATIENCE)
    audit(product, bob, id_)
    assert bob.locator("[data-check=reveal]").get_attribute("data-state") == "no"
    expect(bob.locator("#first-failure")).to_contain_text(re.compile(r"line \d+, match version \d+, check “reveal”"))


def test_a_second_tab_of_who_sits_already_does_not_cost_the_secret_number(product: Product, browser: Browser) -> None:
    ada, bob = a_page(browser), a_page(browser)
    open_table(new_table(ada, product.url))
    other_tab = ada.context.new_page()
    other_tab.route("**/live*", lambda route: route.abort())
    other_tab.route_web_socket("**/live*", lambda socket: socket.close(code=1011))
    other_tab.goto(ada.url)
    other_tab.evaluate("() => { window.kept = document.querySelector('[data-sit]').cloneNode(true); }")
    sit(ada)
    with other_tab.expect_response("**/sit"):
        other_tab.evaluate("() => { table.append(window.kept); window.kept.requestSubmit(); }")
    bob.goto(ada.locator("#invitation").input_value())
    sit(bob)
    for page in (ada, bob):
        page.wait_for_url("**/m/*")
        page.get_by_text("Resign", exact=True).click()
        page.get_by_role("button", name="Resign for good").click()
    expect(bob.get_by_role("link", name="See every point")).to_be_visible(timeout=PATIENCE)
    audit(product, ada, ada.url.rsplit("/", 1)[1])
    expect(ada.locator("#kept-facts")).to_contain_text("secret number went into the draws")
    kept = ada.evaluate("() => Object.keys(localStorage).map(key => JSON.parse(localStorage[key]).said)")
    assert "shown" in kept


def test_where_hashes_cant_be_computed_the_pages_say_so_and_still_compare(product: Product, browser: Browser):
    ada, eve = a_page(browser), a_page(browser)
    id_ = begin(product, ada)
    plain = "http://urbanist.test"  # another machine's plain http, as far as the browser knows

    def passed_on(route: Route) -> None:
        route.fulfill(response=route.fetch(url=route.request.url.replace(plain, product.url)))

    eve.route(f"{plain}/**", passed_on)
    eve.goto(f"{plain}/m/{id_}/audit")
    expect(eve.locator("#unable")).to_be_visible()
    expect(eve.locator("#unable")).to_contain_text("plain http")
    assert not eve.locator("#verdict").is_visible()
    assert eve.get_by_role("link", name="Download the record", exact=True).get_attribute("href") == f"/m/{id_}/export"

    eve.goto(f"{plain}/m/{id_}")
    eve.locator("#fairness summary").click()
    expect(eve.locator("#continuity")).to_contain_text("it can check little", timeout=PATIENCE)
    version = head(eve)[0]
    rewrite(product.settings.redis_url, f"match:{id_}", another_key(version - 1))
    eve.reload()
    expect(eve.locator("#parted .problem")).to_have_count(1, timeout=PATIENCE)
    eve.unroute_all(behavior="ignoreErrors")  # it polls for ever, also while the product stops
    eve.context.close()


def test_without_scripts_the_page_says_what_to_do(product: Product, browser: Browser):
    id_ = begin(product, a_page(browser), 0)
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{product.url}/m/{id_}/audit")
    expect(page.get_by_role("heading", name="Without scripts")).to_be_visible()
    expect(page.locator(".command")).to_contain_text(f"python3 verify.py {id_}.jsonl")
    assert not page.locator("#verdict").is_visible()
    assert page.get_by_role("link", name="Download the record", exact=True).get_attribute("href") == f"/m/{id_}/export"


def test_what_operators_did_stands_on_the_audit_page(product: Product, browser: Browser, streams: Streams):
    ada = a_page(browser)
    id_ = begin(product, ada, 0)
    command: Any = Abort(reason="operator", note="the cat sat on the board")
    streams.matches.handle(Message(stream=f"match:{id_}", by=operator(), cause="abort-0001", command=command))
    wait_for(lambda: is_over(streams, id_), BUSY, product.log.read_text)
    audit(product, ada, id_)
    ((_, words),) = facts(ada, "repair-facts")
    assert re.fullmatch(r"operator:\S+ broke the match off on .* UTC \(version \d+ of the match\): “the cat .*”", words)
    assert is_called(ada) is False
