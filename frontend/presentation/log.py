"""A match's log in the words of the page: lines with names, the newest first."""

from collections.abc import Mapping, Sequence
from typing import Any

from frontend.logs import Line, seat_in
from shared.annotations import Json


def told(lines: Sequence[Line], names: Mapping[str, str]) -> list[Json]:
    """The newest first, with names; the last move is marked."""
    last = max((line.version for line in lines if line.is_move), default=None)
    return [
        {
            "version": line.version,
            "at": line.at,
            "seat": line.seat,
            "name": names.get(line.by) if line.seat is not None else None,
            "type": line.type,
            "data": line.data,
            "is_last": line.version == last,
        }
        for line in reversed(lines)
    ]


def entry_of(type_: str, data: Json) -> Json:
    """As a line of the log that stands alone, for the board's sentence."""
    return {"type": type_, "data": data, "seat": seat_in(data), "name": None, "is_last": False}


def missed(verdict: Mapping[str, Any]) -> list[Json]:
    """What a service says happened meanwhile, as lines of the log."""
    return [
        {**entry, "seat": seat_in(entry["data"]), "name": None, "is_last": False} for entry in verdict.get("missed", ())
    ]
