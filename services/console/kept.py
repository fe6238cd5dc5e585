"""Records that a command writes to a folder: whole or not at all, and never over something else."""

from contextlib import suppress
from pathlib import Path
from typing import Any

from shared.errors import Malformed, NotAllowed
from shared.ledger.envelope import Envelope
from shared.platform.records.read_export import read_export
from shared.platform.streams import REGISTRY


def keep(export: bytes, path: Path) -> None:
    """A file that holds the same match already stays as it is. Raises NotAllowed where it holds anything else."""
    try:
        with path.open("xb") as file:
            write_whole(export, file, path)
    except FileExistsError:
        if happenings(path.read_bytes()) != happenings(export):
            raise NotAllowed(
                "{file} is there already and holds something else: move it away, or name another folder", file=str(path)
            ) from None


def write_whole(export: bytes, file: Any, path: Path) -> None:
    try:
        file.write(export)
        file.flush()
    except BaseException:  # Ctrl-C too: half a record would be in the way of the whole one
        with suppress(OSError):
            path.unlink()
        raise


def happenings(export: bytes) -> list[Any]:
    """The events without times and salts, which differ each time a match is played; empty where it is no record."""
    with suppress(Malformed):
        entries = read_export(export, REGISTRY).streams.get("match", ())
        return [(one.type, one.by, one.move, one.data) for one in (Envelope.from_bytes(e.envelope) for e in entries)]
    return []
