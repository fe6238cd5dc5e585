"""A deal: luck that is the same in many matches, committed before any of them begins and opened after all of them."""

from shared.platform.deal.commands import Command, Commit, End
from shared.platform.deal.decide import decide
from shared.platform.deal.evolve import evolve, timed
from shared.platform.deal.start import Sat, cited_by, start_at, start_of, try_of
from shared.platform.deal.state import Deal

__all__ = [
    "Command",
    "Commit",
    "Deal",
    "End",
    "Sat",
    "cited_by",
    "decide",
    "evolve",
    "start_at",
    "start_of",
    "timed",
    "try_of",
]
