"""Goals about roads."""

from collections.abc import Iterator

from shared.games.sprawlopolis.play.pieces import Zone
from shared.games.sprawlopolis.score.roads import Road
from shared.games.sprawlopolis.score.survey import Reason, Survey


def the_outskirts(survey: Survey) -> Iterator[Reason]:
    """1: +1 for each road without an end at the edge, also for loops; -1 for each other one."""
    for road in survey.roads:
        if road.is_loop:
            yield Reason(1, "loop_has_no_end", road.spots, {})
        elif all(end in survey.blocks for end in road.ends):
            yield Reason(1, "road_ends_inside", road.spots, {})
        else:
            yield Reason(-1, "road_ends_at_edge", road.spots, {})


def mini_marts(survey: Survey) -> Iterator[Reason]:
    """11: +2 for each commercial block between two residential ones along a road; loops are read all the way round."""
    for road in survey.roads:
        for before, spot, after in _threes(road):
            homes = survey.holds(before, Zone.RESIDENTIAL) and survey.holds(after, Zone.RESIDENTIAL)
            if homes and survey.holds(spot, Zone.COMMERCIAL):
                yield Reason(2, "mart_between_homes", (before, spot, after), {})


def superhighway(survey: Survey) -> Iterator[Reason]:
    """12: half the sections of the longest road, rounded down."""
    longest = max((road.spots for road in survey.roads), key=len, default=())
    yield Reason(len(longest) // 2, "longest_road", longest, {"sections": len(longest)})


def park_hopping(survey: Survey) -> Iterator[Reason]:
    """13: +3 for each road from one park block to another; both may be of one group."""
    for road in survey.roads:
        parks = {end for end in road.ends if survey.holds(end, Zone.PARK)}
        if len(parks) == 2:
            yield Reason(3, "road_between_parks", (*road.spots, *road.ends), {})


def looping_lanes(survey: Survey) -> Iterator[Reason]:
    """14: +1 for each section of a loop."""
    for road in survey.roads:
        if road.is_loop:
            yield Reason(len(road.spots), "loop", road.spots, {"sections": len(road.spots)})


def morning_commute(survey: Survey) -> Iterator[Reason]:
    """16: +2 for each road through at least one residential and at least one commercial block."""
    for road in survey.roads:
        if {Zone.RESIDENTIAL, Zone.COMMERCIAL} <= {survey.blocks[spot].zone for spot in road.spots}:
            yield Reason(2, "road_from_home_to_work", road.spots, {})


def _threes(road: Road) -> Iterator[tuple[int, int, int]]:
    """Each section with the one before and the one after."""
    spots = (road.spots[-1], *road.spots, road.spots[0]) if road.is_loop else road.spots
    return zip(spots, spots[1:], spots[2:], strict=False)
