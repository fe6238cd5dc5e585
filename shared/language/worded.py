"""Verdicts in the language that is spoken, as plain text: what programs are answered, and what terminals show."""

from collections.abc import Mapping
from typing import Any

from shared.errors import Filled, for_people
from shared.language.catalogues import translated, translated_forms
from shared.language.formats import joined
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
    return joined(names, "standard", str)


def _for_people(name: str, value: Any) -> Any:
    if isinstance(value, Filled):
        return worded(value.template, value.values)
    return for_people(name, value, _seat, listing)


def _seat(number: int) -> str:
    return translated(SEAT).format(n=number)
