"""Exploring a city on the result's page, and the way to the calculator from there."""

from collections.abc import Sequence
from typing import TypedDict

from frontend.presentation.seen import Seen
from frontend.presentation.sheet import Entered, SheetContext, Wrong, address, sheet_context
from shared.marked import marked

EXPLORE = "explore"
NO_SEAT = marked("there is no city {said} to explore here")


class ExploredContext(TypedDict):
    seat: int
    sheet: SheetContext


def exploring(seen: Seen, entered: Entered) -> ExploredContext | None:
    """The city to explore, if the address names a seat of a match that is counted."""
    wished, seats = entered.values.get(EXPLORE), range(len(seen.match.players))
    seat = next((seat for seat in seats if wished == str(seat + 1)), None)
    if seat is None or not seen.is_counted or seen.game.calculator is None:
        return None
    calculator, path = seen.game.calculator, f"/m/{seen.id}/result?explore={seat + 1}"
    has = calculator.sheet_of(seen.match.view(None), seat)
    others = {name: value for name, value in entered.values.items() if name != EXPLORE}
    return {
        "seat": seat,
        "sheet": sheet_context(calculator, others, path, "#result", has, f"final-{seat}", entered.unread),
    }


def unread(entered: Entered, explored: ExploredContext | None) -> Sequence[Wrong]:
    """What the address asks for and the page does not show, if there is no sheet to say so."""
    if explored:
        return [] if explored["sheet"].get("hands") else explored["sheet"]["wrong"]
    wished = entered.values.get(EXPLORE)
    return [{"field": EXPLORE, "template": NO_SEAT, "values": {"said": wished}}] if wished else []


def calculator_by_seat(seen: Seen) -> list[str]:
    """By seat, if the game has a calculator: its address with what the seat has."""
    game = seen.game
    if game.calculator is None or not seen.is_counted:
        return []
    view, seats = seen.match.view(None), range(len(seen.match.players))
    return [address(f"/score/{game.slug}", game.calculator.sheet_of(view, seat)) for seat in seats]
