"""Which bots there are, whoever brings them: the roster that lobby, matches and pages share."""

from shared.roster.built_in import built_in, is_of_this_release
from shared.roster.checked import check
from shared.roster.failures import Failure, Failures
from shared.roster.offer import Kind, Offer, Plays, player_of
from shared.roster.reservations import Invitation, Reservations
from shared.roster.roster import LAPSES, Roster
from shared.roster.sitting import fitting, offer_for

__all__ = [
    "LAPSES",
    "Failure",
    "Failures",
    "Invitation",
    "Kind",
    "Offer",
    "Plays",
    "Reservations",
    "Roster",
    "built_in",
    "check",
    "fitting",
    "is_of_this_release",
    "offer_for",
    "player_of",
]
