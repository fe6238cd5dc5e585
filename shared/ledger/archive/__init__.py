"""The archive: one database file that holds the streams of matches that ended long ago, compressed, byte for byte."""

from shared.ledger.archive.archive import Archive
from shared.ledger.archive.database import Damaged
from shared.ledger.archive.settling import OtherArchive, Settled, settle, settle_all
from shared.ledger.archive.shrinking import shrink
from shared.ledger.archive.whole import WholeLedger, open_whole

__all__ = [
    "Archive",
    "Damaged",
    "OtherArchive",
    "Settled",
    "WholeLedger",
    "open_whole",
    "settle",
    "settle_all",
    "shrink",
]
