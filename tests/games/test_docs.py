"""docs/games.md names every file that a game has, and no other."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.games.registry import GAMES

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "shared/games"
ROW = re.compile(r"^\| `([\w/.]+)` \| (?:([^|`]+) \| )?[^|]*\|$", re.MULTILINE)
TEXT = (ROOT / "docs/games.md").read_text(encoding="utf-8")
IN_A_GAME = {file: is_ for file, is_ in ROW.findall(TEXT) if is_}
BESIDE_THEM = {file for file, is_ in ROW.findall(TEXT) if not is_}


def files_of(folder: Path) -> Iterator[str]:
    for file in folder.rglob("*"):
        if file.is_file() and "__pycache__" not in file.parts:
            yield str(file.relative_to(folder))


TREE = {slug: set(files_of(FOLDER / slug)) for slug in GAMES}


@pytest.mark.parametrize("slug", GAMES)
def test_every_file_of_a_game_has_a_row(slug):
    allowed = ("needed", "optional", GAMES[slug].title)
    assert {file for file in TREE[slug] if IN_A_GAME.get(file) not in allowed} == set()


@pytest.mark.parametrize("slug", GAMES)
def test_what_a_game_needs_or_has_to_itself_is_there(slug):
    promised = {file for file, is_ in IN_A_GAME.items() if is_ in ("needed", GAMES[slug].title)}
    assert promised - TREE[slug] == set()


def test_no_row_names_a_file_that_no_game_has():
    assert IN_A_GAME.keys() - set().union(*TREE.values()) == set()
    assert set(IN_A_GAME.values()) <= {"needed", "optional", *(game.title for game in GAMES.values())}


def test_every_module_beside_the_games_has_a_row():
    assert {file.name for file in FOLDER.glob("*.py")} - {"__init__.py"} == BESIDE_THEM
