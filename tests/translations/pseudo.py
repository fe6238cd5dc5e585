"""A language in which whatever is not translated shows: `Ŝéñţéñçé`, two fifths longer than English."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from gettext import NullTranslations
from unittest.mock import patch

from shared.language import LANGUAGES, catalogues, negotiated, speaking

CODE = "eo"  # how its numbers, days and lists are written; no page is in Esperanto otherwise
LETTERS = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļṁñöþǫŕšţûṽŵẋýž",
)
KEPT = re.compile(r"\{\w+\}|<[^>]*>|&\w+;|\s+")
LONGER = 0.4
LOOKED_UP = set[tuple[str, str | None]]()  # the English of all that was ever said in it, with its context


def pseudo(sentence: str) -> str:
    """Names of values, elements and spaces stay; the last word gets longer."""
    pieces, at = [], 0
    for found in KEPT.finditer(sentence):
        pieces += [sentence[at : found.start()].translate(LETTERS), found[0]]
        at = found.end()
    said = "".join(pieces) + sentence[at:].translate(LETTERS)
    more = "ṽ" * round(LONGER * len(KEPT.sub("", sentence)))
    words = [more[at : at + 9] for at in range(0, len(more), 9)]
    return _with(said, " ".join(words)) if more else said


def _with(said: str, more: str) -> str:
    """Before the mark that ends a sentence: a page may look for it."""
    end = re.search(r"[.!?…:]*$", said)
    assert end is not None
    return f"{said[: end.start()]} {more}{end[0]}" if len(said) > 3 else said[: end.start()] + more + end[0]


class Pseudo(NullTranslations):
    def gettext(self, message: str) -> str:
        LOOKED_UP.add((message, None))
        return pseudo(message)

    def pgettext(self, context: str, message: str) -> str:
        LOOKED_UP.add((message, context))
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        LOOKED_UP.add((msgid1, None))
        return pseudo(msgid1 if n == 1 else msgid2)


@contextmanager
def pseudo_spoken() -> Iterator[None]:
    """Requests may ask for it, and it is spoken here."""
    translations = catalogues.translations

    def offered(code: str) -> NullTranslations:
        return Pseudo() if code == CODE else translations(code)

    with (
        patch.object(catalogues, "translations", offered),
        patch.object(negotiated, "LANGUAGES", (*LANGUAGES, CODE)),
        speaking(CODE),
    ):
        yield
