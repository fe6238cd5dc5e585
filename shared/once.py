"""Files that are made once and never replaced, and work in a folder that one process does at a time."""

import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from shared.errors import Busy


def write_once(path: Path, content: bytes) -> None:
    """Whole or not at all, for its owner alone, and on the disk afterwards: it is a draft that is linked.

    Raises FileExistsError if another process was faster.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}.new")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(descriptor)
        os.link(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    sync(path.parent)


@contextmanager
def alone(folder: Path, busy: Busy) -> Iterator[None]:
    """While nobody else is, in that folder. Raises `busy` where somebody is."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise busy from None
    finally:
        os.close(lock)


def sync(path: Path) -> None:
    """What is in a file, or the names in a folder, is on the disk afterwards."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
