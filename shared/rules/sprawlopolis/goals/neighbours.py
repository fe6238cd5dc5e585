"""Goals about what lies next to industrial and residential blocks."""

from collections.abc import Iterator

from shared.rules.sprawlopolis.ground import CORNERS
from shared.rules.sprawlopolis.pieces import Zone
from shared.rules.sprawlopolis.survey import Reason, Survey


def stacks_and_scrapers(survey: Survey) -> Iterator[Reason]:
    """5: +2 for each industrial block with only commercial and industrial ones at its sides; open sides do no harm."""
    for spot in survey.each(Zone.INDUSTRIAL):
        if all(survey.blocks[other].zone in (Zone.COMMERCIAL, Zone.INDUSTRIAL) for other in survey.beside(spot)):
            yield Reason(2, "industrial_among_its_kind", (spot,), {})


def concrete_jungle(survey: Survey) -> Iterator[Reason]:
    """9: +1 for each industrial block that touches another one at a corner."""
    for spot in survey.each(Zone.INDUSTRIAL):
        if any(survey.holds(spot + step, Zone.INDUSTRIAL) for step in CORNERS):
            yield Reason(1, "industrial_at_corner", (spot,), {})


def skid_row(survey: Survey) -> Iterator[Reason]:
    """15: +2 for each residential block with two or more industrial ones at its sides."""
    for spot in survey.each(Zone.RESIDENTIAL):
        industrial = [other for other in survey.beside(spot) if survey.holds(other, Zone.INDUSTRIAL)]
        if len(industrial) >= 2:
            yield Reason(2, "residential_by_industrial", (spot, *industrial), {"industrial": len(industrial)})
