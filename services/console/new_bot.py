"""The package of a new bot, as its author finds it: it plays, has a test, and installs with pip."""

from collections.abc import Iterator
from pathlib import Path

from shared import bots
from shared.errors import Malformed, NotAllowed
from shared.installed_bots import NAME

PROJECT = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "urbanist-bot-{dashed}"
version = "1"
description = "A bot for Urbanist."
requires-python = ">=3.11"

[project.entry-points."urbanist.bots"]
{name} = "bot_{name}:BOT"

[tool.setuptools]
py-modules = ["bot_{name}"]
"""
CODE = '''\
"""The bot {name}: for each move, what it brings at once; of equal ones, any."""

from shared.bots.trying import worth_most
from shared.plug_ins import PlugIn, Plays


def mind(game, seat):
    """Called for each turn. What it returns decides, and knows nothing but what it is given."""

    def move(view, moves, chance):
        """One of the moves. Luck comes from `chance` alone, so the same turn can be played again.

        `game.plain(view)` is the view as JSON; `game.imagine(view, seat, chance)` is a whole state that agrees with it.
        """
        best = worth_most(game, game.imagine(view, seat, chance), seat, moves)
        return best[chance.below("move", len(best))]

    return move


BOT = PlugIn(
    name="{name}",
    version=1,  # raise it with every change in what the bot plays
    games={{
        "quadropolis": Plays(seats=(2, 3, 4), options={{}}),  # or only some: options={{"mode": ("classic",)}}
        "sprawlopolis": Plays(seats=(1, 2, 3, 4), options={{}}),
    }},
    mind=mind,
    seconds=5,  # a move that takes longer is made by the stand-in
)
'''
TEST = '''\
"""What `urbanist bot check {name}` says, as a test: the package must be installed."""

from shared.plug_ins.conformance import findings
from shared.plug_ins.wall import Limits


def test_it_keeps_to_the_rules():
    found = list(findings("{name}", Limits(memory=1024 * 2**20, is_walled=False)))
    assert [each for each in found if each.wrong] == []
'''
README = """\
# {name}

A bot for Urbanist. In the folder of Urbanist, with this one below it:

    .venv/bin/pip install --no-build-isolation --editable ./{name}
    .venv/bin/urbanist bot check {name}
    .venv/bin/urbanist arena quadropolis --bots {name},greedy --matches 40 --seed 1
    .venv/bin/urbanist bot work {name}

What `bot check` says is also a test:

    .venv/bin/pip install pytest
    .venv/bin/python -m pytest {name}

While the last one runs, the bot can be seated at every table that it plays at.
"""


def write_package(name: str) -> Iterator[Path]:
    """Below the current folder; the paths of its files. Raises Malformed, NotAllowed, and FileExistsError."""
    if not NAME.fullmatch(name):
        raise Malformed("a bot's name has 2 to 31 of a-z, 0-9 and _, and begins with a letter")
    if name in bots.names():
        raise NotAllowed("the name {name} belongs to another bot", name=name)
    folder = Path(name)
    folder.mkdir()
    files = {"pyproject.toml": PROJECT, f"bot_{name}.py": CODE, f"test_{name}.py": TEST, "README.md": README}
    for file, text in files.items():
        path = folder / file
        path.write_text(text.format(name=name, dashed=name.replace("_", "-")), encoding="utf-8")
        yield path
