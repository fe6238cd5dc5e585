"""Notes how far the ledger has come, so that the next start knows what must be there."""

import errno
from dataclasses import replace
from pathlib import Path

from infra.kept import position
from infra.lost import Lost
from shared.mark import Mark, now, number_of, read_mark, write_mark


def note_files(var: Path) -> None:
    """Of the embedded server, which must have answered since its last write, have ended, or not have started."""
    try:
        found = position(var)
    except (Lost, OSError):  # a rewrite is just changing the names; the next start says what is missing
        return
    known = read_mark(var) or Mark()
    if found and (number_of(found[0]), found[1]) >= known.position:
        note(var, file=found[0], bytes=found[1])


def forget_files(var: Path) -> None:
    """What is there counts from now on, though it is less than there was."""
    note(var, file=None, bytes=0)
    note_files(var)


def note(var: Path, **facts: object) -> None:
    """Writes only if something is new."""
    known = read_mark(var) or Mark()
    found: Mark = replace(known, **facts)  # type: ignore[arg-type]
    if found == known:
        return
    try:
        write_mark(var, replace(found, at=now()))
    except OSError as error:
        if error.errno != errno.ENOSPC:  # on a full disk nothing else is stored either, so what is known stays true
            raise
