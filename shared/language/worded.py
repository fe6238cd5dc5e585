"""Verdicts in the language that is spoken, as plain text: what programs are answered, and what terminals show."""

from collections.abc import Mapping
from typing import Any

from shared.errors import Filled
from shared.language.catalogues import translated, translated_forms
from shared.language.formats import list_patterns
from shared.language.speaking import language
from shared.marked import marked

SEAT = marked("seat {n}")


def worded(template: str, values: Mapping[str, Any]) -> str:
    """As `shared.errors.filled`, which speaks English. What has no values may hold braces of its own."""
    return in_values(translated(template), values)


def in_values(said: str, values: Mapping[str, Any]) -> str:
    """A sentence in the language that is spoken, with what fills it."""
    return said.format(**{name: _for_people(name, value) for name, value in values.items()}) if values else said


def worded_forms(one: str, many: str, n: int, **values: Any) -> str:
    return translated_forms(one, many, n).format(n=n, **values)


def listing(names: list[str]) -> str:
    """`Ada, Bo and Cleo`."""
    start, middle, end, two = list_patterns(language())
    match names:
        case [] | [_]:
            return "".join(names)
        case [first, last]:
            return two.format(first, last)
        case [first, second, *others, last]:
            found = start.format(first, second)
            for each in others:
                found = middle.format(found, each)
            return end.format(found, last)
    raise AssertionError(names)


def _for_people(name: str, value: Any) -> Any:
    """Seats count from 0 in values, for pages that know their players' names, and from 1 in a sentence."""
    match name, value:
        case _, Filled():
            return worded(value.template, value.values)
        case "seat", int():
            return translated(SEAT).format(n=value + 1)
        case "seats", [*seats]:
            return listing([translated(SEAT).format(n=seat + 1) for seat in seats])
        case _:
            return value
