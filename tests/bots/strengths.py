"""The table of strengths: what bots were measured to be worth, and the commands that measure it again.

`python -m tests.bots.strengths` writes docs/bots/strengths.md from shared/roster/strengths.json; with `--measure NUMBER
MATCHES` it first plays that row (from 1) anew, with so many matches. `test_strengths.py` plays the first matches of
each row.
"""

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from services.console.arena import cores, outcomes
from services.console.arena.schedule import Contest, schedule
from services.console.arena.standings import Estimate, Match, digest, firsts, gains, turns
from services.console.play import options_of
from shared.games.registry import GAMES
from shared.roster.strengths import Strength, read

TABLE = Path(__file__).parents[2] / "shared" / "roster" / "strengths.json"
DOCUMENT = Path(__file__).parents[2] / "docs" / "bots" / "strengths.md"
HEAD = """# How strong the bots are

Each row is the first so many matches of its command: bots meet on the same draws, in every rotation of seats. In a
share of first places a shared first rank counts as a part of one. Where all play together, it is what the bot's city
is worth more than the other's with the same draws. Intervals are those of 95 %. Seconds are of a processor, for the
bot's own moves; on a busy machine they are longer. `make test-long` plays the first matches of each row again, and
fails where a bot is weaker than its interval. `python -m tests.bots.strengths` writes this page from
`shared/roster/strengths.json`, which the page `/bots` reads as well.

| bot | what | matches | measured | 95 % | a move | slowest | command |
|---|---|---|---|---|---|---|---|
"""


def contests(row: Strength, matches: int) -> list[Contest]:
    game = GAMES[row.game]
    options = options_of(game, [row.option] if row.option else [])
    return schedule(game, options, row.seats, tuple(row.bots.split(",")), matches, row.seed)


def played(row: Strength, matches: int, processes: int) -> list[Match]:
    listed = contests(row, matches)
    return list(zip(listed, outcomes(listed, processes), strict=True))


def estimate(row: Strength, matches: Sequence[Match]) -> Estimate:
    if row.over is not None:
        return gains(matches, row.bot, row.over)
    lineup = tuple(sorted(matches[0][0].bots))
    return firsts(matches)[lineup, row.bot]


def measured(row: Strength, matches: Sequence[Match]) -> Strength:
    found, took = estimate(row, matches), turns(matches)[row.bot]
    value, low, high = (round(each, 4) for each in found[:3])
    row = row._replace(matches=len(matches), value=value, low=low, high=high, digest=digest(matches))
    return row._replace(seconds=round(took.seconds / took.turns, 3), slowest=round(took.slowest, 2))


def document(rows: Sequence[Strength]) -> str:
    return HEAD + "".join(_line(row) for row in rows)


def _line(row: Strength) -> str:
    times, unit = (1, " points") if row.over else (100, " %")
    value, low, high = (f"{times * each:.1f}" for each in (row.value, row.low, row.high))
    what = f"over {row.over}, the same draws" if row.over else f"first places of {row.bots.replace(',', ', ')}"
    game = f"{row.game}{f', {row.option}' if row.option else ''}, {row.seats} seat{'s' if row.seats > 1 else ''}"
    cells: list[Any] = [f"`{row.bot}`", f"{game}: {what}", row.matches, value + unit, f"{low} to {high}"]
    cells += [f"{row.seconds:.3f} s", f"{row.slowest:.2f} s", f"`{row.command}`"]
    return f"| {' | '.join(map(str, cells))} |\n"


def write(rows: Sequence[Strength]) -> None:
    TABLE.write_text(json.dumps([row._asdict() for row in rows], indent=1) + "\n", encoding="ascii")
    DOCUMENT.parent.mkdir(exist_ok=True)
    DOCUMENT.write_text(document(rows), encoding="utf-8")


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.bots.strengths", description=__doc__)
    parser.add_argument("--measure", type=int, nargs=2, metavar=("NUMBER", "MATCHES"))
    parser.add_argument("--cores", type=int, default=cores())
    asked = parser.parse_args()
    rows = read()
    if asked.measure:
        number, matches = asked.measure
        row = rows[number - 1]
        rows[number - 1] = measured(row, played(row, matches, asked.cores))
    write(rows)


if __name__ == "__main__":
    main()
