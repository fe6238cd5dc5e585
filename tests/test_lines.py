"""What coverage says and what it leaves out, on a product of two files."""

import json
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from tests.lines import Finder, Noted, added_up, counter, not_covered, of, percent

PACKAGE = "halving"
SOURCE = """\
from typing import Protocol, assert_never


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


def named(number: int) -> str:
    match number:
        case 1:
            return "one"
        case _:
            return "many"


class Half(Protocol):
    def half(self) -> int:
        ...
"""


@pytest.fixture
def noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Noted]:
    """By a process that halves this alone; nobody imports the file beside it."""
    folder = tmp_path / PACKAGE
    folder.mkdir()
    (folder / "halves.py").write_text(SOURCE)
    (folder / "forgotten.py").write_text("FORGOTTEN = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)

    def run(number: int | str, other: int = 2) -> Noted:
        made = counter([folder])
        with monkeypatch.context() as patched:
            patched.setattr(sys, "meta_path", [Finder(made, [folder], [PACKAGE]), *sys.meta_path])
            halves = import_module(f"{PACKAGE}.halves")
            assert (halves.halved(number), halves.named(other)) == (2, ("one", "many")[other - 1])
        del sys.modules[f"{PACKAGE}.halves"]
        return dict(json.loads(json.dumps(made.get_coverage())))

    return run


def test_what_no_test_covers_is_named(noted: Callable[..., Noted]):
    files = added_up([noted(4)])
    assert not_covered(files) == [
        f"{PACKAGE}/forgotten.py: lines [1], branches []",
        f"{PACKAGE}/halves.py: lines [8, 10, 11, 19], branches [(5, 11), (7, 8), (17, 19)]",
    ]
    assert percent(files) == 100 * (13 + 3) / (13 + 3 + 5 + 3)  # lines and branches: covered, of all


def test_processes_are_added_up(noted: Callable[..., Noted]):
    files = added_up([noted(4), noted("4", other=1)])
    assert not_covered(files)[1:] == [f"{PACKAGE}/halves.py: lines [8], branches [(7, 8)]"]


def test_what_the_types_allow_has_to_be_covered(noted: Callable[..., Noted]):
    """Any other `case _:` than that of assert_never."""
    said = not_covered(added_up([noted(4, other=1)]))[1]
    assert said.endswith("lines [8, 10, 11, 20, 21], branches [(5, 11), (7, 8), (17, 21)]")


def test_what_is_counted_belongs_to_a_part(noted: Callable[..., Noted]):
    files = added_up([noted(4)])
    assert of(files, [PACKAGE]) == files
    assert of(files, [PACKAGE[:-1]]) == {}


def test_no_run_is_no_success():
    with pytest.raises(FileNotFoundError, match=r"pytest -p tests\.lines"):
        added_up([])
