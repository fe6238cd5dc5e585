"""Which streams have changed since the last anchor, as the bus told: so nobody goes through all there are.

Keys: docs/ledger.md, "Streams and keys".
"""

from typing import Any

from shared.ledger.redis import answering

CHANGED = "{anchors}:changed"
TAKEN = "{anchors}:taken"
SINCE = "{anchors}:since"  # says that every change is noted


class Noted:
    """Noting is safe to repeat. What is noted while an anchor is made is for the next one."""

    def __init__(self, client: Any) -> None:
        self.client = client

    def note(self, stream: str) -> None:
        with answering():
            self.client.sadd(CHANGED, stream)

    def take(self) -> list[str] | None:
        """What has changed since the last `done`, also if that was not reached; None where nobody has noted it."""
        with answering(), self.client.pipeline(transaction=True) as pipe:
            pipe.sunionstore(TAKEN, [TAKEN, CHANGED])
            pipe.delete(CHANGED)
            pipe.smembers(TAKEN)
            pipe.exists(SINCE)
            _, _, found, is_noted = pipe.execute()
        return sorted(stream.decode() for stream in found) if is_noted else None

    def done(self, *, begins: bool = False) -> None:
        """What was taken is in an anchor. `begins`: so is everything else, or it is noted from now on."""
        with answering(), self.client.pipeline(transaction=True) as pipe:
            if begins:
                pipe.set(SINCE, "1")
            pipe.delete(TAKEN)
            pipe.execute()

    def stop(self) -> None:
        """Nobody notes anything from now on: the next anchor looks at everything again."""
        with answering():
            self.client.delete(CHANGED, TAKEN, SINCE)
