"""How a figure is printed: a name, and a number with its unit."""

import time
from collections.abc import Callable, Sequence
from statistics import quantiles
from typing import NamedTuple


class Figure(NamedTuple):
    name: str
    value: str


PARTS = 5


def per_second(act: Callable[[], int], seconds: float) -> float:
    """Repeat `act` for this long, which returns how many things it did; the best of five parts of that time.

    A machine that others share is never quicker than it is, only slower.
    """
    act()  # tables that are made once are made now
    return max(_per_second(act, seconds / PARTS) for _ in range(PARTS))


def _per_second(act: Callable[[], int], seconds: float) -> float:
    done, start = 0, time.perf_counter()
    while (taken := time.perf_counter() - start) < seconds:
        done += act()
    return done / taken


def rate(count: float) -> str:
    return f"{count:,.0f}/s"


def spread(seconds: Sequence[float]) -> str:
    """Median and 99th percentile, in milliseconds."""
    hundredths = quantiles(seconds, n=100, method="inclusive")
    return f"p50 {hundredths[49] * 1000:.2f} ms, p99 {hundredths[98] * 1000:.2f} ms"
