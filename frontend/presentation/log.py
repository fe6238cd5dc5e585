"""A match's log for the page: lines with names, the newest first."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from frontend.logs import Line, Log, seat_in
from frontend.people.who import seat_name
from frontend.presentation.seats import distinct_names
from shared.annotations import Json

TAKEN_OVER = "match.seat_taken_over"


class NameThen(TypedDict):
    name: str


class LogEntry(TypedDict):
    """What a board needs to put one event into a sentence.

    `to_turn`: to which turn the match goes back, or is asked to go back, as people count. `undone`: taken back. `then`:
    whose seats they were, where somebody has taken one over since.
    """

    type: str
    data: Json
    seat: int | None
    name: str | None
    is_last: bool
    to_turn: int | None
    undone: bool
    then: list[NameThen] | None


class LogLine(LogEntry):
    version: int
    turn: int
    at: str


def log_lines(lines: Sequence[Line], log: Log, names: Mapping[str, str], players: Sequence[str]) -> list[LogLine]:
    """Lines of the log, the newest first, with names, and with the turn that each belongs to; the last move is marked.

    What was taken back is marked too, also where only later lines say so. `players` are those at the start, by seat.
    """
    turns, undone, then = log.turns, log.undone, owners_then(lines, players)
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
            "then": called_then(names, owners),
        }
        for line, owners in zip(reversed(lines), reversed(then), strict=True)
    ]


def owners_then(lines: Sequence[Line], players: Sequence[str]) -> list[tuple[str, ...] | None]:
    """Before each line, by seat; None after the last change."""
    found, owners = list[tuple[str, ...] | None](), tuple(players)
    changes = [at for at, line in enumerate(lines) if line.type == TAKEN_OVER]
    last = changes[-1] if changes else -1
    for at, line in enumerate(lines):
        found.append(owners if at <= last else None)
        if line.type == TAKEN_OVER:
            seat = line.data["seat"]
            owners = (*owners[:seat], line.data["player"], *owners[seat + 1 :])
    return found


def called_then(names: Mapping[str, str], owners: Sequence[str] | None) -> list[NameThen] | None:
    if owners is None:
        return None
    return [{"name": name} for name in distinct_names([seat_name(names, owner) for owner in owners])]


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
        "then": None,
    }


def missed(verdict: Mapping[str, Any]) -> list[LogEntry]:
    """What happened meanwhile, as a service says it."""
    return [entry_of(entry["type"], entry["data"]) for entry in verdict.get("missed", ())]
