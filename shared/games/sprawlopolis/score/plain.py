"""A counted city as JSON: the map with its roads, the goals, and what each point comes from."""

from shared.annotations import Json
from shared.games.grid import Cell
from shared.games.sprawlopolis.play.city import corners
from shared.games.sprawlopolis.play.ground import spot_of
from shared.games.sprawlopolis.play.pieces import Blocks
from shared.games.sprawlopolis.play.plain import plain_block, plain_cell
from shared.games.sprawlopolis.score.goals import GOALS
from shared.games.sprawlopolis.score.roads import Road
from shared.games.sprawlopolis.score.score import Settled
from shared.games.sprawlopolis.score.survey import survey


def plain_rows(blocks: Blocks) -> Json:
    """The city from above, rows from the top, null where there is no block; `top` and `left` are its first lines.

    `roads` are in the order of their lines on the pad: `blocks` from one end to the other, or all the way round; `ends`
    are the two places at which a road stops, none for a loop.
    """
    if not blocks:
        return {"top": 0, "left": 0, "rows": [], "roads": []}
    first, last = corners(blocks)
    across = range(first.column, last.column + 1)
    rows = [[_shown(blocks, Cell(row, column)) for column in across] for row in range(first.row, last.row + 1)]
    roads = [_road(road) for road in survey(blocks).roads]
    return {"top": first.row, "left": first.column, "rows": rows, "roads": roads}


def _road(road: Road) -> Json:
    return {"blocks": [plain_cell(spot) for spot in road.spots], "ends": [plain_cell(spot) for spot in road.ends]}


def _shown(blocks: Blocks, cell: Cell) -> Json | None:
    block = blocks.get(spot_of(cell))
    return None if block is None else plain_block(block)


def plain_goal(number: int) -> Json:
    goal = GOALS[number]
    return {"number": number, "name": goal.name, "rule": goal.rule}


def plain_counted(settled: Settled) -> Json:
    """The points as they are now, by line in the order of the pad, with the reasons for each of them."""
    return {"total": settled.total, "lines": dict(settled.lines), "reasons": plain_reasons(settled)}


def plain_reasons(settled: Settled) -> list[Json]:
    return [
        {
            "line": line,
            "points": reason.points,
            "key": reason.key,
            "values": dict(reason.values),
            "blocks": [plain_cell(spot) for spot in reason.blocks],
        }
        for line, found in settled.reasons.items()
        for reason in found
    ]
