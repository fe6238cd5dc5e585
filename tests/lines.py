"""Line and branch coverage: all of the core, most of services and frontend.

`pytest -p tests.lines` records it in each of its processes, and `python -m tests.lines` adds it up. SlipCover, which
does the counting, removes its probes once they have fired, so tests run nearly as fast as without.
"""

import json
import os
import re
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
BODY_OF_A_PROTOCOL = r"^\s*\.\.\.$"
IMPOSSIBLE = re.compile(r"^ *case _:\n +assert_never\(.*\)$", re.MULTILINE)
"""What the types exclude. SlipCover matches line by line, and would leave out every other `case _:` with it."""

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
    source = [str(folder) for folder in folders]
    return slipcover.Slipcover(branch=True, source=source, exclude_also=[BODY_OF_A_PROTOCOL])


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
    """What tests cover and what they do not, by file. Raises FileNotFoundError if nothing was recorded."""
    rest = iter(notes)
    if (found := next(rest, None)) is None:
        raise FileNotFoundError(f"no coverage recorded in {NOTES}: run `pytest -p tests.lines` first")
    for note in rest:
        slipcover.merge_coverage(found, note)
    return {name: possible(file, Path(name).read_text("utf-8")) for name, file in found["files"].items()}


def possible(file: Noted, source: str) -> Noted:
    """Without the lines that the types exclude. A branch leads to a line, or to 0, the end of the function."""
    lines = [*file["missing_lines"]]
    for found in IMPOSSIBLE.finditer(source):
        start = source.count("\n", 0, found.start()) + 1
        lines = [line for line in lines if line not in (start, start + 1)]
    targets = {0, *file["executed_lines"], *lines}
    branches = [(start, to) for start, to in file["missing_branches"] if to in targets]
    return {**file, "missing_lines": lines, "missing_branches": branches}


def of(files: Files, folders: Iterable[str]) -> Files:
    """The files below these folders."""
    return {name: file for name, file in files.items() if name.startswith(tuple(f"{folder}/" for folder in folders))}


def not_covered(files: Files) -> list[str]:
    """A line for each file that has any."""
    return [
        f"{name}: lines {file['missing_lines']}, branches {file['missing_branches']}"
        for name, file in sorted(files.items())
        if file["missing_lines"] or file["missing_branches"]
    ]


def percent(files: Files) -> float:
    """Of all lines and branches, those that are covered."""
    covered, missing = (
        sum(len(file[f"{kind}_lines"]) + len(file[f"{kind}_branches"]) for file in files.values())
        for kind in ("executed", "missing")
    )
    return 100 * covered / (covered + missing)


def main() -> str | None:
    """Prints all figures; gives what the core lacks."""
    files = added_up(json.loads(note.read_text("utf-8")) for note in sorted(NOTES.glob("*.json")))
    for part in (*CORE, *OUTER):
        print(f"{part}: {percent(of(files, [part])):.1f} % of lines and branches are covered")
    missing = not_covered(of(files, CORE))
    return "not covered by any test:\n" + "\n".join(missing) if missing else None


if __name__ == "__main__":
    sys.exit(main())
