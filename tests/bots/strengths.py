"""The table of strengths: what bots were measured to be worth, and the commands that measure it again.

`python -m tests.bots.strengths` writes docs/bots/strengths.md from the tables in shared/roster; with `--measure NUMBER
MATCHES` it first plays that row (from 1) anew, with so many matches, with `--rate NUMBER MATCHES` that pool of the
ratings. `test_strengths.py` plays the first matches of each row.
"""

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from services.console.arena import cores
from services.console.arena.standings import Estimate, Match, digest, firsts, gains, of_best, turns
from shared.roster.strengths import Rated, Strength, rated, read
from tests.bots import levels
from tests.bots.lineups import command, played, pool

Row = TypeVar("Row")
FEW = 16  # matches of a row that `make test-long` has time for
TOP = Path(__file__).parents[2]
TABLE, POOLS = TOP / "shared" / "roster" / "strengths.json", TOP / "shared" / "roster" / "rated.json"
DOCUMENT = TOP / "docs" / "bots" / "strengths.md"
HEAD = """# How strong the bots are

Each row is the first so many matches of its command: bots meet on the same draws, in every rotation of seats. In a
share of first places a shared first rank counts as a part of one. Where all play together, it is what the bot's city
is worth more than the other's with the same draws; or, where a bot plays the same draws again with other luck of its
own, its mean total as a share of the best. Intervals are those of 95 %. Seconds are of a processor, for the bot's own
moves; on a busy machine they are longer. `make test-long` plays the first matches of each row again. Where a
bot plays otherwise in them than it did, it plays them all, and fails if it is weaker than its interval.
`python -m tests.bots.strengths` writes this page from `shared/roster/strengths.json` and
`rated.json` beside it, which the page `/bots` reads as well.

| bot | what | matches | measured | 95 % | a move | slowest | command |
|---|---|---|---|---|---|---|---|
"""
LEVELS = """
## What the levels mean

All bots of a pool play each other on the same draws, or each plays alone on the same draws. A rating is that of
openskill's Plackett-Luce model: everybody begins at 25, and whoever is 6 or 7 higher wins about three matches of four.
Points are the mean of what a bot ends with.

| pool | bot | measured | 95 % |
|---|---|---|---|
"""


def estimate(row: Strength, matches: Sequence[Match]) -> Estimate:
    if row.tries > 1:
        return of_best(matches, row.bot)
    if row.over is not None:
        return gains(matches, row.bot, row.over)
    lineup = tuple(sorted(matches[0][0].bots))
    return firsts(matches)[lineup, row.bot]


def measured(row: Strength, matches: Sequence[Match]) -> Strength:
    found, took = estimate(row, matches), turns(matches)[row.bot]
    value, low, high = (round(each, 4) for each in found[:3])
    row = row._replace(matches=len(matches), value=value, low=low, high=high)
    row = row._replace(digest=digest(matches), opening=digest(matches[:FEW]))
    return row._replace(seconds=round(took.seconds / took.turns, 3), slowest=round(took.slowest, 2))


def document(rows: Sequence[Strength], pools: Sequence[Rated]) -> str:
    pooled = "".join(line for each in pools for line in levels.lines(each))
    return HEAD + "".join(map(_line, rows)) + LEVELS + pooled + "\n" + "".join(levels.commands(pools))


def _line(row: Strength) -> str:
    times, unit = (1, " points") if row.over else (100, " %")
    value, low, high = (f"{times * each:.1f}" for each in (row.value, row.low, row.high))
    what = f"over {row.over}, the same draws" if row.over else f"first places of {row.bots.replace(',', ', ')}"
    if row.tries > 1:
        what = f"its mean total, of the mean best of {row.tries} tries on the same draws"
    cells = [f"`{row.bot}`", f"{pool(row)}: {what}", str(row.matches), value + unit, f"{low} to {high}"]
    cells += [f"{row.seconds:.3f} s", f"{row.slowest:.2f} s", f"`{command(row)}`"]
    return f"| {' | '.join(cells)} |\n"


def write(table: Path, rows: Sequence[Any]) -> None:
    table.write_text(json.dumps([row._asdict() for row in rows], indent=1) + "\n", encoding="ascii")


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.bots.strengths", description=__doc__)
    parser.add_argument("--measure", type=int, nargs=2, metavar=("NUMBER", "MATCHES"))
    parser.add_argument("--rate", type=int, nargs=2, metavar=("NUMBER", "MATCHES"))
    parser.add_argument("--cores", type=int, default=cores())
    asked = parser.parse_args()
    if asked.measure:
        number, matches = asked.measure
        found = measured(read()[number - 1], played(read()[number - 1], matches, asked.cores))
        write(TABLE, _with(read(), number, found))  # read again: other rows may have been measured meanwhile
    if asked.rate:
        number, matches = asked.rate
        pool_of = rated()[number - 1]
        write(POOLS, _with(rated(), number, levels.measured(pool_of, played(pool_of, matches, asked.cores))))
    DOCUMENT.write_text(document(read(), rated()), encoding="utf-8")


def _with(rows: list[Row], number: int, row: Row) -> list[Row]:
    return [*rows[: number - 1], row, *rows[number:]]


if __name__ == "__main__":
    main()
