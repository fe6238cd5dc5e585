"""Gives what a module declares for itself short names: a browser loads fewer bytes, and nobody reads a bundle.

A name becomes one other name, which the module has for nothing else, wherever it stands for a variable; so each scope
still hides from another one what it did. Properties, and what goes out of a module, keep their names. Whatever is not
surely a variable of the module keeps its name as well.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, pairwise, product
from typing import NamedTuple

from frontend.bundles.words import Reader, Token

DECLARES = {"const", "let", "function", "class"}
# Names that a module may declare in one function and mean as the browser's in another.
OF_BROWSERS = frozenset({
    "blur", "close", "closed", "confirm", "fetch", "find", "focus", "frames", "history", "length", "location", "moveBy",
    "name", "navigation", "open", "origin", "parent", "performance", "print", "screen", "scroll", "self", "status",
    "stop", "top",
})  # fmt: skip
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
# Words of the language that may be names as well.
MEANT_TWICE = frozenset({"as", "async", "await", "from", "get", "let", "of", "set", "static", "yield"})
RESERVED = MEANT_TWICE | {"do", "if", "in"}  # of those that short names could be
OUTSIDE = Token("sign", ";", "block", 1)  # as if it stood before and after a script


class Word(NamedTuple):
    """A word of a script, with `at` which place among its tokens, and the text `before` and `after` it."""

    token: Token
    at: int
    before: str
    after: str

    @property
    def is_property(self) -> bool:
        """Of `a.word` or `{ word: … }`."""
        return self.before in (".", "?.") or (self._begins_entry and self.after == ":")

    @property
    def is_both(self) -> bool:
        """A property and perhaps a variable: `{ word }`, `{ word() {} }`, or a member of a class."""
        return not self.is_property and (self._begins_entry or self.token.inside == "class")

    @property
    def _begins_entry(self) -> bool:
        return self.token.inside == "object" and self.before in ("{", ",", "get", "set", "async")


def shortened(script: str, exports: Iterable[str]) -> str:
    """The script of one module with short names for what it declares, but for its exports. Raises UnreadableScript."""
    found = list(Reader(script).tokens())
    words = list(_words(found))
    own = declared(found) - {word.token.text for word in words if word.is_both} - {*exports} - OF_BROWSERS - MEANT_TWICE
    often = Counter(word.token.text for word in words if word.token.text in own and not word.is_property)
    names = dict(zip([name for name, _ in often.most_common() if len(name) > 1], _fresh(words), strict=False))
    texts = [token.text for token in found]
    for word in words:
        if not word.is_property:
            texts[word.at] = names.get(word.token.text, word.token.text)
    return "".join(texts)


def declared(found: Sequence[Token]) -> set[str]:
    """By `const`, `let`, `function` and `class`, and what functions are given. What is taken apart is left as it is."""
    signs = [OUTSIDE, *(token for token in found if token.kind != "space"), OUTSIDE]
    names = set[str]()
    for at, (before, token, after) in enumerate(zip(signs, signs[1:], signs[2:], strict=False), 1):
        if token.kind == "word" and (before.text in DECLARES or after.text == "=>"):
            names.add(token.text)
        if token.text in ("const", "let") and token.kind == "word":
            names.update(_listed(signs[at + 1 :], token.depth))
        if token.text == "(" and token.kind == "sign":
            names.update(_given(signs, at))
    return names


def _listed(signs: Sequence[Token], depth: int) -> Iterator[str]:
    """Of `let one = 1, other = 2;` and `const one of all`."""
    for before, token in pairwise(signs):
        if before.depth < depth or (before.depth == depth and before.text in (";", "of", "in", ")")):
            return
        if token.kind == "word" and token.depth == depth and before.text == ",":
            yield token.text


def _given(signs: Sequence[Token], at: int) -> Iterator[str]:
    """What a function takes between these brackets, if it is one."""
    depth = signs[at].depth
    end = next(number for number in count(at + 1) if signs[number].depth == depth and signs[number].text == ")")
    called, named = signs[at - 1].text, signs[at - 2].text
    is_catch = called == "catch" and named != "."
    if signs[end + 1].text == "=>" or "function" in (called, named) or is_catch:
        for before, token in zip(signs[at:end], signs[at + 1 : end], strict=False):
            if token.kind == "word" and token.depth == depth + 1 and before.text in ("(", ",", "..."):
                yield token.text


def _words(found: Sequence[Token]) -> Iterator[Word]:
    places = [at for at, token in enumerate(found) if token.kind != "space"]
    texts = ["", *(found[at].text for at in places), ""]
    for number, at in enumerate(places):
        if found[at].kind == "word":
            yield Word(found[at], at, texts[number], texts[number + 2])


def _fresh(words: Iterable[Word]) -> Iterator[str]:
    taken = {word.token.text for word in words} | RESERVED
    for size in count(1):
        for letters in product(LETTERS, repeat=size):
            if (name := "".join(letters)) not in taken:
                yield name
