"""A match's log for the page: lines with names, the newest first."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from frontend.logs import Line, Log, seat_in
from shared.annotations import Json


class LogEntry(TypedDict):
    """What a board needs to put one event into a sentence.

    `to_turn`: to which turn the match goes back, or is asked to go back, as people count. `undone`: taken back.
    """

    type: str
    data: Json
    seat: int | None
    name: str | None
    is_last: bool
    to_turn: int | None
    undone: bool


class LogLine(LogEntry):
    version: int
    turn: int
    at: str


def log_lines(lines: Sequence[Line], log: Log, names: Mapping[str, str]) -> list[LogLine]:
    """Lines of the log, the newest first, with names, and with the turn that each belongs to; the last move is marked.

    What was taken back is marked too, also where only later lines say so.
    """
    turns, undone = log.turns, log.undone
    last = max((line.version for line in lines if line.is_move and line.version not in undone), default=None)
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
            "to_turn": turn_in(line.data, turns),
            "undone": line.version in undone,
        }
        for line in reversed(lines)
    ]


def turn_in(data: Json, turns: Sequence[int]) -> int | None:
    to = data.get("to")
    return turns[to - 1] if type(to) is int and 1 <= to <= len(turns) else None


def entry_of(type_: str, data: Json) -> LogEntry:
    """One event by itself, for the board's sentence."""
    return {
        "type": type_,
        "data": data,
        "seat": seat_in(data),
        "name": None,
        "is_last": False,
        "to_turn": None,
        "undone": False,
    }


def missed(verdict: Mapping[str, Any]) -> list[LogEntry]:
    """What happened meanwhile, as a service says it."""
    return [entry_of(entry["type"], entry["data"]) for entry in verdict.get("missed", ())]
