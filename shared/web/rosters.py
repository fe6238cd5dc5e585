"""The roster of bots, as services ask for it."""

from shared.roster import Roster
from shared.web.client import shared_client


def roster() -> Roster:
    return Roster(shared_client())
