"""Where tests keep their files: in memory if there is room, because a server waits for the disk at every event.

What a server was told is there after its end and after a kill all the same. Only a machine that falls loses it.
"""

import os
import shutil
import tempfile
from pathlib import Path

FOLDER = Path("/dev/shm")
ROOM = 2 * 1024**3  # bytes that have to be free


def keep_files_in_memory() -> None:
    """For this process and all that it starts, unless TMPDIR says otherwise."""
    if "TMPDIR" not in os.environ and has_room(FOLDER):
        os.environ["TMPDIR"] = str(FOLDER)
        tempfile.tempdir = str(FOLDER)


def has_room(folder: Path) -> bool:
    return folder.is_dir() and os.access(folder, os.W_OK) and shutil.disk_usage(folder).free > ROOM
