"""Where every point of a city comes from: the city as it was counted, and a reason for each point."""

from shared.rules.game import Json
from shared.rules.sprawlopolis.plain import plain_cell, plain_rows
from shared.rules.sprawlopolis.result import settled_now
from shared.rules.sprawlopolis.score import Settled
from shared.rules.sprawlopolis.state import State


def explained(view: State) -> Json:
    """`cities` has the one that all share; `reasons` by seat, the same for each, by line in the order of the pad."""
    reasons = plain_reasons(settled_now(view))
    return {"cities": [{"seat": None, **plain_rows(view.city.blocks)}], "reasons": [reasons for _ in view.hands]}


def plain_reasons(settled: Settled) -> list[Json]:
    return [
        {
            "line": line,
            "points": reason.points,
            "key": reason.key,
            "values": dict(reason.values),
            "blocks": [plain_cell(spot) for spot in reason.blocks],
        }
        for line, found in settled.reasons.items()
        for reason in found
    ]
