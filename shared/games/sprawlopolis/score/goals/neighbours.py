"""Goals about what lies next to industrial and residential blocks."""

from collections.abc import Iterator

from shared.games.sprawlopolis.play.ground import BESIDE, CORNERS
from shared.games.sprawlopolis.play.pieces import Zone
from shared.games.sprawlopolis.score.survey import Reason, Survey


def stacks_and_scrapers(survey: Survey) -> Iterator[Reason]:
    """5: +2 for each industrial block beside only commercial and industrial ones; open sides do no harm."""
    for spot in survey.zones[Zone.INDUSTRIAL]:
        if all(survey.blocks[other].zone in (Zone.COMMERCIAL, Zone.INDUSTRIAL) for other in survey.beside(spot)):
            yield Reason(2, "industrial_among_its_kind", (spot,), {})


def concrete_jungle(survey: Survey) -> Iterator[Reason]:
    """9: +1 for each industrial block that touches another one at a corner."""
    industrial = survey.zones[Zone.INDUSTRIAL]
    for spot in industrial:
        if any(spot + step in industrial for step in CORNERS):
            yield Reason(1, "industrial_at_corner", (spot,), {})


def skid_row(survey: Survey) -> Iterator[Reason]:
    """15: +2 for each residential block beside two or more industrial ones."""
    industrial = survey.zones[Zone.INDUSTRIAL]
    for spot in survey.zones[Zone.RESIDENTIAL]:
        near = [other for other in BESIDE[spot] if other in industrial]
        if len(near) >= 2:
            yield Reason(2, "residential_by_industrial", (spot, *near), {"industrial": len(near)})
