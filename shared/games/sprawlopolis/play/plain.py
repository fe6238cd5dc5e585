"""Cards, blocks and spots of Sprawlopolis as JSON.

Rows and columns count from the top left block of the city's first card, which is at 0, 0; some are negative.
"""

from shared.annotations import Json
from shared.games.sprawlopolis.play.cards import FACES, letters_of
from shared.games.sprawlopolis.play.ground import Spot, cell_of
from shared.games.sprawlopolis.play.pieces import Block
from shared.games.sprawlopolis.play.state import Laid


def plain_card(card: int, is_turned: bool = False) -> Json:
    """`blocks`: its two rows of two, as it lies."""
    blocks = [plain_block(block) for block in FACES[card, is_turned]]
    return {"number": card, "blocks": [blocks[:2], blocks[2:]]}


def plain_block(block: Block) -> Json:
    """`road` has the letters of the two sides that it joins, such as `NS`."""
    return {"zone": block.zone.value, "road": letters_of(block.road)}


def plain_cell(spot: Spot) -> Json:
    return dict(cell_of(spot)._asdict())


def plain_laid(laid: Laid) -> Json:
    return {"number": laid.card, **plain_cell(laid.spot), "turned": laid.turned}
