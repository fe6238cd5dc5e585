"""Goals about how much of a zone there is, and how it is connected."""

from collections.abc import Iterator

from shared.games.sprawlopolis.play.ground import BESIDE, E, S, Spot, spots_under
from shared.games.sprawlopolis.play.pieces import Blocks, Zone
from shared.games.sprawlopolis.score.survey import Group, Reason, Survey

PARTIES = (-8, -5, -2, 1, 4, 7)  # goal 4, by squares of one zone; 5 are the most that count


def go_green(survey: Survey) -> Iterator[Reason]:
    """3: +1 for each park, -3 for each industrial block."""
    parks, industrial = survey.zones[Zone.PARK], survey.zones[Zone.INDUSTRIAL]
    yield Reason(len(parks), "parks", tuple(parks), {"parks": len(parks)})
    yield Reason(-3 * len(industrial), "industrial", tuple(industrial), {"industrial": len(industrial)})


def block_party(survey: Survey) -> Iterator[Reason]:
    """4: by the number of squares of four blocks of one zone, which may overlap."""
    squares = [spot for spot, block in survey.blocks.items() if _is_square(survey.zones[block.zone], spot)]
    covered = dict.fromkeys(other for spot in squares for other in spots_under(spot))
    yield Reason(PARTIES[min(len(squares), 5)], "squares", tuple(covered), {"squares": len(squares)})


def _is_square(zone: Blocks, spot: Spot) -> bool:
    """Whether a square of one zone has its top left block here."""
    return spot + E in zone and spot + S in zone and spot + S + E in zone


def master_planned(survey: Survey) -> Iterator[Reason]:
    """6: the size of the largest residential group less that of the largest industrial one."""
    homes, works = survey.largest(Zone.RESIDENTIAL), survey.largest(Zone.INDUSTRIAL)
    yield Reason(len(homes), "largest_residential", homes, {"blocks": len(homes)})
    yield Reason(-len(works), "largest_industrial", works, {"blocks": len(works)})


def the_burbs(survey: Survey) -> Iterator[Reason]:
    """8: +1 for each park and -2 for each industrial block beside the largest residential group.

    Of several largest groups the best one counts.
    """
    largest = len(survey.largest(Zone.RESIDENTIAL))
    groups = [group for group in survey.groups[Zone.RESIDENTIAL] if len(group) == largest]
    if groups:
        yield max((_suburb(survey, group) for group in groups), key=lambda reason: reason.points)


def _suburb(survey: Survey, group: Group) -> Reason:
    beside = {other for spot in group for other in BESIDE[spot]}
    parks = len(beside & survey.zones[Zone.PARK].keys())
    industrial = len(beside & survey.zones[Zone.INDUSTRIAL].keys())
    return Reason(parks - 2 * industrial, "largest_beside", group, {"parks": parks, "industrial": industrial})
