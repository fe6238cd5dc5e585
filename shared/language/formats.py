"""Numbers, days and lists as people write them in the language that is spoken."""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime
from functools import cache, lru_cache
from typing import Literal, TypeVar

from babel.dates import format_date, format_skeleton, format_time, get_day_names
from babel.numbers import format_decimal, format_percent

from shared.language.known import locale_of
from shared.language.speaking import language

MINUS = "\N{MINUS SIGN}"
GROUPED_FROM = 10_000  # a year, a turn or a rating has no separator

Text = TypeVar("Text", bound=str)
Length = Literal["short", "medium", "long", "full"]


def number(value: float, digits: int | None = None) -> str:
    """`12 345` or `0,25`; with `digits`, just so many behind the point."""
    return _number(language(), value, digits)


@lru_cache(4096, typed=True)
def _number(code: str, value: float, digits: int | None) -> str:
    """A page of a result has more than a hundred, and the library reads its pattern for each."""
    if isinstance(value, int) and digits is None and abs(value) < GROUPED_FROM:
        return str(value).replace("-", MINUS)
    pattern = None if digits is None else f"#,##0.{'0' * digits}" if digits else "#,##0"
    return format_decimal(value, pattern, locale_of(code)).replace("-", MINUS)


def percent(share: float, digits: int = 0) -> str:
    """`48 %` for 0.48."""
    pattern = _percent_pattern(language(), digits)
    return format_percent(share, pattern, locale_of(language())).replace("-", MINUS)


@cache
def _percent_pattern(code: str, digits: int) -> str:
    usual: str = locale_of(code).percent_formats[None].pattern
    return usual if not digits else usual.replace("0", f"0.{'0' * digits}")


def day(value: date | str, length: Length = "long") -> str:
    """`2 January 2026`; a text is a day of ISO 8601, alone or with its time."""
    found = date.fromisoformat(value[:10]) if isinstance(value, str) else value
    return _with_first_counted(format_date(found, length, locale_of(language())), found)


def _with_first_counted(said: str, found: date) -> str:
    """French counts the first of a month, which CLDR leaves out: `1er mars 2026`."""
    return re.sub(r"\b1 (?=[^\W\d])", "1er ", said) if language() == "fr" and found.day == 1 else said


def moment(value: datetime | str) -> str:
    """`2 Jan 2026, 10:00 UTC`; a text is a moment of ISO 8601."""
    found = datetime.fromisoformat(value) if isinstance(value, str) else value
    locale, utc = locale_of(language()), found.astimezone(UTC)
    pattern: str = locale.datetime_formats["medium"]
    return pattern.format(f"{format_time(utc, 'short', locale=locale)} UTC", day(utc, "medium"))


def month(year: int, number: int) -> str:
    """`January 2026`, as a heading."""
    said = format_skeleton("yMMMM", date(year, number, 1), locale=locale_of(language()))
    return said[:1].upper() + said[1:]


def short_month(value: str) -> str:
    """`Jan`, beside or above a day of ISO 8601 that stands there as a number."""
    return format_skeleton("MMM", date.fromisoformat(value), locale=locale_of(language()))


def weekdays() -> list[tuple[str, str]]:
    """From Monday on, each in short and as a whole: `Mo`, `Monday`."""
    locale = locale_of(language())
    short, wide = (get_day_names(width, "stand-alone", locale) for width in ("short", "wide"))
    return [(short[number], wide[number]) for number in range(7)]


def joined(names: Sequence[Text], style: str, kind: type[Text]) -> Text:
    """`Ada, Bo and Cleo`, as plain text or as markup; nothing for nobody."""
    start, middle, end, two = map(kind, _list_patterns(language(), style))
    match names:
        case []:
            return kind()
        case [alone]:
            return alone
        case [first, last]:
            return kind(two.format(first, last))
    found = start.format(names[0], names[1])
    for each in names[2:-1]:
        found = middle.format(found, each)
    return kind(end.format(found, names[-1]))


@cache
def _list_patterns(code: str, style: str) -> tuple[str, str, str, str]:
    """How a list starts, goes on and ends, and how one of two is written: `{0}, {1}`, `{0}, {1}`, `{0} and {1}`."""
    found = locale_of(code).list_patterns[style]
    return found["start"], found["middle"], found["end"], found["2"]
