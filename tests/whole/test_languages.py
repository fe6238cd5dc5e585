"""People with several languages at one match, and one person who reads Italian alone.

What a page says, by itself or through its scripts and sockets, is in its own language all the time.
"""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from shared.language import ENGLISH, LANGUAGES
from tests.whole.languages import button, choose_language, expect_only, link, spoken, words
from tests.whole.people import (
    PATIENCE,
    a_page,
    expect_address,
    new_table,
    newer_than,
    open_table,
    sit_together,
    take_a_turn,
    totals,
    wait_for_one_of,
)
from tests.whole.product import Product

pytestmark = [pytest.mark.browser, pytest.mark.server]

Three = tuple[Page, Page, Page]
CONNECTION = "the connection of this page"
FAIR = "Fair: nobody alone chose what was drawn"


@pytest.fixture
def three(product: Product, browser: Browser) -> Three:
    """Ada's browser wishes French and Bob's Italian; Eve, who watches, has chosen Dutch in the header."""
    ada, bob, eve = a_page(browser, "fr-FR"), a_page(browser, "it-IT"), a_page(browser)
    open_table(new_table(ada, product.url))
    sit_together(ada, bob)
    eve.goto(ada.url)
    assert spoken(eve) == ENGLISH
    choose_language(eve, "nl")
    assert eve.url == ada.url
    for page, code in zip((ada, bob, eve), ("fr", "it", "nl"), strict=True):
        expect_live(page)
        expect_only(page, code)
    return ada, bob, eve


def status(page: Page) -> Locator:
    return page.locator("#live")


def expect_live(page: Page) -> None:
    expect(status(page)).to_have_text(words(page, "live", CONNECTION), timeout=PATIENCE)


def expect_as_new_as(mover: Page, *pages: Page) -> None:
    for page in pages:
        expect(page.locator("#match")).to_have_attribute(
            "data-version", re.compile(f"^({newer_than(mover)})$"), timeout=PATIENCE
        )


def play(turns: int, people: tuple[Page, ...], watching: tuple[Page, ...] = ()) -> None:
    """Whoever is called takes a turn; everybody gets it live, in the language that their page was in."""
    codes = {page: spoken(page) for page in (*people, *watching)}
    for _ in range(turns):
        mover = wait_for_one_of(*people)
        take_a_turn(mover)
        expect_as_new_as(mover, *codes)
        for page, code in codes.items():
            expect_only(page, code)


def say(page: Page, text: str) -> None:
    field = page.locator("#say-text")
    field.fill(text)
    field.press("Enter")


def expect_line(page: Page, text: str) -> None:
    expect(page.locator(".said li:last-child .text")).to_have_text(text, timeout=PATIENCE)


def resign(page: Page) -> None:
    page.locator("#resign > summary").click()
    page.locator("#resign button.danger").click()


def test_three_languages_at_one_match(product: Product, three: Three):
    ada, bob, eve = three
    play(3, (ada, bob), (eve,))

    say(ada, "who is there?")  # what people write is nobody's to translate
    for page in three:
        expect_line(page, "who is there?")
    bob.locator("#phrase-fold > summary").click()
    button(bob, "Nice move!").click()
    for page in three:
        expect_line(page, words(page, "Nice move!"))

    mover = wait_for_one_of(ada, bob)
    mover.locator("[data-pick][data-key^=architect-]:not([aria-current=true])").first.click()
    expect_address(mover, "architect=")
    chosen = mover.url
    choose_language(mover, ENGLISH)
    assert mover.url == chosen
    expect_live(mover)
    say(mover, "now in English")
    for page in three:
        expect_line(page, "now in English")
    mover.goto(chosen.split("?")[0])
    play(3, (ada, bob), (eve,))
    assert [spoken(page) for page in three].count(ENGLISH) == 1

    product.kill("live:create_app")
    play(1, (ada, bob), (eve,))
    for page in three:
        expect_live(page)


def test_a_page_without_sockets_says_so_in_its_language(product: Product, browser: Browser):
    page = a_page(browser, "it-IT")
    page.route_web_socket("**/live*", lambda socket: socket.close(code=1011))
    open_table(new_table(page, product.url))
    before, after = words(page, "stale since {since}, polling", CONNECTION).split("{since}")
    expect(status(page)).to_have_text(re.compile(rf"^{re.escape(before)}\d\d:\d\d{re.escape(after)}$"))
    expect_only(page, "it")


def test_a_link_opens_in_its_language_and_goes_on_in_it(product: Product, browser: Browser):
    ada, bob, eve = a_page(browser, "fr-FR"), a_page(browser, "it-IT"), a_page(browser, "fr-FR")
    open_table(new_table(ada, product.url))
    sit_together(ada, bob)
    eve.goto(f"{ada.url}?lang=nl")
    expect_live(eve)
    expect_only(eve, "nl")
    play(2, (ada, bob), (eve,))
    say(bob, "ciao a tutti")
    expect_line(eve, "ciao a tutti")
    bob.goto(f"{bob.url}?lang=nl")  # whoever plays, too
    expect_live(bob)
    play(2, (ada, bob), (eve,))
    assert [spoken(page) for page in (ada, bob, eve)] == ["fr", "nl", "nl"]
    eve.goto(ada.url)
    expect_only(eve, "fr")


REFUSED = "a line has at most {longest} characters, this one has {count}"
NOT_THERE = "architect {architect} builds in row {architect} or column {architect}"
# The turn that is about to be sent goes where its architect never builds; the number of that one.
ELSEWHERE = """() => {
  const field = document.querySelector("#turn input[name=move]"), move = JSON.parse(field.value);
  const at = move.architect % 4;
  field.value = JSON.stringify({ ...move, target: { row: at, column: at } });
  return move.architect;
}"""


def test_refusals_are_in_the_language_of_the_page(three: Three):
    ada, bob, eve = three
    for page in (ada, bob):
        field = page.locator("#say-text")
        field.evaluate("field => field.removeAttribute('maxlength')")
        say(page, "x" * 301)
        expected = words(page, REFUSED).format(longest=300, count=301)
        expect(page.locator("#problems")).to_contain_text(expected[1:], timeout=PATIENCE)  # behind a capital
        expect_only(page, spoken(page))
        field.fill("")
    mover = wait_for_one_of(ada, bob)
    choose_a_turn(mover)
    architect = mover.evaluate(ELSEWHERE)
    mover.locator("#confirm").click()
    expected = words(mover, NOT_THERE).format(architect=architect)
    expect(mover.locator("section.problem", has_text=expected[1:])).to_be_visible(timeout=PATIENCE)
    expect_only(mover, spoken(mover))
    assert not eve.locator("section.problem").count()


def choose_a_turn(page: Page) -> None:
    for key in ("architect-", "slot-", "square-"):
        if not page.locator("#confirm").count():
            before = page.url
            target = page.locator(f"[data-pick][data-key^={key}]:not([aria-current=true])").first
            shape = target.locator("rect")
            (shape.first if shape.count() else target).click()
            expect(page).not_to_have_url(before)
            expect(page.locator(".htmx-request")).to_have_count(0)
    expect(page.locator("#confirm")).to_be_visible()


def test_the_result_and_the_audit_say_the_same_in_each_language(three: Three):
    ada, bob, eve = three
    play(2, (ada, bob), (eve,))
    for page in (ada, bob):
        resign(page)
    said = []
    for page in three:
        code = spoken(page)
        expect(link(page, "See every point")).to_be_visible(timeout=PATIENCE)
        expect_only(page, code)
        link(page, "See every point").click()
        page.wait_for_url("**/result")
        expect(page.locator("table.pad tfoot td").first).to_be_visible(timeout=PATIENCE)
        expect_only(page, code)
        said.append(totals(page))
    assert said[0] == said[1] == said[2]
    verdicts = [audited(page) for page in three]
    assert verdicts == [verdicts[0]] * 3
    for code in LANGUAGES:
        ada.goto(f"{ada.url.split('?')[0]}?lang={code}")
        assert audited_here(ada) == verdicts[0]
        expect_only(ada, code)


def audited(page: Page) -> list[tuple[str, str]]:
    page.goto(page.url.replace("/result", "/audit"))
    return audited_here(page)


def audited_here(page: Page) -> list[tuple[str, str]]:
    """The state of every check, after the verdict has been read in the page's language."""
    expect(page.locator("#compare")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#verdict h2:visible").last).to_have_text(words(page, FAIR))
    expect_only(page, spoken(page))
    checks = page.locator("[data-check]").all()
    return [(each.get_attribute("data-check") or "", each.get_attribute("data-state") or "") for each in checks]


def test_who_reads_italian_alone_plays_from_the_first_page_to_the_audit(product: Product, browser: Browser):
    page = a_page(browser, "it")
    page.goto(product.url)
    expect_only(page, "it")
    page.locator("main a[href='/tables/new']").first.click()
    page.wait_for_url("**/tables/new")
    expect_only(page, "it")
    open_table(page.get_by_role("form", name="Quadropolis"))
    expect_only(page, "it")
    page.locator("form[action$='/bots']", has=page.locator("[value=greedy]")).get_by_role("button").click()
    expect(page.locator("#table")).to_contain_text("greedy", timeout=PATIENCE)
    expect_only(page, "it")
    button(page, "Sit down").click()
    page.wait_for_url("**/m/*")
    expect_live(page)
    while not is_over(page):
        expect_only(page, "it")
        take_a_turn(page)
    expect_only(page, "it")
    link(page, "See every point").click()
    page.wait_for_url("**/result")
    expect(page.locator("table.pad tfoot td").first).to_be_visible(timeout=PATIENCE)
    expect_only(page, "it")
    link(page, "Check the record").first.click()
    page.wait_for_url("**/audit")
    assert {state for _, state in audited_here(page)} == {"ok"}
    link(page, "Back to the match").click()
    expect_only(page, "it")


def is_over(page: Page) -> bool:
    """As soon as the page is called, or nobody is any more."""
    seen = ".bar.yours, .bar a.go[href$='/result']"
    expect(page.locator(seen).first).to_be_visible(timeout=PATIENCE)
    return not page.locator(".bar.yours").count()
