"""Sample contexts with the longest names that people may have, and matches that took long."""

from typing import Any

from shared.annotations import Json
from tests.frontend.look import contexts

WIDE = "W" * 24
WIDER = "\N{CJK UNIFIED IDEOGRAPH-5EFA}" * 24
NAMES = {"Cleo": WIDE, "Ada": WIDER, "greedy": "M" * 24, "Bartholomew of Antwerp": "w" * 24}


def named(context: Any) -> Any:
    """The same, with other names."""
    if isinstance(context, dict):
        return {key: named(value) for key, value in context.items()}
    if isinstance(context, list | tuple):
        return [named(value) for value in context]
    return NAMES.get(context, context) if isinstance(context, str) else context


def result(seats: int) -> Json:
    """With an analysis of a long match."""
    found: Json = named(contexts.result(seats))
    for lane in found["analysis"]["lanes"]:
        lane["turns"] = [{**turn, "at": 6 * turn["at"] + more} for turn in lane["turns"] for more in range(6)]
    return found


SERVICES: Json = {
    "game-command": [
        {
            "method": "POST",
            "path": "/api/matches/{id}/moves",
            "summary": "Play a move.",
            "fields": [
                {"name": "cause", "is_required": True, "kind": "string"},
                {"name": "move", "is_required": True, "kind": "take_tile {architect, slot, target} or " * 4},
            ],
        }
    ]
}
