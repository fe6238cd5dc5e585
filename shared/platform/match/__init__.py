"""The decider around any game: turns, resignations, stand-ins and every way a match can end."""

from shared.evidence import Asked
from shared.platform.match.commands import (
    Abort,
    Adjudicate,
    AgreeToStandIn,
    AnswerTakeBack,
    AskToTakeBack,
    Branched,
    CallOff,
    Command,
    Play,
    Resign,
    SeatStandIn,
    StandIn,
    Start,
    WithdrawTakeBack,
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
    "AnswerTakeBack",
    "AskToTakeBack",
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
    "WithdrawTakeBack",
    "after",
    "decide",
    "evolve",
    "repeated",
    "reveals",
]
