"""Which table follows a match, as services ask for it."""

from shared.platform.rematches import Rematches
from shared.web.client import shared_client
from shared.web.ledger import streams


def rematches() -> Rematches:
    return Rematches(shared_client(), streams())
