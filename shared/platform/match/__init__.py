"""The decider around any game: turns, resignations, stand-ins and every way a match can end."""

from shared.evidence import Asked
from shared.platform.match.commands import (
    Abort,
    Adjudicate,
    AgreeToStandIn,
    Branched,
    CallOff,
    Command,
    Play,
    Resign,
    SeatStandIn,
    StandIn,
    Start,
)
from shared.platform.match.decide import decide
from shared.platform.match.evolve import after, evolve
from shared.platform.match.reveals import reveals
from shared.platform.match.start import repeated
from shared.platform.match.state import Match

__all__ = [
    "Abort",
    "Adjudicate",
    "AgreeToStandIn",
    "Asked",
    "Branched",
    "CallOff",
    "Command",
    "Match",
    "Play",
    "Resign",
    "SeatStandIn",
    "StandIn",
    "Start",
    "after",
    "decide",
    "evolve",
    "repeated",
    "reveals",
]
