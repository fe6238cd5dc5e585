"""What the command line says about the runs."""

import argparse

from tests.bench.load.processor import PROGRAMS
from tests.bench.load.styles import STYLES

ABOUT = """Plays many matches at once through the public door of a product of its own, and prints what it carries.

`post` sends moves alone, `look` asks for the match before each, `page` draws every choice of a move as a browser would.
"""


def options(said: list[str]) -> argparse.Namespace:
    layout = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="python -m tests.bench.load", description=ABOUT, formatter_class=layout)
    add = parser.add_argument
    add("--styles", nargs="*", choices=[*STYLES], default=[*STYLES], help="how people move; none: only --sockets")
    add("--matches", nargs="+", type=int, default=[1, 8, 25, 50], metavar="N", help="at once; a run for each number")
    add("--rate", type=float, metavar="N", help="offer so many moves a second; by default a match goes on at once")
    add("--bots", type=int, default=0, metavar="N", help="also this many matches of a person and a bot, in every run")
    add("--sockets", nargs="+", type=int, default=[], metavar="N", help="spectators of one match, in runs of their own")
    add("--seconds", type=float, default=20.0, help="measured in each run")
    add("--warm-up", type=float, default=5.0, metavar="SECONDS", help="before that, counted apart")
    add("--kill", type=float, metavar="SECONDS", help="kill a random process this often, but never the server")
    add("--profile", choices=PROGRAMS, metavar="PROGRAM", help=f"by py-spy: {', '.join(PROGRAMS)}")
    add("--open-pages", action="store_true", help="each person keeps a socket open, as browsers do, in every run")
    add("--one-address", action="store_true", help="all people share an address, as in a school")
    return parser.parse_args(said)
