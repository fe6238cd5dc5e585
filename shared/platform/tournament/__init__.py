"""The decider of a tournament: who enters, who plays whom, how the tables ended, and who stands where."""

from shared.platform.tournament.commands import Command
from shared.platform.tournament.decide import decide
from shared.platform.tournament.due import due
from shared.platform.tournament.evolve import Event, after, evolve
from shared.platform.tournament.rules import Final, Rules, rules_for
from shared.platform.tournament.standings import standings
from shared.platform.tournament.state import Entrant, Round, Tournament

__all__ = [
    "Command",
    "Entrant",
    "Event",
    "Final",
    "Round",
    "Rules",
    "Tournament",
    "after",
    "decide",
    "due",
    "evolve",
    "rules_for",
    "standings",
]
