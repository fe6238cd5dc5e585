"""Every event of the platform by its stored name.

Stored names and fields are for ever: docs/ledger.md lists them with their writers.
"""

from collections.abc import Mapping

from shared.platform.deal import events as deal
from shared.platform.match import events as match
from shared.platform.rating import events as rating
from shared.platform.score import events as score
from shared.platform.table import events as table
from shared.platform.tournament import events as tournament

EVENTS: Mapping[str, type] = {
    **table.EVENTS,
    **match.EVENTS,
    **score.EVENTS,
    **rating.EVENTS,
    **deal.EVENTS,
    **tournament.EVENTS,
}
