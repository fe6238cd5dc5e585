"""The fold of a table, one event at a time. It never refuses."""

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from shared.platform.table.events import NonceShown, SeatLeft, SeatTaken, TableClosed, TableFilled, TableOpened
from shared.platform.table.state import Sitting, Table

Event = TableOpened | SeatTaken | SeatLeft | TableFilled | NonceShown | TableClosed


def after(table: Table, events: Iterable[Event]) -> Table:
    for event in events:
        table = evolve(table, event)
    return table


def evolve(table: Table, event: Event) -> Table:
    table = replace(table, version=table.version + 1)
    match event:
        case TableOpened():
            return replace(table, opened=event, seats=(None,) * event.seats)
        case SeatTaken():
            return _placed(table, event.seat, Sitting(event.player, event.nonce_hash, key=event.key))
        case SeatLeft():
            return _placed(table, event.seat, None)
        case TableFilled():
            return replace(table, is_filled=True)
        case NonceShown():
            sitting = table.seats[event.seat]
            return _placed(table, event.seat, sitting and replace(sitting, nonce=event.nonce))
        case TableClosed():
            return replace(table, closed=event)
        case _:
            assert_never(event)


def _placed(table: Table, seat: int, sitting: Sitting | None) -> Table:
    return replace(table, seats=(*table.seats[:seat], sitting, *table.seats[seat + 1 :]))
