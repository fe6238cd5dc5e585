"""In a started product: the rules open beside the board, and an analysis shows how far it is and arrives by itself."""

from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.frontend.look.test_in_place import APART
from tests.servers import ports
from tests.waiting import until_shown
from tests.whole.people import PATIENCE, a_page
from tests.whole.product import Product
from tests.whole.test_heard import id_of, move

pytestmark = [pytest.mark.browser, pytest.mark.server]
ANALYSED = 240_000  # milliseconds, on a machine that does much else

# All that the place of the analysis ever said, before it was there.
NOTE = """
globalThis.said = []; globalThis.loads = (globalThis.loads ?? 0) + 1;
new MutationObserver(() => {
  const news = document.querySelector("#turn-by-turn [data-news]");
  const done = news?.querySelector("progress");
  if (news) said.push([news.innerText.trim(), done ? done.value / done.max : null]);
}).observe(document, { childList: true, subtree: true, attributes: true });
"""


def play(browser: Browser, product: Product, game: str) -> Page:
    page = a_page(browser)
    page.goto(product.url)
    page.get_by_role("button", name=f"Play {game}").click()
    page.wait_for_url("**/m/*")
    expect(page.locator(".bar.yours")).to_be_visible(timeout=PATIENCE)
    return page


def may_move(page: Page, product: Product) -> bool:
    return bool(page.request.get(f"{product.url}/api/matches/{id_of(page)}").json()["legal_moves"])


@pytest.mark.parametrize(
    ("game", "boards"),
    [("Quadropolis", (".board.site", ".board.city.big", ".bar")), ("Sprawlopolis", (".map", ".bar"))],
)
def test_one_key_opens_the_rules_beside_the_board(
    browser: Browser, product: Product, game: str, boards: tuple[str, ...]
) -> None:
    page = play(browser, product, game)
    before = page.url
    page.keyboard.press("h")
    rules = page.locator(".guide-body")
    expect(rules).to_be_visible()
    expect(rules.locator("figure.picture")).not_to_have_count(0)
    assert [board for board in boards if not page.evaluate(APART, [".guide-body", board])] == []
    page.keyboard.press("Escape")
    expect(rules).to_be_hidden()
    assert page.url == before
    page.context.close()


@pytest.mark.slow
def test_an_analysis_says_how_far_it_is_and_arrives_by_itself(browser: Browser) -> None:
    with TemporaryDirectory(prefix="urbanist-") as folder:
        product = Product(Path(folder) / "var", ports(6), Path(folder) / "log", URBANIST_ANALYSIS="yes").start()
        try:
            page = play(browser, product, "Quadropolis")
            id_ = id_of(page)
            for turn in range(16):
                until_shown(page, partial(may_move, page, product), why="the next turn")
                move(page, product, 7 * turn)
            page.context.add_init_script(NOTE)
            page.goto(f"{product.url}/m/{id_}/result")
            expect(page.locator(".given-away")).to_be_visible(timeout=ANALYSED)
            shares = [share for _, share in page.evaluate("said") if share is not None]
            assert shares == sorted(shares)
            assert len(set(shares)) > 2
            assert any("This match is being analysed: " in text for text, _ in page.evaluate("said"))
            assert page.evaluate("loads") == 1
        finally:
            product.stop()
