"""What the counting of lines says and what it leaves out, on a product of one file."""

import json
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from tests.lines import Finder, Noted, added_up, counter, never_taken, of, percent

PACKAGE = "halving"
SOURCE = """\
from typing import assert_never


def halved(number: int | str) -> int:
    match number:
        case int():
            if number > 9:
                return number
            return number // 2
        case str():
            return int(number) // 2
        case _:
            assert_never(number)


def unused() -> None:
    ...
"""


@pytest.fixture
def noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int | str], Noted]:
    """By a process that halves this alone; a file beside it is imported by nobody."""
    folder = tmp_path / PACKAGE
    folder.mkdir()
    (folder / "halves.py").write_text(SOURCE)
    (folder / "forgotten.py").write_text("FORGOTTEN = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)

    def run(number: int | str) -> Noted:
        made = counter([folder])
        with monkeypatch.context() as patched:
            patched.setattr(sys, "meta_path", [Finder(made, [folder], [PACKAGE]), *sys.meta_path])
            assert import_module(f"{PACKAGE}.halves").halved(number) == 2
        del sys.modules[f"{PACKAGE}.halves"]
        return dict(json.loads(json.dumps(made.get_coverage())))

    return run


def test_what_no_test_takes_is_named(noted: Callable[[int | str], Noted]):
    files = added_up([noted(4)])
    assert never_taken(files) == [
        f"{PACKAGE}/forgotten.py: lines [1], branches []",
        f"{PACKAGE}/halves.py: lines [8, 10, 11], branches [(5, 11), (7, 8)]",
    ]
    assert round(percent(files)) == 60  # 7 of 11 lines, 2 of 4 branches


def test_processes_are_added_up(noted: Callable[[int | str], Noted]):
    assert never_taken(added_up([noted(4), noted("4")]))[1:] == [f"{PACKAGE}/halves.py: lines [8], branches [(7, 8)]"]


def test_what_is_counted_belongs_to_a_part(noted: Callable[[int | str], Noted]):
    files = added_up([noted(4)])
    assert of(files, [PACKAGE]) == files
    assert of(files, [PACKAGE[:-1]]) == {}


def test_no_run_is_no_success():
    with pytest.raises(FileNotFoundError, match=r"pytest -p tests\.lines"):
        added_up([])
