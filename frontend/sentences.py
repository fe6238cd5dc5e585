"""Puts sentences together: a whole sentence in English with `{names}`, and the values that fill it.

Templates and pages go through these few functions, so a translation has one place to step in: it looks the English
sentence up before the values are filled in (docs/decisions/0034-whole-sentences.md).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from string import Formatter
from typing import Any
from weakref import WeakKeyDictionary

from jinja2 import Environment
from markupsafe import Markup, escape

from shared.errors import filled

PEOPLE = ("{player}", "{players}", "{before}")  # what holds their names in a template


def say(sentence: str, /, **values: Any) -> Markup:
    """A sentence that stands in a template of ours, so it may hold elements; its values are escaped.

    Without values it stays as it is: scripts fill their sentences themselves (static/sentences.js).
    """
    try:
        return _said(sentence, **values)
    except TypeError:  # a list or a mapping cannot be a part of the cache's key
        return _filled(sentence, values)


@lru_cache(maxsize=4096, typed=True)
def _said(sentence: str, /, **values: Any) -> Markup:
    """Pages say the same again and again: `row 3, column 2`. `typed`, as equal text and Markup are shown differently.

    A translation adds the reader's language to what the cache is keyed by.
    """
    return _filled(sentence, values) if values else Markup(sentence)


def _filled(sentence: str, values: Mapping[str, Any]) -> Markup:
    """As `Markup(sentence).format(**values)`, which parses the sentence every time: a page says hundreds of them."""
    found: list[str] = []
    for text, name in _pieces(sentence):
        found.append(text)
        if name is not None:
            value = values[name]
            found.append(value if type(value) is Markup else escape(value))
    return Markup("".join(found))


@lru_cache(maxsize=4096)
def _pieces(sentence: str) -> tuple[tuple[str, str | None], ...]:
    """Each text with the name of the value behind it, None at the end. A name is `{seat}`, never `{seat.name}`."""
    found = tuple((text, name) for text, name, _, _ in Formatter().parse(sentence))
    if odd := [name for _, name in found if name is not None and not name.isidentifier()]:
        raise ValueError(f"{sentence!r}: {odd[0]!r} is not the name of a value")
    return found


def plural(one: str, many: str, n: int, **values: Any) -> Markup:
    """The sentence for one thing or the one for several; both may hold `{n}`."""
    return say(one if n == 1 else many, n=n, **values)


def sense(context: str, sentence: str, /, **values: Any) -> Markup:
    """As gettext's `pgettext`: for short words that English has for several things, `sense("a verb", "Watch")`."""
    return say(sentence, **values)


def listed(names: Iterable[Any]) -> Markup:
    """`Ada, Bo and Cleo`; nothing for nobody."""
    return _joined("{others} and {last}", names)


def either(names: Iterable[Any]) -> Markup:
    """`Ada, Bo or Cleo`."""
    return _joined("{others} or {last}", names)


def _joined(sentence: str, names: Iterable[Any]) -> Markup:
    *others, last = [*names] or [""]
    return say(sentence, others=Markup(", ").join(others), last=last) if others else escape(last)


def clause(template: str, values: Mapping[str, Any]) -> Markup:
    """What a verdict says, as a part of a sentence: `card 7 is not in your hand`.

    One without values may hold braces of its own.
    """
    if not values:
        return escape(template)
    return _filled(str(escape(template)), {name: _named(name, value) for name, value in values.items()})


def why_not(refusal: Mapping[str, Any], match: Mapping[str, Any]) -> Markup:
    """A refusal as the core gives it (`plain_refusal`), as a part of a sentence; seats get the names on the page."""

    def called(seat: int) -> str:
        return str(match["seats"][seat]["name"])

    return clause(refusal["template"], {name: _named(name, value, called) for name, value in refusal["values"].items()})


def _by_number(seat: int) -> Markup:
    """A seat that its page has no name for: it counts from 0 in values and from 1 in sentences, as in `filled`."""
    return say("seat {n}", n=seat + 1)


def _named(name: str, value: Any, called: Callable[[int], str] = _by_number) -> Any:
    match name, value:
        case "seat", int():
            return called(value)
        case "seats", [*seats]:
            return listed(map(called, seats))
        case _:
            return value


@dataclass(frozen=True, slots=True)
class Sentence:
    """What a verdict says, until a page shows it: `Card 7 is not in your hand.`

    Pages show it as HTML, which passes through `clause`; its `str` is the English of programs.
    `is_whole`: it is written with its capital and its full stop.
    """

    template: str
    values: Mapping[str, Any] = field(default_factory=dict)
    is_whole: bool = False

    def __html__(self) -> str:
        text = clause(self.template, self.values)
        return text if self.is_whole else _finished(self.template, text)

    def __str__(self) -> str:
        return self.clause if self.is_whole else _finished(self.template, self.clause)

    @property
    def clause(self) -> str:
        """Without the capital and the full stop."""
        return filled(self.template, self.values) if self.values else self.template


def whole(template: str, values: Mapping[str, Any]) -> Markup:
    """What a verdict says, as a sentence of its own: `Card 7 is not in your hand.`"""
    return escape(Sentence(template, values))


def _finished(template: str, text: str) -> str:
    """With a capital and a full stop; people write the first letters of their names as they like."""
    capital = text if template.startswith(PEOPLE) else text[:1].upper() + text[1:]
    return capital if capital.endswith((".", "!", "?")) else capital + "."


class Once:
    """Draws a macro that takes nothing only once: the block of a page's scripts is the same for every visitor."""

    def __init__(self) -> None:
        self._drawn: WeakKeyDictionary[Any, Markup] = WeakKeyDictionary()

    def __call__(self, macro: Any) -> Markup:
        if macro not in self._drawn:
            self._drawn[macro] = macro()
        return self._drawn[macro]


def offer_sentences(templates: Environment) -> None:
    said = {"say": say, "plural": plural, "sense": sense, "listed": listed, "either": either, "clause": clause, "why_not": why_not}
    templates.globals.update(said, whole=whole, once=Once())
