"""What a player has chosen so far on the page, read from text and kept as far as the rules allow it.

`card` is a number, `place` the row and column of its top left block as in `play/plain.py` (`-1,3`), `turned` is `yes`
or missing. Anything invalid is ignored.
"""

from collections.abc import Mapping
from typing import NamedTuple

from shared.errors import IllegalMove
from shared.games.grid import Cell
from shared.games.sprawlopolis.page.codes import TURNED, read_place
from shared.games.sprawlopolis.play.cards import CARDS
from shared.games.sprawlopolis.play.moves import PlayCard
from shared.games.sprawlopolis.play.refusals import card_refusal, place_refusal
from shared.games.sprawlopolis.play.state import State


class Chosen(NamedTuple):
    """None: not chosen."""

    card: int | None = None
    turned: bool = False
    place: Cell | None = None


def chosen_for(move: PlayCard) -> dict[str, str]:
    """What `read` has to be told so that this move is chosen."""
    said = {"card": str(move.card), "place": f"{move.place.row},{move.place.column}"}
    return said | ({"turned": TURNED} if move.turned else {})


def read(chosen: Mapping[str, str]) -> Chosen:
    """The parts that make sense, whether they are allowed or not."""
    return Chosen(
        card={str(card): card for card in CARDS}.get(chosen.get("card", "")),
        turned=chosen.get("turned") == TURNED,
        place=read_place(chosen.get("place", "")),
    )


def keep(view: State, seat: int, wanted: Chosen) -> tuple[Chosen, IllegalMove | None]:
    """The parts that are allowed, and why the first other one is not. A card may be turned before it is chosen."""
    card_no = None if wanted.card is None else card_refusal(view, seat, wanted.card)
    place_no = None if wanted.place is None else place_refusal(view.city, wanted.place)
    kept = Chosen(
        card=None if card_no else wanted.card,
        turned=wanted.turned,
        place=None if place_no else wanted.place,
    )
    return kept, card_no or place_no
