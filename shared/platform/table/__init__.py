"""The decider of a table: seats fill, nonces are shown, and the table's last event says whether a match follows."""

from shared.platform.table.commands import (
    CallOff,
    Command,
    GiveUp,
    LeaveSeat,
    OpenTable,
    SeatBot,
    SendAway,
    ShowNonce,
    StopWaiting,
    TakeSeat,
)
from shared.platform.table.decide import decide
from shared.platform.table.evolve import Event, after, evolve
from shared.platform.table.state import Sitting, Table

__all__ = [
    "CallOff",
    "Command",
    "Event",
    "GiveUp",
    "LeaveSeat",
    "OpenTable",
    "SeatBot",
    "SendAway",
    "ShowNonce",
    "Sitting",
    "StopWaiting",
    "Table",
    "TakeSeat",
    "after",
    "decide",
    "evolve",
]
