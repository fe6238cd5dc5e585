"""The decider around any game: turns, resignations, stand-ins and every way a match can end."""

from shared.rules.match.decide import STAND_IN, decide
from shared.rules.match.evolve import after, evolve
from shared.rules.match.orders import (
    Abort,
    Adjudicate,
    AgreeToStandIn,
    Asked,
    Branched,
    Order,
    Play,
    Resign,
    SeatStandIn,
    Start,
)
from shared.rules.match.reveals import reveals
from shared.rules.match.start import repeated
from shared.rules.match.state import Match

__all__ = [
    "STAND_IN",
    "Abort",
    "Adjudicate",
    "AgreeToStandIn",
    "Asked",
    "Branched",
    "Match",
    "Order",
    "Play",
    "Resign",
    "SeatStandIn",
    "Start",
    "after",
    "decide",
    "evolve",
    "repeated",
    "reveals",
]
