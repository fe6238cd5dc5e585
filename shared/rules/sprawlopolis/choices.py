"""What a page offers to the mover: the cards of the hand, where one can lie, and what the city would be worth then."""

from collections.abc import Mapping
from typing import Any

from shared.errors import UrbanistError
from shared.rules.game import Json
from shared.rules.grid import Cell
from shared.rules.sprawlopolis.chosen import Chosen, keep, read
from shared.rules.sprawlopolis.city import spots_under, with_card
from shared.rules.sprawlopolis.ground import Spot, cell_of, spot_of
from shared.rules.sprawlopolis.legal import places
from shared.rules.sprawlopolis.plain import plain_card, plain_cell
from shared.rules.sprawlopolis.refusals import turn_refusal
from shared.rules.sprawlopolis.result import settled_now
from shared.rules.sprawlopolis.score import Settled
from shared.rules.sprawlopolis.state import State


def choices(view: State, seat: int, chosen: Mapping[str, str]) -> Json:
    """`chosen` is the page's own text (`chosen.py`); rows and columns in the answer are as in `plain.py`.

    `places` are those of the chosen card as it is turned; without a card they have no `gain`, which is the change of
    the total. `ghost` is the card where it was chosen to lie: the blocks that it covers, and the lines as they would
    be. `refused` says why a part of what was chosen is left out.
    """
    if (waiting := turn_refusal(view, seat)) is not None:
        return _offer(refused=_said(waiting))
    kept, refusal = keep(view, seat, read(chosen))
    now = settled_now(view).total
    return _offer(
        cards=[{**plain_card(card, kept.turned), "chosen": card == kept.card} for card in view.cards_of(seat)],
        turned=kept.turned,
        places=[_place(view, kept, spot, now) for spot in places(view.city)],
        ghost=_ghost(view, kept, now),
        move=_move(kept),
        next=_next(kept),
        refused=_said(refusal) if refusal else None,
    )


def _offer(**parts: Any) -> Json:
    """Nobody can choose anything, but for these parts."""
    bare: Json = {"cards": [], "turned": False, "places": [], "ghost": None, "move": None, "next": None}
    return {**bare, "refused": None, **parts}


def _place(view: State, kept: Chosen, spot: Spot, now: int) -> Json:
    gain = None if kept.card is None else _after(view, kept.card, kept.turned, spot).total - now
    return {**plain_cell(spot), "gain": gain, "chosen": cell_of(spot) == kept.place}


def _ghost(view: State, kept: Chosen, now: int) -> Json | None:
    if kept.card is None or kept.place is None:
        return None
    spot = spot_of(kept.place)
    after = _after(view, kept.card, kept.turned, spot)
    return {
        **plain_card(kept.card, kept.turned),
        **kept.place._asdict(),
        "covers": [plain_cell(under) for under in spots_under(spot) if under in view.city.blocks],
        "gain": after.total - now,
        "total": after.total,
        "lines": dict(after.lines),
    }


def _after(view: State, card: int, is_turned: bool, spot: Spot) -> Settled:
    return settled_now(view._replace(city=with_card(view.city, card, spot, is_turned)))


def _move(kept: Chosen) -> Json | None:
    if kept.card is None or kept.place is None:
        return None
    return {"name": "play_card", "card": kept.card, "place": _plain(kept.place), "turned": kept.turned}


def _plain(place: Cell) -> Json:
    return dict(place._asdict())


def _next(kept: Chosen) -> str:
    if kept.card is None:
        return "card"
    return "place" if kept.place is None else "confirm"


def _said(refusal: UrbanistError) -> Json:
    return {"template": refusal.template, "values": dict(refusal.values)}
