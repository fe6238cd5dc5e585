"""Where every point of a city comes from: the city as it was counted, and a reason for each point."""

from shared.annotations import Json
from shared.games.sprawlopolis.play.state import State
from shared.games.sprawlopolis.score.plain import plain_reasons, plain_rows
from shared.games.sprawlopolis.score.result import settled_now


def explained(view: State) -> Json:
    """`cities` has the one that all share; `reasons` by seat, the same for each, by line in the order of the pad."""
    reasons = plain_reasons(settled_now(view))
    return {"cities": [{"seat": None, **plain_rows(view.city.blocks)}], "reasons": [reasons for _ in view.hands]}
