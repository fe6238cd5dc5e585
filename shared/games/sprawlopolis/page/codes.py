"""Places and the cards of a city as short text for addresses.

A place is row and column, as in `-1,3`. The cards of a city have three characters each, in the order of placement: a
card is a letter, `a` for 1 to `r` for 18, a capital if it is turned; its row and its column follow, counted from those
of the first card: `A` is 30 above or left of it, `e` the same, `8` 30 below or right of it.
"""

import re
from collections.abc import Iterator, Sequence
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits

from shared.games.grid import Cell
from shared.games.sprawlopolis.play.cards import CARDS
from shared.games.sprawlopolis.play.ground import REACH, cell_of, spot_of
from shared.games.sprawlopolis.play.state import Laid

TURNED = "yes"
PLACE = re.compile(r"(-?[0-9]{1,3}),(-?[0-9]{1,3})", re.ASCII)
LETTERS = ascii_lowercase[: len(CARDS)]
LINES = (ascii_uppercase + ascii_lowercase + digits)[: 2 * REACH + 1]


def read_place(text: str) -> Cell | None:
    found = PLACE.fullmatch(text)
    return found and Cell(int(found[1]), int(found[2]))


def write_cards(laid: Sequence[Laid]) -> str:
    return "".join(_word(each) for each in laid)


def read_cards(text: str) -> Iterator[Laid | None]:
    """None for each word that isn't a card."""
    for at in range(0, len(text), 3):
        yield _laid(text[at : at + 3])


def _word(laid: Laid) -> str:
    row, column = cell_of(laid.spot)
    letter = LETTERS[laid.card - 1]
    return (letter.upper() if laid.turned else letter) + LINES[row + REACH] + LINES[column + REACH]


def _laid(word: str) -> Laid | None:
    if len(word) < 3 or word[0].lower() not in LETTERS or word[1] not in LINES or word[2] not in LINES:
        return None
    place = Cell(LINES.index(word[1]) - REACH, LINES.index(word[2]) - REACH)
    return Laid(LETTERS.index(word[0].lower()) + 1, spot_of(place), word[0] in ascii_letters[26:])
