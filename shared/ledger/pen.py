"""Entries for the events of one command: stamped, sealed, chained, and in the ledger's form."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from shared.annotations import Json
from shared.evidence import Reveal
from shared.ledger.codec import Written
from shared.ledger.envelope import Stored, seal_of, sealed_bytes, written
from shared.ledger.forms.check import check_envelope


@dataclass(frozen=True, slots=True, kw_only=True)
class Pen:
    """Who writes, when and why. `moves` are keyed by index among the events; `salt()` gives 16 new bytes each time.

    `signed` is the sender's signature, which stands on the first event.
    """

    stream: str
    by: str
    cause: str
    at: str
    moves: Mapping[int, Json]
    salt: Callable[[], bytes]
    signed: Json | None = None

    def entries(
        self, version: int, previous: str | None, events: Sequence[Written], reveals: Sequence[Sequence[Reveal]]
    ) -> list[Stored]:
        """The entries to store after `version`, whose digest is `previous`."""
        found: list[Stored] = []
        for index, (event, shown) in enumerate(zip(events, reveals, strict=True)):
            seal, sealed = self._sealed(event)
            said = {
                "stream": self.stream,
                "version": version + 1 + index,
                "type": event.type,
                "schema": event.schema,
                "at": self.at,
                "by": self.by,
                "cause": self.cause,
                "move": self.moves.get(index),
                "data": event.data,
                "reveals": list(map(list, shown)),
                "seal": seal,
                "previous": previous,
            }
            if self.signed and not index:
                said["signed"] = self.signed
            envelope, previous = written(said)
            check_envelope({**said, "digest": previous})
            found.append(Stored(envelope, sealed))
        return found

    def _sealed(self, event: Written) -> tuple[str | None, bytes | None]:
        if event.part is None:
            return None, None
        salt = self.salt()
        return seal_of(event.part, salt), sealed_bytes(event.part, salt)
