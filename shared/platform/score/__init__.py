"""The score of a match: its count, what an operator put in its place, and what a bot says of every turn."""

from shared.platform.score.commands import Analyse, Command, Correct, Count
from shared.platform.score.decide import decide
from shared.platform.score.evolve import evolve
from shared.platform.score.state import Score, Scored

__all__ = ["Analyse", "Command", "Correct", "Count", "Score", "Scored", "decide", "evolve"]
