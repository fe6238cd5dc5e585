"""How much room is left on the ledger's disk: storing stops before it is full, and reading goes on."""

import os
from pathlib import Path

from shared.errors import Full, UrbanistError, WritesRefused
from shared.marked import marked
from shared.settings import Settings

MB = 1 << 20  # bytes
SOON = 5  # times the reserve: below that, a warning says that room is getting scarce
REFUSES = "min-replicas-to-write"  # a server that lacks replicas answers every read and refuses every write
ENOUGH = 1.5  # times the reserve, so that storing doesn't stop again as soon as it goes on

SCARCE = marked("Only {room} MB are left on the disk: below {reserve} MB nothing is stored any more.")
NO_ROOM = marked(
    "The disk is full: {room} MB are left, and below {reserve} MB nothing is stored, so that everything can still be "
    "looked at. Make room where {var} is kept."
)


def room(var: Path) -> int:
    """Bytes that this user may still write there; the folder need not exist yet."""
    found = os.statvfs(next(path for path in (var, *var.parents) if path.exists()))
    return found.f_bavail * found.f_frsize


def is_full(chosen: Settings, before: bool = False) -> bool:
    """`before` says whether it was full before. An external server's disk can't be seen from here."""
    if not chosen.embedded:
        return False
    return room(chosen.var) < chosen.disk_reserve * MB * (ENOUGH if before else 1)


def warning(chosen: Settings, before: bool = False) -> str | None:
    """A sentence for operators, None while there is plenty of room; `before` says whether storing had stopped."""
    if not chosen.embedded:
        return None
    reserve = int(chosen.disk_reserve * (ENOUGH if before else 1))
    values = {"room": room(chosen.var) // MB, "reserve": reserve, "var": chosen.var}
    if is_full(chosen, before):
        return NO_ROOM.format(**values)
    return SCARCE.format(**values) if room(chosen.var) < chosen.disk_reserve * MB * SOON else None


def because_of_the_disk(verdict: UrbanistError, chosen: Settings) -> UrbanistError:
    """A server that stores nothing doesn't know why; if the disk is full, the verdict says so instead."""
    if not isinstance(verdict, WritesRefused) or not is_full(chosen, before=True):
        return verdict
    return Full(
        "the disk is full: nothing can be stored until there is room again, and everything can still be looked at",
        reason=verdict.reason,
    )
