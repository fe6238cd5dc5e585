"""What people read holds no word of how records are kept: those belong to the audit page, which explains them."""

import re
from html.parser import HTMLParser

import pytest

from frontend.sentences_of_scripts import text_of
from tests.frontend.look.pages import PAGES, environment, render

JARGON = (
    "version",
    "versions",
    "seal",
    "seals",
    "sealed",
    "digest",
    "digests",
    "stub",
    "stubs",
    "commitment",
    "nonce",
    "hash",
)
# They name what programs send, and versions of programs.
FOR_PROGRAMS = (
    *("api", "bot", "bot-failing", "bot-rated", "bots", "bots-brought", "bots-round-robin"),
    *("me-bots", "tournament-bots"),
)
PEOPLE = sorted(name for name in PAGES if not name.startswith("audit") and name not in FOR_PROGRAMS)
WORD = re.compile(rf"\b({'|'.join(JARGON)})\b", re.IGNORECASE)
SAID = ("aria-label", "title", "alt", "placeholder", "data-title", "data-why", "data-apart")
UNREAD = ("script", "style", "pre")  # `pre` holds the record's own lines, hidden


class Words(HTMLParser):
    """All that a page says, to eyes and to screen readers."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.unread = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.unread += tag in UNREAD
        self.said += [value or "" for name, value in attrs if name in SAID]

    def handle_endtag(self, tag: str) -> None:
        self.unread -= tag in UNREAD

    def handle_data(self, data: str) -> None:
        if not self.unread:
            self.said.append(data)


def jargon(page: str) -> list[str]:
    return [" ".join(text.split()) for text in Words(page).said if WORD.search(text)]


@pytest.mark.parametrize("name", [name for name in PEOPLE if name not in ("anchor", "anchors")])  # they are of audits
def test_no_page_but_the_audit_speaks_of_how_records_are_kept(name: str):
    assert jargon(render(name)) == []


def test_nor_do_the_sentences_of_scripts_on_these_pages():
    templates = environment()
    shown = templates.from_string('{% import "audit/_sentences.html" as all %}{{ all.watched() }}').render()
    assert WORD.findall(text_of(templates, "page", "en")) == []
    assert WORD.findall(shown) == []


@pytest.mark.parametrize(
    "page", ["<p>Version 33</p>", '<p title="A sealed draw">x</p>', '<a aria-label="digest">x</a>', "<b>a</b> stub."]
)
def test_such_words_would_be_found(page: str):
    assert jargon(page)


def test_the_audit_page_explains_them():
    assert jargon(render("audit"))
