"""The score of a city: a group for each zone, the roads, the goals, and the reasons for every point of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from shared.games.sprawlopolis.play.pieces import Blocks, Difficulty, Zone
from shared.games.sprawlopolis.score.goals import GOALS
from shared.games.sprawlopolis.score.survey import Reason, Survey, survey

ROADS = "roads"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """A city as it counts: `lines` in points, in the order of the pad, with the reasons; `total` is their sum."""

    total: int
    lines: Mapping[str, int]
    reasons: Mapping[str, tuple[Reason, ...]]


def settle(blocks: Blocks, goals: Sequence[int], difficulty: Difficulty) -> Settled:
    """Four zones, the roads, and the goals in the given order; lines that don't count are 0."""
    surveyed = survey(blocks)
    reasons = {
        **_zones(surveyed, difficulty),
        ROADS: tuple(_roads(surveyed, difficulty)),
        **{line_of(goal): tuple(GOALS[goal].line(surveyed)) for goal in goals},
    }
    lines = {line: sum(reason.points for reason in found) for line, found in reasons.items()}
    return Settled(total=sum(lines.values()), lines=lines, reasons=reasons)


def line_of(goal: int) -> str:
    return f"goal {goal}"


def _zones(survey: Survey, difficulty: Difficulty) -> dict[str, tuple[Reason, ...]]:
    """The size of each zone's largest group; in harder matches only the first of the largest ones counts."""
    largest = {zone: survey.largest(zone) for zone in Zone}
    best = max(largest, key=lambda zone: len(largest[zone]))
    found: dict[str, tuple[Reason, ...]] = {}
    for zone, group in largest.items():
        values = {"blocks": len(group)}
        if difficulty == "harder" and zone is not best:
            found[zone.value] = (Reason(0, "not_the_largest_zone", group, values),)
        else:
            found[zone.value] = (Reason(len(group), "largest_group", group, values),)
    return found


def _roads(survey: Survey, difficulty: Difficulty) -> Iterable[Reason]:
    """One point less for every road, whatever its length; in easier matches roads cost nothing."""
    cost, key = (0, "road_for_nothing") if difficulty == "easier" else (1, "road")
    return [Reason(-cost, key, road.spots, {"sections": len(road.spots)}) for road in survey.roads]
