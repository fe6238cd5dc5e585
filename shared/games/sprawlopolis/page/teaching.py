"""What a page can teach about zones and roads with the numbers of the city that is there."""

from shared.annotations import Json
from shared.games.sprawlopolis.play.pieces import Zone
from shared.games.sprawlopolis.play.state import State
from shared.games.sprawlopolis.score.survey import survey


def teaching(view: State, seat: int | None, *, hints: bool = True) -> Json:
    """The city is everybody's: it is the same for all seats and for those who watch. It says what counts now, and
    nothing of what a card would bring, so it is the same with and without `hints`.
    """
    found = survey(view.city.blocks)
    lengths = [len(road.spots) for road in found.roads]
    return {
        "zones": [
            {"zone": zone.value, "largest": len(found.largest(zone)), "blocks": len(found.zones[zone])}
            | {"groups": len(found.groups[zone])}
            for zone in Zone
        ],
        "roads": {"number": len(lengths), "longest": max(lengths, default=0)},
    }
