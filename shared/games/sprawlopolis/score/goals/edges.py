"""Goals about the edge of the city: a block lies there if one of its sides touches no block."""

from collections.abc import Iterator

from shared.games.sprawlopolis.play.pieces import Zone
from shared.games.sprawlopolis.score.survey import Reason, Survey


def central_perks(survey: Survey) -> Iterator[Reason]:
    """7: +1 for each park in the interior, -2 for each on the edge."""
    for spot in survey.zones[Zone.PARK]:
        at_edge = bool(survey.open_sides(spot))
        yield Reason(-2, "park_on_edge", (spot,), {}) if at_edge else Reason(1, "park_inside", (spot,), {})


def tourist_traps(survey: Survey) -> Iterator[Reason]:
    """17: +1 for each commercial block on the edge, and 1 more on a corner: two neighbouring sides are open."""
    for spot in survey.zones[Zone.COMMERCIAL]:
        sides = survey.open_sides(spot)
        if any(abs(first) != abs(second) for first in sides for second in sides):
            yield Reason(2, "commercial_on_corner", (spot,), {})
        elif sides:
            yield Reason(1, "commercial_on_edge", (spot,), {})
