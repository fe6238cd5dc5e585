"""What people read and press in the language of their page."""

from playwright.sync_api import Locator, Page, expect

from shared.language import speaking, translated, translated_as
from tests.translations.foreign import foreign_in


def spoken(page: Page) -> str:
    """The language that the page says it is in."""
    return page.locator("html").get_attribute("lang") or ""


def words(page: Page, sentence: str, context: str = "") -> str:
    """What an English sentence is in the language of the page; `context` as in `sense`."""
    with speaking(spoken(page)):
        return translated_as(context, sentence) if context else translated(sentence)


def button(page: Page, sentence: str, context: str = "") -> Locator:
    return page.get_by_role("button", name=words(page, sentence, context), exact=True)


def link(page: Page, sentence: str, context: str = "") -> Locator:
    return page.get_by_role("link", name=words(page, sentence, context), exact=True)


def choose_language(page: Page, code: str) -> None:
    """In the header."""
    page.locator("header .speaks > summary").click()
    page.locator(f"header .speaks button[value={code}]").click()
    expect(page.locator("html")).to_have_attribute("lang", code)


def expect_only(page: Page, code: str) -> None:
    """All of the page is in this language, what only screen readers say and what is folded too."""
    assert spoken(page) == code
    assert foreign_in(page.content(), code) == [], page.url
