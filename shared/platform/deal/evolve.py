"""The fold of a deal, one event at a time. It never refuses."""

from typing import Any

from shared.platform.deal.events import DealCommitted
from shared.platform.deal.state import Deal


def evolve(deal: Deal, event: Any) -> Deal:
    if isinstance(event, DealCommitted):
        return deal._replace(committed=event)
    return deal._replace(is_ended=True)


def timed(deal: Deal, now: int) -> Deal:
    return deal._replace(now=now)
