"""Who waits for opponents now, kept on the server beside the ledger: what is lost there, people ask for again."""

from shared.queue.kept import Group
from shared.queue.waiting import GRACE, LOST, OPENER, Queue, Status

__all__ = ["GRACE", "LOST", "OPENER", "Group", "Queue", "Status"]
