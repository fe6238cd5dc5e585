"""What a soak measured at each number of matches: a row of a table, a line of a file, a point of a plot."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.bench.plot import plot


@dataclass(frozen=True, slots=True)
class Measured:
    matches: int
    lobby: float  # milliseconds, the median
    page: float  # of the last page of all finished matches
    move: float
    slow_move: float  # 99 of 100 take less
    start: float  # seconds until it is ready
    memory: float  # megabytes
    server: float  # megabytes on its disk
    archive: float

    def __str__(self) -> str:
        values = asdict(self).values()
        return row([f"{value:,}" if isinstance(value, int) else f"{value:,.1f}" for value in values])


HEADERS = {
    "matches": "finished matches",
    "lobby": "lobby, p50 ms",
    "page": "last page of the list, p50 ms",
    "move": "POST of a move, p50 ms",
    "slow_move": "POST of a move, p99 ms",
    "start": "start until ready, s",
    "memory": "server's memory, MB",
    "server": "server's disk, MB",
    "archive": "archive's disk, MB",
}


def head() -> str:
    return "\n".join((row(list(HEADERS.values())), row(["---"] * len(HEADERS))))


def row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def keep(file: Path, measured: Measured) -> None:
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(asdict(measured)) + "\n")


def kept(files: Iterable[Path]) -> list[Measured]:
    """By the number of matches; of two with the same number the later one counts. A file may not be there yet."""
    lines = [line for file in files if file.exists() for line in file.read_text("utf-8").splitlines()]
    found = {one.matches: one for one in (Measured(**json.loads(line)) for line in lines)}
    return [found[matches] for matches in sorted(found)]


def drawn(measured: Iterable[Measured]) -> str:
    """As SVG."""
    return plot([asdict(one) for one in sorted(measured, key=lambda one: one.matches)], HEADERS)
