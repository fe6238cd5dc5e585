"""Checks the folder of everything that is kept before anything starts; what is wrong is one sentence."""

import errno
import os
import tempfile
from pathlib import Path

FOLDERS = ("appendonlydir", "damaged", "archive")  # all else is a file
INSIDE = ("appendonlydir/*", "archive/*")
FILES = ("run.lock", "server.lock", "ledger.json", "redis.sock", *INSIDE)
WRITTEN = ("run.lock", "server.lock", "gateway.key", "host.pem", "ledger.json", *FOLDERS, *INSIDE)  # keys: shared/web
IN_THE_WAY = {
    "file": "{path} is a folder, and a file belongs there: move the folder away, and put back what was there before.",
    "folder": "{path} is a file, and a folder belongs there: move the file away, and put back what was there before.",
}


class Unusable(Exception):
    """The folder, or something in it, can't be used as it is."""


def make_usable(var: Path) -> None:
    """Makes the folder if it is missing. Raises Unusable."""
    try:
        var.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=var) as trial:
            trial.write(b"\0")
            trial.flush()
    except OSError as error:
        if error.errno != errno.ENOSPC:  # with a full disk everything can still be read
            raise Unusable(reason(var, error)) from error
    check_kinds(var)
    for path in (found for name in WRITTEN for found in sorted(var.glob(name))):
        check_own(path)


def check_kinds(var: Path) -> None:
    """Finds files in place of folders and folders in place of files, which few programs report clearly."""
    for wanted, names in (("folder", FOLDERS), ("file", FILES)):
        for path in (found for name in names for found in sorted(var.glob(name))):
            if path.is_dir() != (wanted == "folder"):
                raise Unusable(IN_THE_WAY[wanted].format(path=path))


def check_own(path: Path) -> None:
    """Finds what a start by another user left behind before it is needed."""
    needed = os.R_OK | os.W_OK | (os.X_OK if path.is_dir() else 0)
    if not os.access(path, needed):
        raise Unusable(
            f"{path} can't be read and written by this user: start Urbanist as the user who started it before, or give "
            "the folder to this one (chown -R)."
        )


def reason(var: Path, error: OSError) -> str:
    match error.errno:
        case errno.ENOTDIR | errno.EEXIST:
            return f"Matches can't be kept in {var}, because a file is in the way: set URBANIST_VAR to another folder."
        case errno.EACCES | errno.EPERM:
            return (
                f"Matches can't be kept in {var}, because this user may not write there: give the folder to this user, "
                "or set URBANIST_VAR to another folder."
            )
        case errno.EROFS:
            return (
                f"Matches can't be kept in {var}, because it can only be read: set URBANIST_VAR to a folder that can "
                "be written."
            )
        case _:
            return f"Matches can't be kept in {var}: {error.strerror}. Fix this, or set URBANIST_VAR to another folder."
