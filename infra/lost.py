"""The sentences for a ledger of which something is missing or unreadable, with what to do then."""

from pathlib import Path

from shared.mark import Mark

MISSING = "{file} is missing, and without it the server can't find the matches."
UNREADABLE = "{file} can't be read, and without it the server can't find the matches."
OLDER = (
    "The ledger ends before the place where it ended when Urbanist ran last: it is an older copy, or a part of it was "
    "lost."
)
DAMAGED = "{file} is damaged at byte {at}, and what was stored after that is still there."
DAMAGED_FILE = "{file} is damaged."
TAIL = (
    "WARNING: the last {bytes} bytes of {file} are no complete entry, as after a power loss: they were moved to "
    "{kept}, and everything before them is kept."
)
SHORTER = (
    "WARNING: {bytes} bytes that were stored when Urbanist ran last are lost with them, so the last moves may be "
    "missing."
)
KNOWN = "It was last known to be whole on {at}."
EMPTY = (
    "Restore the newest intact copy of the folder, or start once with URBANIST_ACCEPT_LOSS=ledger: then an "
    "empty ledger begins, and what is left of this one is kept in the folder damaged."
)
CUT = (
    "Restore the newest intact copy of the folder, or start once with URBANIST_ACCEPT_LOSS=ledger: then "
    "everything from there on is cut off and kept in the folder damaged."
)
AS_IT_IS = (
    "Restore the newest intact copy of the folder, or start once with URBANIST_ACCEPT_LOSS=ledger: then "
    "Urbanist goes on with what is there."
)
NO_ARCHIVE = "{file} does not hold the archive that finished matches were moved to."
OLDER_ARCHIVE = (
    "{file} is an older copy of the archive: it ends at record {found}, and {known} were there when Urbanist ran last."
)
EMPTY_ARCHIVE = (
    "Restore the newest intact copy of the folder, or start once with URBANIST_ACCEPT_LOSS=ledger: then an "
    "empty archive begins, and what is left of this one is kept in the folder damaged."
)
OTHER_SERVER = (
    "The server that REDIS_URL names does not hold the ledger that Urbanist used from this folder when it ran last."
)
OLDER_SERVER = (
    "The server that REDIS_URL names has recorded {events} events, and {known} were known when Urbanist ran last: it "
    "is an older copy, or a part of it was lost."
)
OTHER_WAY = (
    "Restore the newest copy of its data, correct REDIS_URL, or start once with URBANIST_ACCEPT_LOSS=ledger: then "
    "Urbanist goes on with what is there."
)


class Lost(Exception):
    """Something that was there is gone. Nothing was changed."""

    def __init__(
        self,
        template: str,
        mark: Mark | None,
        *,
        file: Path | None = None,
        at: int | None = None,
        advice: str = AS_IT_IS,
        **values: int,
    ) -> None:
        self.file, self.at, self.advice = file, at, advice
        self.what = template.format(file=file, at=at, **values)
        known = [KNOWN.format(at=mark.at)] if mark and mark.at else []
        super().__init__(" ".join(["Urbanist does not start.", self.what, *known, advice]))
