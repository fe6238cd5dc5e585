"""Checks what the embedded server kept before it is opened: whole, damaged at its end, damaged, older or missing."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from infra.aside import put_aside, put_tail_aside
from infra.check import is_well
from infra.framing import read
from infra.lost import CUT, DAMAGED, DAMAGED_FILE, EMPTY, MISSING, OLDER, SHORTER, TAIL, UNREADABLE, Lost
from shared.mark import Mark, number_of

FOLDER = "appendonlydir"
MANIFEST = "appendonly.aof.manifest"
LINE = re.compile(r'file "?(?P<name>[^" /]+)"? seq \d+ type (?P<type>[bih])(?: .*)?')
A_TAIL = 1 << 20  # bytes that a power loss may take from the end; if more is missing, more than the end is lost


@dataclass(frozen=True, slots=True)
class Files:
    """The files that the manifest names, oldest first. The last of `incremental` is the one that grows."""

    folder: Path
    base: tuple[str, ...]
    incremental: tuple[str, ...]

    @property
    def last(self) -> str | None:
        return self.incremental[-1] if self.incremental else None

    @property
    def position(self) -> tuple[int, int]:
        last = self.last
        return (number_of(last), (self.folder / last).stat().st_size) if last else (0, 0)


def position(var: Path) -> tuple[str, int] | None:
    """The newest append-only file and its size in bytes; None if there is none."""
    found = named_files(var / FOLDER, None)
    return (found.last, found.position[1]) if found and found.last else None


def prepare(var: Path, mark: Mark | None, accepts_loss: bool) -> Iterator[str]:
    """Sentences about what was put aside. Raises Lost if something that was there is missing.

    If the loss is accepted, Urbanist goes on with what is left; what can't be read is kept in `damaged/`.
    """
    try:
        found = named_files(var / FOLDER, mark)
        if found is None:
            return
        yield from check(var, found, mark)
    except Lost as loss:
        if not accepts_loss:
            raise
        yield loss.what
        yield from go_on(var, loss)


def go_on(var: Path, loss: Lost) -> Iterator[str]:
    if loss.advice == CUT and loss.file and loss.at is not None:
        yield f"What stood there is kept as {put_tail_aside(var, loss.file, loss.at)}."
    elif loss.advice == EMPTY and (var / FOLDER).exists():
        yield f"An empty ledger begins, and what was left of the old one is kept as {put_aside(var, var / FOLDER)}."
    else:
        yield "Urbanist goes on with what is there, because URBANIST_ACCEPT_LOSS says so."


def named_files(folder: Path, mark: Mark | None) -> Files | None:
    """None if there never was a ledger."""
    manifest = folder / MANIFEST
    if not manifest.exists():
        was_there = (mark and mark.file) or (folder.exists() and any(folder.glob("*.aof")))
        if was_there:
            raise Lost(MISSING, mark, file=manifest, advice=EMPTY)
        return None
    lines = [LINE.fullmatch(line) for line in manifest.read_text("utf-8", "replace").splitlines() if line.strip()]
    named = [(line["type"], line["name"]) for line in lines if line]
    if len(named) != len(lines) or not named:
        raise Lost(UNREADABLE, mark, file=manifest, advice=EMPTY)
    for kind, name in named:
        if kind != "h" and not (folder / name).exists():
            raise Lost(MISSING, mark, file=folder / name, advice=EMPTY)
    base, incremental = (tuple(name for kind, name in named if kind == wanted) for wanted in "bi")
    return Files(folder, base, incremental)


def check(var: Path, found: Files, mark: Mark | None) -> Iterator[str]:
    known = mark.position if mark else (0, 0)
    if found.position[0] < known[0]:
        raise Lost(OLDER, mark)
    for name in (*found.base, *found.incremental[:-1]):
        if not is_well(found.folder / name):
            raise Lost(DAMAGED_FILE, mark, file=found.folder / name, advice=EMPTY)
    if found.last and not is_well(found.folder / found.last):
        yield from mend_end(var, found.folder / found.last, mark, known)
    elif found.position < known:
        raise Lost(OLDER, mark)


def mend_end(var: Path, path: Path, mark: Mark | None, known: tuple[int, int]) -> Iterator[str]:
    """Puts aside what follows the last whole command, if that is only an end and not half of the ledger."""
    seen = read(path)
    if seen.is_whole:
        return
    if seen.goes_on:
        raise Lost(DAMAGED, mark, file=path, at=seen.whole, advice=CUT)
    missing = known[1] - seen.whole if number_of(path.name) == known[0] else 0
    if missing > A_TAIL:
        raise Lost(OLDER, mark, file=path, at=seen.whole, advice=CUT)
    kept = put_tail_aside(var, path, seen.whole)
    yield TAIL.format(bytes=seen.size - seen.whole, file=path.name, kept=kept)
    if missing > 0:
        yield SHORTER.format(bytes=missing)
