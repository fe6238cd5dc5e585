"""Checks before anything starts that the archive is the one that matches were moved to, and no older copy of it."""

from contextlib import closing

from infra.aside import put_aside
from infra.lost import DAMAGED_FILE, EMPTY_ARCHIVE, NO_ARCHIVE, OLDER_ARCHIVE, Lost
from infra.notes import note
from shared.errors import Broken
from shared.ledger.archive import Archive
from shared.mark import read_mark
from shared.settings import Settings


def check_archive(chosen: Settings) -> None:
    """Raises Lost, unless the loss is accepted: then what is there counts from now on."""
    accepts_loss = chosen.accept_loss == "ledger"
    try:
        check(chosen)
    except Lost as loss:
        if not accepts_loss:
            raise
        if loss.advice == EMPTY_ARCHIVE:
            print(f"What was left of the archive is kept as {put_aside(chosen.var, chosen.archive)}.", flush=True)
    note_archive(chosen)


def check(chosen: Settings) -> None:
    mark = read_mark(chosen.var)
    name, _, number = (mark.archive if mark and mark.archive else "").partition(":")
    archive = Archive(chosen.archive)
    with closing(archive.database):
        try:
            found = archive.name, archive.number
        except Broken as error:
            raise Lost(DAMAGED_FILE, mark, file=archive.database.file, advice=EMPTY_ARCHIVE) from error
    if name and found[0] != name:
        raise Lost(NO_ARCHIVE, mark, file=chosen.archive)
    if name and found[1] < int(number):
        raise Lost(OLDER_ARCHIVE, mark, file=chosen.archive, found=found[1], known=int(number))


def note_archive(chosen: Settings) -> None:
    """Raises Broken where it can't be read."""
    archive = Archive(chosen.archive)
    with closing(archive.database):
        note(chosen.var, archive=f"{archive.name}:{archive.number}" if archive.name else None)
