"""How much room the disk has where the ledger is kept: before it is full nothing is stored, and all is still read."""

import os
from pathlib import Path

from shared.errors import Full, UrbanistError, WritesRefused
from shared.settings import Settings

MB = 1 << 20  # bytes
SOON = 5  # times the reserve: from there on it is told that room gets scarce
REFUSES = "min-replicas-to-write"  # a server that misses replicas answers every read and refuses every write, whole
ENOUGH = 1.5  # times the reserve: what is stored again must not be refused at once

SCARCE = "Only {room} MB are left on the disk: below {reserve} MB nothing is stored any more."
NO_ROOM = (
    "The disk is full: {room} MB are left, and below {reserve} MB nothing is stored, so that everything can still be "
    "looked at. Make room where {var} is kept."
)


def room(var: Path) -> int:
    """Bytes that this user may still write there, or will be able to as soon as the folder is made."""
    found = os.statvfs(next(path for path in (var, *var.parents) if path.exists()))
    return found.f_bavail * found.f_frsize


def is_full(chosen: Settings, before: bool = False) -> bool:
    """`before` is whether it was. An external server has a disk of its own, which nobody here can see."""
    if not chosen.embedded:
        return False
    return room(chosen.var) < chosen.disk_reserve * MB * (ENOUGH if before else 1)


def warning(chosen: Settings, before: bool = False) -> str | None:
    """A sentence for operators, None while there is plenty of room; `before` is whether nothing was stored so far."""
    if not chosen.embedded:
        return None
    reserve = int(chosen.disk_reserve * (ENOUGH if before else 1))
    told = {"room": room(chosen.var) // MB, "reserve": reserve, "var": chosen.var}
    if is_full(chosen, before):
        return NO_ROOM.format(**told)
    return SCARCE.format(**told) if room(chosen.var) < chosen.disk_reserve * MB * SOON else None


def because_of_the_disk(verdict: UrbanistError, chosen: Settings) -> UrbanistError:
    """A server that stores nothing does not know why; where the disk is full, that is what is told instead."""
    if not isinstance(verdict, WritesRefused) or not is_full(chosen, before=True):
        return verdict
    return Full(
        "the disk is full: nothing can be stored until there is room again, and everything can still be looked at",
        reason=verdict.reason,
    )
