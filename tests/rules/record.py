"""Record what is missing: matches of bots in all options and numbers of seats, unusual ones, and the files beside each.

    python -m tests.rules.record                              writes files that are not there, and changes none
    python -m tests.rules.record --show NAME VERSION WHO      prints a view: 'seat 1' … or spectator

If a match may look different from now on, delete the files beside its export and write them anew; the export stays.
"""

import gzip
import json
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import asdict
from itertools import cycle, islice
from pathlib import Path
from typing import Any, NamedTuple

from services.console.__main__ import main as urbanist
from shared.games.game import Game
from tests.games.test_every_game import FACTS
from tests.records import record
from tests.rules import gate

UNUSUAL = [
    *(
        ("quadropolis", way)
        for way in ("resigned", "stood in", "aborted", "corrected", "branch as it was", "on a clock")
    ),
    *(
        ("sprawlopolis", way)
        for way in ("replaced", "stood in", "adjudicated", "corrected", "branch afresh", "on a clock")
    ),
]
"""Matches that ended early, were changed, or began in the middle of another one (tests/records.py)."""

BOTS = ("greedy", "any_move")  # alternating: one plays well, the other makes moves that nobody would


class Table(NamedTuple):
    """A match that has to be recorded."""

    game: Game
    options: Any
    seats: int

    @property
    def name(self) -> str:
        chosen = [(name if value is True else str(value)) for name, value in asdict(self.options).items() if value]
        return "-".join([self.game.slug, *chosen, str(self.seats), "bots"])


def tables() -> Iterator[Table]:
    """Every game that can be played, with all its options, for all numbers of seats."""
    for facts in FACTS:
        yield from (Table(facts.GAME, options, seats) for options in facts.OPTIONS for seats in facts.GAME.seats)


def main() -> None:
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--show", nargs=3, metavar=("NAME", "VERSION", "WHO"))
    asked = parser.parse_args()
    if asked.show:
        return show(*asked.show)
    for table in tables():
        if table.name not in gate.names():
            play(table)
    for slug, way in UNUSUAL:
        if (name := "-".join([slug, *way.split()])) not in gate.names():
            keep(name, record(slug, way))
    for name in gate.names():
        write_beside(name)


def play(table: Table) -> None:
    """The match's luck comes from its name."""
    options = [f"--option={name}={_word(value)}" for name, value in asdict(table.options).items()]
    bots = ",".join(islice(cycle(BOTS), table.seats))
    with tempfile.TemporaryDirectory() as folder:
        words = ["play", table.game.slug, "--seats", str(table.seats), "--bots", bots, *options]
        if code := urbanist([*words, "--seed", table.name, "--log", folder]):
            sys.exit(code)
        (export,) = Path(folder).iterdir()
        keep(table.name, export.read_bytes())


def keep(name: str, export: bytes) -> None:
    """Packed without a time, so that the same export is the same file."""
    (gate.FOLDER / f"{name}.jsonl.gz").write_bytes(gzip.compress(export, mtime=0))


def write_beside(name: str) -> None:
    recorded = gate.record_of(name)
    contents = {
        f"{name}.turns.json": lambda: "[\n" + ",\n".join(map(json.dumps, gate.turns(recorded))) + "\n]\n",
        f"{name}.txt": lambda: "\n".join(gate.transcript(recorded)) + "\n",
    }
    for file, content in contents.items():
        if not (gate.FOLDER / file).exists():
            (gate.FOLDER / file).write_text(content(), encoding="utf-8")


def show(name: str, version: str, who: str) -> None:
    for match in gate.at_turns(gate.record_of(name)):
        if match.version == int(version):
            print(json.dumps(gate.seen(match, who), indent=1, sort_keys=True))


def _word(value: Any) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


if __name__ == "__main__":
    main()
