"""A match's log for the page: lines with names, the newest first."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from frontend.logs import Line, seat_in
from shared.annotations import Json


class LogEntry(TypedDict):
    """What a board needs to put one event into a sentence."""

    type: str
    data: Json
    seat: int | None
    name: str | None
    is_last: bool


class LogLine(LogEntry):
    version: int
    turn: int
    at: str


def log_lines(lines: Sequence[Line], turns: Sequence[int], names: Mapping[str, str]) -> list[LogLine]:
    """The newest first, with names, and with the turn that each belongs to; the last move is marked."""
    last = max((line.version for line in lines if line.is_move), default=None)
    return [
        {
            "version": line.version,
            "turn": turns[line.version - 1],
            "at": line.at,
            "seat": line.seat,
            "name": names.get(line.by) if line.seat is not None else None,
            "type": line.type,
            "data": line.data,
            "is_last": line.version == last,
        }
        for line in reversed(lines)
    ]


def entry_of(type_: str, data: Json) -> LogEntry:
    """One event by itself, for the board's sentence."""
    return {"type": type_, "data": data, "seat": seat_in(data), "name": None, "is_last": False}


def missed(verdict: Mapping[str, Any]) -> list[LogEntry]:
    """What happened meanwhile, as a service says it."""
    return [entry_of(entry["type"], entry["data"]) for entry in verdict.get("missed", ())]
