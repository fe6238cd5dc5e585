"""The state of a deal."""

from typing import NamedTuple

from shared.errors import DealNotFound
from shared.ledger.envelope import moment
from shared.platform.deal.events import DealCommitted


class Deal(NamedTuple):
    """`now` is in milliseconds since 1970."""

    committed: DealCommitted | None = None
    is_ended: bool = False
    now: int = 0

    @property
    def facts(self) -> DealCommitted:
        """Raises DealNotFound before they are committed."""
        if self.committed is None:
            raise DealNotFound("there is no such deal")
        return self.committed

    def is_playable(self, now: int) -> bool:
        """Whether a match may start at this moment, in milliseconds since 1970."""
        return not self.is_ended and moment(self.facts.begins) <= now < moment(self.facts.ends)

    def counts(self, ended: str | None) -> bool:
        """Whether a match that ended then was played to its end in time."""
        return ended is not None and ended < self.facts.ends
