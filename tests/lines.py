"""The lines and branches of the product that tests take: all of the core, and most of services and frontend.

`pytest -p tests.lines` notes them in each of its processes, and `python -m tests.lines` adds them up. SlipCover, which
does the counting, takes its marks out of a function once they were passed, so that tests run as fast as without.
"""

import json
import os
import sys
from collections.abc import Iterable, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import slipcover
from slipcover.importer import SlipcoverMetaPathFinder

ROOT = Path(__file__).parents[1]
NOTES = ROOT / ".coverage"
CORE = ("shared/games", "shared/platform", "shared/ledger")
OUTER = ("services", "frontend")
NEVER_TAKEN = (r"^\s*case _:", r"^\s*assert_never\(", r"if TYPE_CHECKING:", r"^\s*\.\.\.$")
"""What the types exclude, what only mypy reads, and the bodies of protocols."""

Noted = dict[str, Any]  # as SlipCover writes it
Files = dict[str, Noted]


class Finder(SlipcoverMetaPathFinder):
    """Counts in these packages alone: pytest imports its tests in ways of its own."""

    def __init__(self, made: slipcover.Slipcover, folders: Sequence[Path], packages: Sequence[str]) -> None:
        super().__init__(made, slipcover.FileMatcher(sources=folders))
        self.packages = packages

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] not in self.packages:
            return None
        found: ModuleSpec | None = super().find_spec(fullname, path, target)
        return found


def counter(folders: Iterable[Path]) -> slipcover.Slipcover:
    """It names the files in these folders too that nobody imports."""
    return slipcover.Slipcover(branch=True, source=[str(folder) for folder in folders], exclude_also=[*NEVER_TAKEN])


COUNTER = pytest.StashKey[slipcover.Slipcover]()


@pytest.hookimpl(tryfirst=True)  # before a conftest.py imports the product
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    folders = [ROOT / folder for folder in (*CORE, *OUTER)]
    early_config.stash[COUNTER] = counter(folders)
    sys.meta_path.insert(0, Finder(early_config.stash[COUNTER], folders, ["shared", *OUTER]))


def pytest_sessionfinish(session: pytest.Session) -> None:
    NOTES.mkdir(exist_ok=True)
    note = NOTES / f"{os.environ.get('PYTEST_XDIST_WORKER', 'main')}.json"
    note.write_text(json.dumps(session.config.stash[COUNTER].get_coverage()), "utf-8")


def added_up(notes: Iterable[Noted]) -> Files:
    """What no test took and what any test took, by file. Raises FileNotFoundError if nothing was noted."""
    rest = iter(notes)
    if (found := next(rest, None)) is None:
        raise FileNotFoundError(f"nothing is noted in {NOTES}: run `pytest -p tests.lines` before")
    for note in rest:
        slipcover.merge_coverage(found, note)
    return dict(found["files"])


def of(files: Files, folders: Iterable[str]) -> Files:
    """The files below these folders."""
    return {name: file for name, file in files.items() if name.startswith(tuple(f"{folder}/" for folder in folders))}


def missing_branches(file: Noted) -> list[tuple[int, int]]:
    """From a line to a line that counts, or to 0, the end of the function."""
    targets = {0, *file["executed_lines"], *file["missing_lines"]}
    return [(start, to) for start, to in file["missing_branches"] if to in targets]


def never_taken(files: Files) -> list[str]:
    """A line for each file that has any."""
    return [
        f"{name}: lines {file['missing_lines']}, branches {branches}"
        for name, file in sorted(files.items())
        if (branches := missing_branches(file)) or file["missing_lines"]
    ]


def percent(files: Files) -> float:
    """Of all lines and branches, those that are taken."""
    taken = sum(len(file["executed_lines"]) + len(file["executed_branches"]) for file in files.values())
    missed = sum(len(file["missing_lines"]) + len(missing_branches(file)) for file in files.values())
    return 100 * taken / (taken + missed)


def main() -> str | None:
    """Prints all figures; gives what the core lacks."""
    files = added_up(json.loads(note.read_text("utf-8")) for note in sorted(NOTES.glob("*.json")))
    for part in (*CORE, *OUTER):
        print(f"{part}: {percent(of(files, [part])):.1f} % of lines and branches are taken")
    missing = never_taken(of(files, CORE))
    return "no test takes these:\n" + "\n".join(missing) if missing else None


if __name__ == "__main__":
    sys.exit(main())
