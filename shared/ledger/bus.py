"""The bus of a partition: which group has heard what, what failed, and what can be deleted.

Source: docs/ledger.md, "Bus".
"""

from typing import Any, NamedTuple

from redis import Redis, ResponseError

from shared.ledger.redis import bus_key, dead_key

SEEN_BY_ALL = 60_000  # milliseconds that a notice stays for readers without a group: the sockets
LETTERS = 1000  # dead letters of a partition; older ones go
KEPT = 24 * 3600  # seconds of work that a notice waits for a group that doesn't come
AHEAD = 10_000  # notices that are kept after the clock was set back, when their age is unknown


class Bus:
    """One group's side of one partition's bus."""

    def __init__(self, client: "Redis", part: str, group: str) -> None:
        self.client: Any = client
        self.group = group
        self.key = bus_key(part)
        self.dead = dead_key(part)
        self.failures = f"{{{part}}}:failures:{group}"  # by entry id: how often it was retried

    def join(self) -> None:
        """Create the group if it is missing; it hears everything that is still on the bus."""
        try:
            self.client.xgroup_create(self.key, self.group, id="0", mkstream=True)
        except ResponseError as error:
            if not str(error).startswith("BUSYGROUP"):
                raise

    def begin_again(self, entry: bytes) -> int:
        """Count a retry before it is made, so that a notice that kills its process counts too."""
        return int(self.client.hincrby(self.failures, entry, 1))

    def excuse(self, entry: bytes) -> None:
        """Uncount a retry that failed through no fault of the notice."""
        self.client.hincrby(self.failures, entry, -1)

    def forgive(self, entry: bytes) -> None:
        """Forget the retries of an entry that is finished."""
        self.client.hdel(self.failures, entry)

    def finish(self, *entries: bytes, within: Any = None) -> None:
        """Acknowledge them, at once or `within` a pipeline."""
        (within or self.client).xack(self.key, self.group, *entries)

    def bury(self, entry: bytes, notice: bytes, reason: str) -> None:
        """Put a notice among the dead letters, for people to look at."""
        letter = {"notice": notice, "group": self.group, "entry": entry, "reason": reason}
        self.client.xadd(self.dead, letter, maxlen=LETTERS, approximate=True)

    def take_over(self, name: str, idle: float) -> None:
        """Claim for `name` what other consumers started and left for `idle` seconds."""
        self.client.xautoclaim(self.key, self.group, name, int(idle * 1000), count=1000, justid=True)

    def trim(self, too_old: int) -> None:
        """Delete what every group passed a minute ago, and everything from before `too_old`, in milliseconds."""
        seconds, _ = self.client.time()
        now = seconds * 1000
        groups = self.client.xinfo_groups(self.key)
        past = min([now - SEEN_BY_ALL, *(self._position(group) for group in groups)]) if groups else 0
        self.client.xtrim(self.key, minid=max(past, too_old, 0), approximate=False)
        if _moment(self.client.xinfo_stream(self.key)["last-generated-id"]) > now + SEEN_BY_ALL:
            self.client.xtrim(self.key, maxlen=AHEAD, approximate=False)

    def _position(self, group: dict[str, Any]) -> int:
        """The time, in milliseconds, of the oldest entry that this group still needs."""
        oldest = self.client.xpending(self.key, group["name"])["min"] if group["pending"] else None
        if oldest is not None:  # else the last of them was acknowledged just now
            return _moment(oldest)
        return _moment(group["last-delivered-id"])


def _moment(entry: bytes) -> int:
    return int(entry.split(b"-")[0])


class Delivered(NamedTuple):
    """An entry as one consumer got it from a bus; `raw` is its notice, None where it was trimmed away."""

    bus: Bus
    entry: bytes
    raw: bytes | None
