"""The decider around any game: turns, resignations, stand-ins and every way a match can end."""

from shared.evidence import Asked
from shared.platform.match.commands import (
    Abort,
    Adjudicate,
    AgreeToPause,
    AgreeToResume,
    AgreeToStandIn,
    AnswerTakeBack,
    AskToTakeBack,
    Branched,
    CallOff,
    Command,
    Credit,
    EndAlone,
    EndPause,
    NoteAbsence,
    Play,
    Reclaim,
    Resign,
    RunOut,
    SeatStandIn,
    StandIn,
    Start,
    TakeOver,
    TakeVacation,
    WithdrawTakeBack,
)
from shared.platform.match.decide import decide
from shared.platform.match.evolve import after, evolve, timed
from shared.platform.match.result import result_of
from shared.platform.match.reveals import reveals
from shared.platform.match.start import repeated
from shared.platform.match.state import Match

__all__ = [
    "Abort",
    "Adjudicate",
    "AgreeToPause",
    "AgreeToResume",
    "AgreeToStandIn",
    "AnswerTakeBack",
    "AskToTakeBack",
    "Asked",
    "Branched",
    "CallOff",
    "Command",
    "Credit",
    "EndAlone",
    "EndPause",
    "Match",
    "NoteAbsence",
    "Play",
    "Reclaim",
    "Resign",
    "RunOut",
    "SeatStandIn",
    "StandIn",
    "Start",
    "TakeOver",
    "TakeVacation",
    "WithdrawTakeBack",
    "after",
    "decide",
    "evolve",
    "repeated",
    "result_of",
    "reveals",
    "timed",
]
