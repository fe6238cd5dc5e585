"""The time by which clocks are kept: that of the events."""

from shared.ledger.envelope import moment, stamp
from shared.web.ledger import streams


def now() -> int:
    """In milliseconds since 1970, as the next event will be stamped."""
    return moment(stamp(streams().matches.now()))
