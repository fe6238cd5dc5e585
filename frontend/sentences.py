"""Puts sentences together: a whole sentence in English with `{names}`, and the values that fill it.

Templates and pages go through these few functions: they look the English sentence up in the catalogue of the language
that is spoken, and fill the values in (docs/decisions/0034-whole-sentences.md, docs/translating.md).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from string import Formatter
from typing import Any
from weakref import WeakKeyDictionary

from jinja2 import Environment, Template
from jinja2.environment import TemplateModule
from markupsafe import Markup, escape

from shared.language import (
    GROUPED_FROM,
    LANGUAGES,
    day,
    in_values,
    isolated,
    joined,
    language,
    locale_of,
    moment,
    month,
    name_of,
    number,
    percent,
    short_month,
    translated,
    translated_as,
    translated_forms,
    weekdays,
)

SAMPLE = 200  # among so many numbers a language shows each of its plurals for whole ones
PEOPLE = ("{player}", "{players}", "{before}")  # what holds their names in a template


def say(sentence: str, /, **values: Any) -> Markup:
    """A sentence that stands in a template of ours, so it may hold elements; its values are escaped.

    Without values it stays as it is: scripts fill their sentences themselves (static/sentences.js).
    """
    try:
        return _said(language(), sentence, **values)
    except TypeError:  # a list or a mapping cannot be a part of the cache's key
        return _filled(translated(sentence), values)


@lru_cache(maxsize=8192, typed=True)
def _said(_: str, sentence: str, /, **values: Any) -> Markup:
    """Pages say the same again and again: `row 3, column 2`. `typed`, as equal text and Markup are shown differently.

    The language that is spoken is a part of the key.
    """
    return _filled(translated(sentence), values) if values else Markup(translated(sentence))


def _filled(sentence: str, values: Mapping[str, Any]) -> Markup:
    """As `Markup(sentence).format(**values)`, which parses the sentence every time: a page says hundreds of them."""
    found: list[str] = []
    for text, name in _pieces(sentence):
        found.append(text)
        if name is not None:
            found.append(_shown(values[name]))
    return Markup("".join(found))


def _shown(value: Any) -> str:
    if type(value) is Markup:
        return value
    is_long = type(value) is int and abs(value) >= GROUPED_FROM
    return number(value) if is_long or type(value) is float else escape(_apart(value))


def _apart(value: Any) -> Any:
    """Names are plain text; Markup brings elements that set its direction."""
    return isolated(value) if type(value) is str else value


@lru_cache(maxsize=8192)
def _pieces(sentence: str) -> tuple[tuple[str, str | None], ...]:
    """Each text with the name of the value behind it, None at the end. A name is `{seat}`, never `{seat.name}`."""
    found = tuple((text, name) for text, name, _, _ in Formatter().parse(sentence))
    if odd := [name for _, name in found if name is not None and not name.isidentifier()]:
        raise ValueError(f"{sentence!r}: {odd[0]!r} is not the name of a value")
    return found


def plural(one: str, many: str, n: int, **values: Any) -> Markup:
    """The sentence for one thing or the one for several; both may hold `{n}`."""
    try:
        return _plural(language(), one, many, n, **values)
    except TypeError:
        return _filled(translated_forms(one, many, n), {"n": n, **values})


@lru_cache(maxsize=4096, typed=True)
def _plural(_: str, one: str, many: str, n: int, /, **values: Any) -> Markup:
    return _filled(translated_forms(one, many, n), {"n": n, **values})


def forms(one: str, many: str) -> dict[str, Markup]:
    """All forms of a sentence that a script fills, by the names that `Intl.PluralRules` has for them."""
    rule = locale_of(language()).plural_form
    return {rule(n): Markup(translated_forms(one, many, n)) for n in reversed(range(SAMPLE))}


def sense(context: str, sentence: str, /, **values: Any) -> Markup:
    """As gettext's `pgettext`: for short words that English has for several things, `sense("a verb", "Watch")`."""
    try:
        return _sense(language(), context, sentence, **values)
    except TypeError:
        return _filled(translated_as(context, sentence), values)


@lru_cache(maxsize=4096, typed=True)
def _sense(_: str, context: str, sentence: str, /, **values: Any) -> Markup:
    said = translated_as(context, sentence)
    return _filled(said, values) if values else Markup(said)


def listed(names: Iterable[Any]) -> Markup:
    """`Ada, Bo and Cleo`; nothing for nobody."""
    return joined([escape(_apart(each)) for each in names], "standard", Markup)


def either(names: Iterable[Any]) -> Markup:
    """`Ada, Bo or Cleo`."""
    return joined([escape(_apart(each)) for each in names], "or", Markup)


def clause(template: str, values: Mapping[str, Any]) -> Markup:
    """What a verdict says, as a part of a sentence: `card 7 is not in your hand`.

    One without values may hold braces of its own.
    """
    return _clause(translated(template), values)


def _clause(said: str, values: Mapping[str, Any]) -> Markup:
    """Of what is in the reader's language."""
    if not values:
        return escape(said)
    return _filled(str(escape(said)), {name: _named(name, value) for name, value in values.items()})


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

    Pages show it as HTML, its values escaped; its `str` is plain text.
    `is_whole`: it is written with its capital and its full stop. `many` is the form for several of the value `n`.
    """

    template: str
    values: Mapping[str, Any] = field(default_factory=dict)
    is_whole: bool = False
    many: str | None = None

    def __html__(self) -> str:
        text = _clause(self._said, self.values)
        return text if self.is_whole else _finished(self._said, text)

    def __str__(self) -> str:
        return self.clause if self.is_whole else _finished(self._said, self.clause)

    @property
    def clause(self) -> str:
        """Without the capital and the full stop."""
        return in_values(self._said, self.values)

    @property
    def _said(self) -> str:
        """In the language that is spoken, before its values fill it."""
        if self.many is None:
            return translated(self.template)
        return translated_forms(self.template, self.many, self.values["n"])


def whole(template: str, values: Mapping[str, Any]) -> Markup:
    """What a verdict says, as a sentence of its own: `Card 7 is not in your hand.`"""
    return escape(Sentence(template, values))


def _finished(template: str, text: str) -> str:
    """With a capital and a full stop; people write the first letters of their names as they like."""
    capital = text if template.startswith(PEOPLE) else text[:1].upper() + text[1:]
    return capital if capital.endswith((".", "!", "?")) else capital + "."


class OfEachLanguage(Template):
    """What a template has at its head, such as a table of names, is made once for each language."""

    @property
    def _module(self) -> TemplateModule | None:
        return self._modules().get(language())

    @_module.setter
    def _module(self, made: TemplateModule | None) -> None:
        if made is not None:
            self._modules()[language()] = made

    def _modules(self) -> dict[str, TemplateModule]:
        found: dict[str, TemplateModule] = self.__dict__.setdefault("modules_by_language", {})
        return found


class Once:
    """Draws a macro that takes nothing only once: the block of a page's scripts is the same for every visitor."""

    def __init__(self) -> None:
        self._drawn: WeakKeyDictionary[Any, Markup] = WeakKeyDictionary()

    def __call__(self, macro: Any) -> Markup:
        if macro not in self._drawn:
            self._drawn[macro] = macro()
        return self._drawn[macro]


def offer_sentences(templates: Environment) -> None:
    saying = (say, plural, forms, sense, listed, either, clause, why_not, whole)
    for function in (*saying, number, percent, day, moment, month, short_month, weekdays, name_of):
        templates.globals[function.__name__] = function
    templates.globals.update(language=language, LANGUAGES=LANGUAGES)
    templates.globals["once"] = Once()
    templates.template_class = OfEachLanguage
