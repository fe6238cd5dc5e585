"""The way of a rating as a graph: its mean as a line, its doubt as a band around it, in an SVG's own units."""

from collections.abc import Iterator, Sequence
from typing import TypedDict

from shared.language import number
from shared.platform.rating import Point
from shared.platform.rating.model import MILLION

WIDE, HIGH, LEFT, EDGE = 640, 200, 50, 10
STEPS = (5, 10, 20, 50, 100, 200)  # ratings between two lines of the grid
LINES = 6  # at most


class TickContext(TypedDict):
    y: float
    value: str


class AtContext(TypedDict):
    """A row of the table beside the graph."""

    matches: int
    value: str
    doubt: str


class WayContext(TypedDict):
    """`line` and `band` are points of a polyline and of a polygon; `history` is the same for readers."""

    wide: int
    high: int
    left: int
    line: str
    band: str
    ticks: list[TickContext]
    first: int
    last: int
    history: list[AtContext]


def way_context(way: Sequence[Point]) -> WayContext:
    """Of at least two points, the oldest first."""
    low, high, step = _bounds(way)
    across = [LEFT + (WIDE - LEFT - EDGE) * number / (len(way) - 1) for number in range(len(way))]
    mean, over, under = (
        [_y(point.worth.mu + side * 2 * point.worth.sigma, low, high) for point in way] for side in (0, 1, -1)
    )
    there, back = [*zip(across, over, strict=True)], [*zip(across, under, strict=True)][::-1]
    return {
        "wide": WIDE,
        "high": HIGH,
        "left": LEFT,
        "line": _points(zip(across, mean, strict=True)),
        "band": _points([*there, *back]),
        "ticks": [_tick(value, low, high) for value in range(low, high + 1, step)],
        "first": way[0].matches,
        "last": way[-1].matches,
        "history": [*_history(way)],
    }


def _bounds(way: Sequence[Point]) -> tuple[int, int, int]:
    """The lowest and the highest line of the grid, in ratings, and what is between two lines."""
    least = min(point.worth.mu - 2 * point.worth.sigma for point in way)
    most = max(point.worth.mu + 2 * point.worth.sigma for point in way)
    step = next((step for step in STEPS if (most - least) // MILLION < step * (LINES - 1)), STEPS[-1])
    return least // (step * MILLION) * step, -(-most // (step * MILLION)) * step, step


def _y(millionths: int, low: int, high: int) -> float:
    share = (millionths / MILLION - low) / (high - low)
    return round(HIGH - EDGE - share * (HIGH - 2 * EDGE), 1)


def _points(found: Iterator[tuple[float, float]] | Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y}" for x, y in found)


def _tick(value: int, low: int, high: int) -> TickContext:
    return {"y": _y(value * MILLION, low, high), "value": str(value).replace("-", "\N{MINUS SIGN}")}


def _history(way: Sequence[Point]) -> Iterator[AtContext]:
    for point in way:
        value, doubt = (number(each / MILLION, 1) for each in (point.worth.mu, 1.96 * point.worth.sigma))
        yield {"matches": point.matches, "value": value.replace("-", "\N{MINUS SIGN}"), "doubt": doubt}
