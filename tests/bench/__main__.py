"""Prints every figure, and the machine it was measured on, as a table for a README."""

import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from shared.web.life import collect_seldom
from tests.bench import (
    allocations,
    appending,
    environments,
    folding,
    growing,
    machine,
    minds,
    peer,
    random_moves,
    rating,
    thinking,
    verifying,
    whole,
)
from tests.bench.figure import Figure
from tests.servers import running_server

WIDTHS = 42, 54


def main() -> None:
    collect_seldom()  # as every program of the product does
    say([Figure("figure", "here"), Figure(*("-" * width for width in WIDTHS))])
    say(machine.machine())
    with tempfile.TemporaryDirectory(prefix="urbanist-") as folder, running_server(Path(folder) / "var") as url:
        say(machine.server(url))
        say(pure())
        say(minds.figures())
        say(appending.figures(url))
    say(whole.figures())


def pure() -> Iterator[Figure]:
    for measured in (random_moves, environments, folding, peer, allocations, thinking, growing, verifying, rating):
        yield from measured.figures()


def say(figures: Iterable[Figure]) -> None:
    for figure in figures:
        padded = (text.ljust(width) for text, width in zip(figure, WIDTHS, strict=True))
        print(f"| {' | '.join(padded)} |", flush=True)


if __name__ == "__main__":
    main()
