"""A view of Sprawlopolis as JSON for pages, sockets and bots: seats count from 0.

Rows and columns count from the top left block of the city's first card, which is 0, 0; some are less than 0.
"""

from shared.rules.game import Json
from shared.rules.grid import Cell
from shared.rules.sprawlopolis.cards import FACES, letters_of
from shared.rules.sprawlopolis.city import Blocks, corners
from shared.rules.sprawlopolis.goals import GOALS
from shared.rules.sprawlopolis.ground import Spot, cell_of, spot_of
from shared.rules.sprawlopolis.pieces import Block
from shared.rules.sprawlopolis.result import settled_now
from shared.rules.sprawlopolis.roads import Road
from shared.rules.sprawlopolis.score import Settled
from shared.rules.sprawlopolis.state import NOBODY, Laid, State, to_move
from shared.rules.sprawlopolis.survey import survey


def plain(view: State) -> Json:
    return {
        "difficulty": view.difficulty,
        "goals": [plain_goal(number) for number in view.goals],
        "target": view.target,
        "starts": view.starts,
        "active": None if view.active == NOBODY else view.active,
        "city": {**plain_rows(view.city.blocks), "cards": [plain_laid(laid) for laid in view.laid]},
        "counted": plain_counted(settled_now(view)),
        "hands": [_hand(view, seat) for seat in range(len(view.hands))],
        "deck": {"count": len(view.deck), "top": None if view.top is None else plain_card(view.top)},
        "moves_left": view.moves_left,
        "to_move": list(to_move(view)),
    }


def plain_card(card: int, is_turned: bool = False) -> Json:
    """`blocks` are its two rows of two as it lies."""
    blocks = [plain_block(block) for block in FACES[card, is_turned]]
    return {"number": card, "blocks": [blocks[:2], blocks[2:]]}


def plain_block(block: Block) -> Json:
    """`road` has the letters of the two sides that it joins, as `NS`."""
    return {"zone": block.zone.value, "road": letters_of(block.road)}


def plain_cell(spot: Spot) -> Json:
    return dict(cell_of(spot)._asdict())


def plain_rows(blocks: Blocks) -> Json:
    """The city from above, rows from the top, null where no block lies; `top` and `left` are its first lines.

    `roads` in the order of their lines on the pad: `blocks` from one end to the other, or all round; `ends` are the two
    places that a road runs against, none for a loop.
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


def plain_laid(laid: Laid) -> Json:
    return {"number": laid.card, **plain_cell(laid.spot), "turned": laid.turned}


def plain_counted(settled: Settled) -> Json:
    """The points as they are now, by line in the order of the pad, with what each of them comes from."""
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


def _hand(view: State, seat: int) -> Json:
    """`cards` is null where they are not shown; `remembered`: those of them that the looking seat has seen before."""
    cards, count = view.cards_of(seat), len(view.hands[seat])
    return {
        "seat": seat,
        "count": count,
        "cards": [plain_card(card) for card in cards] if len(cards) == count else None,
        "remembered": [plain_card(card) for card in view.remembered[seat]],
    }
