"""Where every point of a city comes from: the city as it was counted, and a reason for each point."""

from shared.rules.game import Json
from shared.rules.sprawlopolis.plain import plain_reasons, plain_rows
from shared.rules.sprawlopolis.result import settled_now
from shared.rules.sprawlopolis.state import State


def explained(view: State) -> Json:
    """`cities` has the one that all share; `reasons` by seat, the same for each, by line in the order of the pad."""
    reasons = plain_reasons(settled_now(view))
    return {"cities": [{"seat": None, **plain_rows(view.city.blocks)}], "reasons": [reasons for _ in view.hands]}
