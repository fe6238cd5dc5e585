"""What a page offers to the mover: the cards of the hand, where one may lie, and what the city would be worth then."""

from collections.abc import Mapping, Sequence
from typing import Any

from shared.annotations import Json
from shared.errors import IllegalMove
from shared.games.grid import Cell
from shared.games.refusals import plain_refusal
from shared.games.sprawlopolis.page.chosen import Chosen, keep, read
from shared.games.sprawlopolis.play.city import open_spots, touched, with_card
from shared.games.sprawlopolis.play.ground import Spot, cell_of, spot_of, spots_under
from shared.games.sprawlopolis.play.plain import plain_card, plain_cell
from shared.games.sprawlopolis.play.refusals import (
    APART,
    AT_CORNER,
    card_refusal,
    show_refusal,
    turn_refusal,
)
from shared.games.sprawlopolis.play.state import State
from shared.games.sprawlopolis.score.plain import plain_counted, plain_rows
from shared.games.sprawlopolis.score.promise import above_average, promise_of_place
from shared.games.sprawlopolis.score.result import settled_now

NOT_COUNTED: Json = {"total": None, "lines": None, "reasons": ()}
NO_HINT: Json = {"gain": None, "promise": None, "total": None, "lines": None}


def choices(view: State, seat: int, chosen: Mapping[str, str], *, hints: bool = True) -> Json:
    """`chosen` is text of the page's own (`chosen.py`); rows and columns in the answer are as in `play/plain.py`.

    `places` are those of the chosen card as it is turned: how many blocks it would cover there and, once a card is
    chosen, the total and the lines as they would be. `gain` is the change of the total, and `promise` how many points
    more the city is worth by the end than with the card at an average place. `corners` are the places where it would
    touch the city only at a corner; `why_not` says why it can't lie there, and, under `apart`, anywhere else. `ghost`
    is the card where it was chosen to lie: the blocks that it covers, and the city as it would be and count. Without
    hints nothing says what would count.
    `show` is the move that shows the chosen card to the others, where that may be; whoever has shown one has chosen it.
    `refused` says why a part of what was chosen is left out.
    """
    if (waiting := turn_refusal(view, seat)) is not None:
        return _offer(refused=plain_refusal(waiting))
    wanted = read(chosen)
    kept, refusal = keep(view, seat, wanted._replace(card=wanted.card or view.shown))
    places = _places(view, kept, hints)
    return _offer(
        cards=[_card(view, seat, card, kept) for card in view.cards_of(seat)],
        turned=kept.turned,
        places=places,
        corners=[plain_cell(spot) for spot in touched(view.city)],
        ghost=_ghost(view, kept, places),
        move=_move(kept),
        next=_next(kept),
        show=_show(view, kept),
        refused=plain_refusal(refusal),
    )


def _offer(**parts: Any) -> Json:
    """These parts; of all others there is nothing to choose."""
    bare: Json = {"cards": [], "turned": False, "places": [], "corners": [], "ghost": None, "move": None}
    why_not = {"corner": plain_refusal(IllegalMove(AT_CORNER)), "apart": plain_refusal(IllegalMove(APART))}
    bare |= {"next": None, "show": None}
    return {**bare, "why_not": why_not, "refused": None, **parts}


def _card(view: State, seat: int, card: int, kept: Chosen) -> Json:
    why_not = plain_refusal(card_refusal(view, seat, card))
    return {**plain_card(card, kept.turned), "chosen": card == kept.card, "why_not": why_not}


def _places(view: State, kept: Chosen, hints: bool) -> list[Json]:
    spots = open_spots(view.city)
    hinted = _hinted(view, kept.card, kept.turned, spots) if hints and kept.card is not None else {}
    return [
        {
            **plain_cell(spot),
            "chosen": cell_of(spot) == kept.place,
            "covers": len(_covered(view, spot)),
            **hinted.get(spot, NO_HINT),
        }
        for spot in spots
    ]


def _hinted(view: State, card: int, is_turned: bool, spots: Sequence[Spot]) -> Mapping[Spot, Json]:
    now = settled_now(view)
    then = [settled_now(view._replace(city=with_card(view.city, card, spot, is_turned))) for spot in spots]
    promised = [
        promise_of_place(view, card, spot, is_turned, now, each) for spot, each in zip(spots, then, strict=True)
    ]
    return {
        spot: {
            "gain": settled.total - now.total,
            "promise": above,
            "total": settled.total,
            "lines": dict(settled.lines),
        }
        for spot, settled, above in zip(spots, then, above_average(promised), strict=True)
    }


def _ghost(view: State, kept: Chosen, places: Sequence[Json]) -> Json | None:
    """Counted where its place is hinted at."""
    if kept.card is None or kept.place is None:
        return None
    spot = spot_of(kept.place)
    after = with_card(view.city, kept.card, spot, kept.turned)
    (hint,) = [place for place in places if place["chosen"]]
    counted = plain_counted(settled_now(view._replace(city=after))) if hint["total"] is not None else NOT_COUNTED
    return {
        **plain_card(kept.card, kept.turned),
        **kept.place._asdict(),
        "covers": [plain_cell(under) for under in _covered(view, spot)],
        "city": plain_rows(after.blocks),
        "gain": hint["gain"],
        "promise": hint["promise"],
        **counted,
    }


def _covered(view: State, spot: Spot) -> list[Spot]:
    return [under for under in spots_under(spot) if under in view.city.blocks]


def _move(kept: Chosen) -> Json | None:
    if kept.card is None or kept.place is None:
        return None
    return {"name": "play_card", "card": kept.card, "place": _plain(kept.place), "turned": kept.turned}


def _show(view: State, kept: Chosen) -> Json | None:
    """Also a card that is to be laid elsewhere, or turned: only which one it is becomes known."""
    return None if kept.card is None or show_refusal(view) else {"name": "show_card", "card": kept.card}


def _plain(place: Cell) -> Json:
    return dict(place._asdict())


def _next(kept: Chosen) -> str:
    if kept.card is None:
        return "card"
    return "place" if kept.place is None else "confirm"
