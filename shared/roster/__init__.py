"""Which bots there are, whoever brings them: the roster that lobby, matches and pages share."""

from shared.roster.built_in import built_in
from shared.roster.failures import Failure, Failures
from shared.roster.offer import Kind, Offer, Plays
from shared.roster.roster import LAPSES, Roster
from shared.roster.sitting import fitting, player_for

__all__ = ["LAPSES", "Failure", "Failures", "Kind", "Offer", "Plays", "Roster", "built_in", "fitting", "player_for"]
