"""What a page shows or says in a sentence of another language than its own, by the sentences of all catalogues."""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import NamedTuple

from shared.language import ENGLISH, LANGUAGES
from tests.translations.messages import messages
from tests.translations.shown import Reader
from tests.translations.test_catalogues import translations

WORDS = 3  # fewer may be the same in several languages by chance
VALUE_OR_TAG = re.compile(r"\{\w+\}|<[^>]*>|&\w+;")
SPACE = re.compile(r"\s+")
WORD = re.compile(r"[^\W\d_]+(?:[\u2019'][^\W\d_]+)*")
NO_SIGN = re.compile(r"[^\W\d_]{3}")  # a letter or two may stand for anything

Start = tuple[str, ...]


class Piece(NamedTuple):
    language: str
    words: str


def sentences(code: str) -> Iterator[str]:
    """All that is said in a language, each form of it."""
    if code == ENGLISH:
        for message in messages():
            yield from filter(None, (message.one, message.many))
        return
    for each in translations(code):
        yield from each.forms


def pieces(code: str) -> Iterator[Piece]:
    """What stands between values and elements, where that has words enough to know the language by."""
    for said in sentences(code):
        for piece in VALUE_OR_TAG.split(said):
            if len(WORD.findall(piece)) >= WORDS:
                yield Piece(code, plain(piece))


def plain(text: str) -> str:
    return SPACE.sub(" ", text).strip()


def starts(text: str) -> list[Start]:
    """The runs of three words."""
    found = WORD.findall(text)
    return list(zip(*(found[at:] for at in range(WORDS)), strict=False))


@cache
def foreign(code: str) -> dict[Start, set[Piece]]:
    """Whatever no sentence of this language holds, by its first words."""
    own = "\n".join(map(plain, sentences(code)))
    found = defaultdict[Start, set[Piece]](set)
    for piece in chain.from_iterable(map(pieces, set(LANGUAGES) - {code})):
        if piece.words not in own:
            found[starts(piece.words)[0]].add(piece)
    return dict(found)


@cache
def wholes(code: str) -> dict[str, str]:
    """Sentences without values that this language does not have, however short, with their languages."""
    own = {plain(piece) for said in sentences(code) for piece in (said, *VALUE_OR_TAG.split(said))}
    others = ((plain(said), other) for other in LANGUAGES if other != code for said in sentences(other))
    return {said: other for said, other in others if said not in own and NO_SIGN.search(said)}


def foreign_in(page: str, code: str) -> list[str]:
    """`page` is its HTML. What people have written, and what is marked as another language, is nobody's mistake."""
    reader = Reader(code)
    reader.feed(page)
    runs = [plain(said) for said in reader.said]
    text = "\n".join(runs)
    met = (foreign(code).get(start, ()) for start in set(starts(text)))
    found = {piece for piece in chain.from_iterable(met) if _stands_in(text, piece)}
    found |= {Piece(wholes(code)[run], run) for run in runs if run in wholes(code)}
    return sorted(f"{piece.language}: {piece.words}" for piece in found)


def _stands_in(text: str, piece: Piece) -> bool:
    """As whole words."""
    return re.search(rf"(?<!\w){re.escape(piece.words)}(?!\w)", text) is not None
