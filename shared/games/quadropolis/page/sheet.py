"""The calculator's page as data: a city for a real table, its best allocation, and hands that move it about."""

from collections.abc import Iterator, Mapping
from typing import Any

from shared.annotations import Json
from shared.games.grid import in_rows
from shared.games.quadropolis.page.box import beyond_the_box
from shared.games.quadropolis.page.codes import LETTERS, write_city
from shared.games.quadropolis.page.entered import CLEAR, MODES, Entered, read, write
from shared.games.quadropolis.page.explore import Hands, count_hands
from shared.games.quadropolis.page.presses import EMPTY, HANDLING, KEYPADS, KEYS, PRESSES, lost, pressed
from shared.games.quadropolis.page.told_city import MOST_HELD
from shared.games.quadropolis.play.board import BOARDS, CELLS
from shared.games.quadropolis.play.pieces import City, Mode
from shared.games.quadropolis.play.state import State
from shared.games.quadropolis.play.tiles import KINDS
from shared.games.quadropolis.score.explain import plain_reason, plain_square
from shared.games.quadropolis.score.placing import is_active
from shared.games.quadropolis.score.result import lines_of
from shared.games.quadropolis.score.score import Settled, explain
from shared.games.query import Query, Wrong, unread, unread_press
from shared.marked import marked


def sheet(query: Query) -> Json:
    """`query` is the address's (`entered.py`), with `press` and `on`: what was clicked or typed, and on which square.

    `chosen` is the query to go on from; `lost` says for each mode how many buildings it would not keep. `best` is the
    best allocation, `hands` what the reader makes of it, or None; both have the city as it counts and a reason for
    every point. `wrong` names what could not be read, `beyond` what the box does not hold.
    """
    before, wrong = read(query)
    entered = pressed(before, query.get("press", ""), query.get("on", ""))
    board = BOARDS[entered.mode]
    best, hands = entered.best(), entered.hands
    unread_too = (*wrong, *_unread(before.mode, query))
    beyond = beyond_the_box(entered.mode, entered.city, entered.inhabitants, entered.energy)
    return {
        "chosen": write(entered),
        "mode": entered.mode,
        "modes": list(MODES),
        "lost": {mode: lost(entered, mode) for mode in MODES},
        "tools": [*({"letter": LETTERS[kind], "building": kind.value} for kind in KINDS[entered.mode]), ERASER],
        "tool": entered.tool,
        "districts": in_rows(board.districts, board.columns),
        "numbers": in_rows(board.numbers, board.columns) if board.numbers else None,
        "inhabitants": entered.inhabitants,
        "energy": entered.energy,
        "most": MOST_HELD,
        "wrong": [each.plain() for each in unread_too if _still_shown(each, before, entered, query)],
        "beyond": [each.shown() for each in beyond],
        "best": counted(entered.mode, entered.city, best),
        "hands": None if hands is None else _in_hand(hands, entered.at, best),
    }


def sheet_of(view: State, seat: int) -> Query:
    """The query for a seat's city and everything that it has received."""
    holding = view.holdings[seat]
    return {
        "mode": view.mode,
        "city": write_city(view.mode, holding.city),
        "inhabitants": str(holding.inhabitants),
        "energy": str(holding.energy),
    }


ERASER: Mapping[str, Any] = {"letter": CLEAR, "building": None}


def counted(mode: Mode, city: City, settled: Settled) -> Json:
    squares = [plain_square(*pair) for pair in zip(city, settled.allocation, strict=True)]
    return {
        "total": settled.total,
        "lines": lines_of(mode, settled),
        "left": {"inhabitants": settled.inhabitants_left, "energy": settled.energy_left},
        "squares": in_rows(squares, BOARDS[mode].columns),
        "reasons": [plain_reason(reason) for reason in explain(mode, city, settled)],
    }


def _in_hand(hands: Hands, at: int | None, best: Settled) -> Json:
    """What is on a building shows even if it makes nothing active."""
    settled = count_hands(hands)
    squares = [_handled(hands, square) for square in range(len(hands.city))]
    return {
        **counted(hands.mode, hands.city, settled),
        "squares": in_rows(squares, BOARDS[hands.mode].columns),
        "difference": settled.total - best.total,
        "free": hands.free._asdict(),
        "at": None if at is None or squares[at] is None else squares[at],
    }


def _handled(hands: Hands, square: int) -> Json | None:
    """`can` says which presses change something, `gives` whether a touch gives or takes back."""
    building, gift = hands.city[square], hands.given[square]
    if building is None:
        return None
    return {
        "name": CELLS[hands.mode][square].name,
        "building": building.kind.value,
        "floors": building.floors,
        "points": building.points,
        "active": is_active(building, gift),
        **gift._asdict(),
        "can": {key: handle(hands, square) != hands for key, handle in HANDLING.items()},
        "gives": sum(HANDLING["touch"](hands, square).free) < sum(hands.free),
    }


def _still_shown(wrong: Wrong, before: Entered, entered: Entered, query: Query) -> bool:
    """A press that changes a field, or clears everything, takes away what was wrong there."""
    is_changed = wrong.field in Entered._fields and getattr(before, wrong.field) != getattr(entered, wrong.field)
    return not is_changed and query.get("press") != EMPTY


NAMES = ("mode", "city", "inhabitants", "energy", "tool", "given", "at", "press", "on")
NO_KEY = marked("the keypad has no key “{said}”: nothing was changed")
NO_SQUARE = marked("there is no square {said} in this city: nothing was changed")


def _unread(mode: Mode, query: Query) -> Iterator[Wrong]:
    yield from unread_press(query, NAMES, PRESSES)
    if query.get("press") in KEYPADS:
        yield from unread(query, "on", KEYS, NO_KEY)
        return
    squares = [cell.name for cell in CELLS[mode]]
    yield from unread(query, "on", squares, NO_SQUARE)
