"""What a page shows or says in words that nobody translated."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser

from tests.translations.pseudo import CODE
from tests.translations.unmarked import SPOKEN

ENGLISH = re.compile(r"[A-Za-z]{3,}")
UNREAD = {"script", "style", "code", "pre", "kbd", "samp", "textarea", "bdi"}
TOLD = {"description", "og:title", "og:description"}  # what searchers and messengers show of a page
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


class Reader(HTMLParser):
    """Collects text and attributes that are seen or heard, without what is in a language of its own."""

    def __init__(self, code: str = CODE) -> None:
        super().__init__(convert_charrefs=True)
        self.code = code
        self.said: list[str] = []
        self.sentences: list[str] = []
        self._open: list[tuple[str, bool]] = []  # elements, and whether what is in them counts

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        counts = self._counts() and tag not in UNREAD and given.get("lang", self.code) == self.code
        if counts:
            self.said += [value for name, value in attrs if name in SPOKEN and value]
            self.said += [given.get("content") or ""] if {given.get("name"), given.get("property")} & TOLD else []
            self.said += [given.get("value") or ""] if given.get("type") in ("submit", "button", "reset") else []
        if tag not in VOID:
            self._open.append((tag, counts))
        if tag == "script" and "data-sentences" in given:
            self._open[-1] = ("sentences", False)

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] not in (tag, "sentences"):
            pass

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1][0] == "sentences":
            self.sentences += texts(json.loads(data))
        elif self._counts():
            self.said.append(data)

    def _counts(self) -> bool:
        return all(counts for _, counts in self._open)


def texts(found: object) -> Iterator[str]:
    if isinstance(found, dict):
        for each in found.values():
            yield from texts(each)
    elif isinstance(found, str):
        yield re.sub(r"\{\w+\}|<[^>]*>", "", found)


def english_in(page: str, names: re.Pattern[str]) -> list[str]:
    """The runs of text with a word of English; `names` is what may stand there as it is."""
    reader = Reader()
    reader.feed(page.replace("<wbr>", ""))  # a word may break there, and goes on
    return [said.strip() for said in (*reader.said, *reader.sentences) if ENGLISH.search(names.sub("", said))]
