"""On how many days in a row somebody has played a deal of the day to its end."""

from collections.abc import Collection
from datetime import date, timedelta


def streak_of(days: Collection[str], today: str) -> int:
    """Counted back from today, or from yesterday as long as today can still be played. `days` as in 2026-11-30."""
    one = timedelta(days=1)
    last = date.fromisoformat(today)
    if today not in days:
        last -= one
    count = 0
    while str(last - count * one) in days:
        count += 1
    return count
