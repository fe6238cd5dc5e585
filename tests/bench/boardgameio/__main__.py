"""python -m tests.bench.boardgameio --help"""

import argparse
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bench.boardgameio.carried import Carried, beside, ours
from tests.bench.boardgameio.packages import installed, versions
from tests.bench.boardgameio.theirs import Theirs, carry
from tests.bench.load.__main__ import SOCKETS, Load, note, running, say
from tests.bench.load.options import options
from tests.bench.machine import machine

ABOUT = """Plays many matches at once on a server of boardgame.io and on ours, in turns, and prints what each carries.

Theirs keeps its matches in its own FlatFile, as it comes and once more with each file synced, and is played on by
socket.io. Its game has as many moves as ours, and a state of about the same size. Ours is the whole product, played on
as `make load` does with the style `post`.
"""
DURABLE = """Urbanist answers a move when it is synced to the disk. boardgame.io answers first; then FlatFile writes the
whole state and the whole log of the match into files, and the match's next move waits for that. It does not sync them,
so what was acknowledged may be lost; `synced` is the same server with a sync of each file, still after the answer.
At both a person is a connection of their own; at boardgame.io it is a socket, which tells both people of each move."""


def main() -> int:
    asked = arguments()
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))  # the servers have to be stopped
    modules = installed()
    named = {**{figure.name: figure.value for figure in machine()}, **versions(modules)}
    say(["; ".join(f"{name}: {value}" for name, value in named.items())])
    found = list(measured(asked, modules))
    say(beside(found))
    say([DURABLE])
    return 1 if any(one.errors or one.acknowledged != one.stored for one in found) else 0


def arguments() -> argparse.Namespace:
    name, layout = "python -m tests.bench.boardgameio", argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog=name, description=ABOUT, formatter_class=layout)
    add = parser.add_argument
    add("--matches", nargs="+", type=int, default=[1, 8, 50], metavar="N", help="at once; both play for each number")
    add("--seconds", type=float, default=20.0, help="measured each time")
    add("--warm-up", type=float, default=5.0, metavar="SECONDS", help="before that, not counted")
    return parser.parse_args()


def measured(asked: argparse.Namespace, modules: Path) -> Iterator[Carried]:
    """Each server alone, so that none takes anything from another."""
    for matches in asked.matches:
        style = ["--styles", "post", "--matches", str(matches)]
        chosen = options([*style, "--seconds", str(asked.seconds), "--warm-up", str(asked.warm_up)])
        with running(SOCKETS) as product:
            yield from map(ours, Load(product, chosen).played())
        for synced in (False, True):
            plan = Theirs(matches=matches, warm_up=asked.warm_up, seconds=asked.seconds, synced=synced)
            with tempfile.TemporaryDirectory(prefix="urbanist-") as folder:
                found = carry(plan, modules, Path(folder))
            note(f"{plan}, {matches} at once: {len(found.times)} moves")
            yield found


if __name__ == "__main__":
    sys.exit(main())
