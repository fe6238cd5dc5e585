"""Numbers, days and lists as people write them in the language that is spoken."""

from datetime import date, datetime
from functools import cache
from typing import Literal

from babel.dates import format_date, format_datetime
from babel.numbers import format_decimal, format_percent

from shared.language.known import locale_of
from shared.language.speaking import language

MINUS = "\N{MINUS SIGN}"
GROUPED_FROM = 10_000  # a year, a turn or a rating has no separator

Length = Literal["short", "medium", "long", "full"]


def number(value: float, digits: int | None = None) -> str:
    """`12 345` or `0,25`; with `digits`, just so many behind the point."""
    if isinstance(value, int) and digits is None and abs(value) < GROUPED_FROM:
        return str(value).replace("-", MINUS)
    pattern = None if digits is None else f"#,##0.{'0' * digits}" if digits else "#,##0"
    return format_decimal(value, pattern, locale_of(language())).replace("-", MINUS)


def percent(share: float, digits: int = 0) -> str:
    """`48 %` for 0.48."""
    pattern = _percent_pattern(language(), digits)
    return format_percent(share, pattern, locale_of(language())).replace("-", MINUS)


@cache
def _percent_pattern(code: str, digits: int) -> str:
    usual: str = locale_of(code).percent_formats[None].pattern
    return usual if not digits else usual.replace("0", f"0.{'0' * digits}")


def day(value: date, length: Length = "long") -> str:
    """`2 January 2026`."""
    return format_date(value, length, locale_of(language()))


def moment(value: datetime, length: Length = "medium") -> str:
    """Day and time in the zone that the value has."""
    return format_datetime(value, length, locale=locale_of(language()))


@cache
def list_patterns(code: str, style: str = "standard") -> tuple[str, str, str, str]:
    """How a list starts, goes on and ends, and how one of two is written: `{0}, {1}`, `{0}, {1}`, `{0} and {1}`."""
    found = locale_of(code).list_patterns[style]
    return found["start"], found["middle"], found["end"], found["2"]
