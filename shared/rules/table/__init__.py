"""The decider of a table: seats fill, nonces are shown, and the table's last event says whether a match follows."""

from shared.rules.table.decide import decide
from shared.rules.table.evolve import Event, after, evolve
from shared.rules.table.orders import (
    GiveUp,
    LeaveSeat,
    OpenTable,
    Order,
    SeatBot,
    SendAway,
    ShowNonce,
    StopWaiting,
    TakeSeat,
)
from shared.rules.table.state import Place, Table

__all__ = [
    "Event",
    "GiveUp",
    "LeaveSeat",
    "OpenTable",
    "Order",
    "Place",
    "SeatBot",
    "SendAway",
    "ShowNonce",
    "StopWaiting",
    "Table",
    "TakeSeat",
    "after",
    "decide",
    "evolve",
]
