"""The score of a city on a real table: what is asked for and the answer, counted from 1."""

from dataclasses import dataclass

from shared.annotations import Json
from shared.games.box import plain_excess
from shared.games.refusals import nonsense
from shared.games.sprawlopolis.page.box import beyond_the_box
from shared.games.sprawlopolis.page.told_city import (
    ToldCard,
    as_sentence,
    card_by_card,
    seen_from_above,
)
from shared.games.sprawlopolis.play.city import corners
from shared.games.sprawlopolis.play.ground import Spot, cell_of
from shared.games.sprawlopolis.play.pieces import Blocks, Difficulty
from shared.games.sprawlopolis.play.refusals import GOAL_TWICE, NO_GOAL
from shared.games.sprawlopolis.score.goals import GOALS
from shared.games.sprawlopolis.score.score import Settled, settle
from shared.marked import marked

EITHER = marked("give either rows or cards")


@dataclass(frozen=True, slots=True, kw_only=True)
class CityOnTheTable:
    """Either `rows`, as seen from above, or `cards` in the order of placement.

    `goals` are any of the 18, by number, even those of cards in the city: to see what they would be worth.
    """

    goals: tuple[int, ...]
    rows: tuple[str, ...] | None = None
    cards: tuple[ToldCard, ...] | None = None
    difficulty: Difficulty = "normal"


def count(told: CityOnTheTable) -> Json:
    """Rows and columns of blocks count from the top left of the city as it is seen from above.

    Everything given is counted; if that is more of a piece than the box holds, `beyond_the_box` says so.
    """
    _check(told)
    blocks = _city(told)
    settled, target = settle(blocks, told.goals, told.difficulty), sum(told.goals)
    laid = [each.card for each in told.cards or ()]
    return {
        "total": settled.total,
        "target": target,
        "won": settled.total >= target,
        "lines": dict(settled.lines),
        **plain_excess(beyond_the_box(told.goals, blocks, laid)),
        "explanation": _explanation(blocks, settled),
    }


def _check(told: CityOnTheTable) -> None:
    odd = [(at, goal) for at, goal in enumerate(told.goals) if goal not in GOALS]
    if wrong := {at: [as_sentence(NO_GOAL, goal=goal)] for at, goal in odd}:
        raise nonsense({"goals": wrong})
    if len(set(told.goals)) < len(told.goals):
        raise nonsense({"goals": [as_sentence(GOAL_TWICE)]})


def _city(told: CityOnTheTable) -> Blocks:
    if told.rows is not None and told.cards is None:
        return seen_from_above(told.rows)
    if told.cards is not None and told.rows is None:
        return card_by_card(told.cards)
    raise nonsense({"rows": [as_sentence(EITHER)]})


def _explanation(blocks: Blocks, settled: Settled) -> list[Json]:
    """`message` names the sentence, `values` fill it."""
    first, _ = corners(blocks)

    def written(spot: Spot) -> list[int]:
        row, column = cell_of(spot)
        return [row - first.row + 1, column - first.column + 1]

    return [
        {
            "line": line,
            "blocks": [written(spot) for spot in reason.blocks],
            "points": reason.points,
            "message": reason.key,
            "values": dict(reason.values),
        }
        for line, found in settled.reasons.items()
        for reason in found
    ]
