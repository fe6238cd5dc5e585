"""Moves damaged parts of what was kept into a folder of their own: nothing is thrown away."""

import errno
import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

FOLDER = "damaged"


def put_tail_aside(var: Path, path: Path, at: int) -> Path:
    """Copies everything from byte `at` on, cuts it off once the copy is on disk, and returns the copy's path."""
    kept = free_path(var, f"{path.name}-from-byte-{at}")
    with path.open("rb") as file, kept.open("xb") as copy:
        file.seek(at)
        shutil.copyfileobj(file, copy)
        copy.flush()
        os.fsync(copy.fileno())
    with path.open("r+b") as file:
        file.truncate(at)
        os.fsync(file.fileno())
    return kept


def put_aside(var: Path, folder: Path) -> Path:
    kept = free_path(var, folder.name)
    try:
        return folder.rename(kept)
    except OSError as error:
        if error.errno != errno.EBUSY:
            raise
    shutil.copytree(folder, kept)  # it is a volume of its own, which stays where it is
    for path in folder.iterdir():
        path.unlink()
    return kept


def free_path(var: Path, name: str) -> Path:
    """A free path whose name says when."""
    folder = var / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    stamp = datetime.now(UTC).strftime("%Y-%m-%dT%H-%M-%S.%f")
    return folder / f"{stamp}Z-{name}"
