"""Packages with a bot, as they stand when they are installed: found through their entry points."""

from pathlib import Path
from textwrap import dedent

HEAD = """
from shared.plug_ins import PlugIn, Plays

GAMES = {"quadropolis": Plays((2, 3, 4), {}), "sprawlopolis": Plays((1, 2, 3, 4), {})}
"""
TAIL = """
BOT = PlugIn(name="NAME", version=1, games=GAMES, seconds=SECONDS, mind=lambda game, seat: move, repeatable=SAYS)
"""
GOOD = """
def move(view, moves, chance):
    return moves[chance.below("move", len(moves))]
"""
DRIPS = """
import os, sys, time
def move(view, moves, chance):
    while True:
        os.write(int(sys.argv[3]), b" ")
        time.sleep(0.01)  # it is never silent for long
"""


def install(folder: Path, name: str, code: str = GOOD, seconds: int = 2, repeatable: bool = False) -> None:
    """`code` defines `move`."""
    tail = TAIL.replace("NAME", name).replace("SECONDS", str(seconds)).replace("SAYS", str(repeatable))
    body = HEAD + dedent(code) + tail
    (folder / f"{name}.py").write_text(body)
    facts = folder / f"{name}-1.dist-info"
    facts.mkdir(parents=True, exist_ok=True)
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (facts / "entry_points.txt").write_text(f"[urbanist.bots]\n{name} = {name}:BOT\n")
