"""A view of Sprawlopolis as JSON for pages, sockets and bots: seats count from 0.

Rows and columns count from the top left block of the city's first card, which is 0, 0; some are less than 0.
"""

from shared.rules.game import Json
from shared.rules.sprawlopolis.cards import FACES, letters_of
from shared.rules.sprawlopolis.city import Blocks
from shared.rules.sprawlopolis.goals import GOALS
from shared.rules.sprawlopolis.ground import WIDTH, Spot, cell_of
from shared.rules.sprawlopolis.pieces import Block
from shared.rules.sprawlopolis.state import NOBODY, Held, Laid, State, to_move


def plain(view: State) -> Json:
    return {
        "difficulty": view.difficulty,
        "goals": [_goal(number) for number in view.goals],
        "target": view.target,
        "starts": view.starts,
        "active": None if view.active == NOBODY else view.active,
        "city": {**plain_rows(view.city.blocks), "cards": [_laid(laid) for laid in view.laid]},
        "hands": [{"seat": seat, "cards": [_held(held) for held in hand]} for seat, hand in enumerate(view.hands)],
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
    """The city from above, rows from the top, null where no block lies; `top` and `left` are its first lines."""
    if not blocks:
        return {"top": 0, "left": 0, "rows": []}
    cells = [cell_of(spot) for spot in blocks]
    top, left = min(cell.row for cell in cells), min(cell.column for cell in cells)
    down, across = max(cell.row for cell in cells) - top + 1, max(cell.column for cell in cells) - left + 1
    first = min(spot - spot % WIDTH for spot in blocks) + min(spot % WIDTH for spot in blocks)
    spots = [range(first + row * WIDTH, first + row * WIDTH + across) for row in range(down)]
    return {"top": top, "left": left, "rows": [[_shown(blocks, spot) for spot in row] for row in spots]}


def _shown(blocks: Blocks, spot: Spot) -> Json | None:
    block = blocks.get(spot)
    return None if block is None else plain_block(block)


def _goal(number: int) -> Json:
    goal = GOALS[number]
    return {"number": number, "name": goal.name, "rule": goal.rule}


def _laid(laid: Laid) -> Json:
    return {"number": laid.card, **plain_cell(laid.spot), "turned": laid.turned}


def _held(held: Held) -> Json | None:
    return None if held.card is None else plain_card(held.card)
