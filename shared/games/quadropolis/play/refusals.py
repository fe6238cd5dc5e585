"""Why an architect, a slot or a square can't be chosen now: one sentence per rule, None if it can.

Numbers in the values count from 1, as people do; only `seat` counts from 0: the page puts the player's name there.
"""

from shared.errors import IllegalMove, NotYourTurn
from shared.games import refusals
from shared.games.grid import Cell
from shared.games.quadropolis.play.board import BOARDS, SITE_LINES, SLOT_NUMBER, SQUARE, Slot
from shared.games.quadropolis.play.legal import open_squares
from shared.games.quadropolis.play.state import State, to_move
from shared.games.quadropolis.play.tiles import FLAT, PILE


def turn_refusal(state: State, seat: int) -> NotYourTurn | None:
    return refusals.turn_refusal(to_move(state), seat)


def architect_refusal(state: State, seat: int, architect: int) -> IllegalMove | None:
    if architect not in BOARDS[state.mode].architects:
        return IllegalMove("there is no architect {architect}", architect=architect)
    if state.pool(seat)[architect]:
        return None
    if BOARDS[state.mode].common:
        return IllegalMove("every architect {architect} has been used this round", architect=architect)
    return IllegalMove("architect {architect} has already been used this round", architect=architect)


def slot_refusal(state: State, slot: Slot) -> IllegalMove | None:
    number = SLOT_NUMBER.get(slot)
    if number is None:
        return IllegalMove("there is no slot {slot}", slot=slot.name)
    if state.free_slots >> number & 1:
        return None
    for there in state.architects:
        if there.slot == number:
            values = {"slot": slot.name, "seat": there.seat, "architect": there.number}
            return IllegalMove("slot {slot} is taken by {seat}'s architect {architect}", **values)
    if slot.crosses:
        return IllegalMove("row {line} is closed by the urbanist", line=state.urbanist // SITE_LINES + 1)
    return IllegalMove("column {line} is closed by the urbanist", line=state.urbanist % SITE_LINES + 1)


def target_refusal(state: State, seat: int, architect: int, tile: int, target: Cell) -> IllegalMove | None:
    """`tile` is what lies on the square that the architect sees: negative if nothing can be taken."""
    square = SQUARE[state.mode].get(target)
    if square is None:
        values = {"row": target[0] + 1, "column": target[1] + 1}
        return IllegalMove("your city has no square in row {row}, column {column}", **values)
    if tile < 0:
        return IllegalMove("there is nothing to place")
    if open_squares(BOARDS[state.mode], state.holdings[seat], architect, PILE[tile]) >> square & 1:
        return None
    return _why_not_there(state, seat, architect, tile, square)


def _why_not_there(state: State, seat: int, architect: int, tile: int, square: int) -> IllegalMove:
    board, pile = BOARDS[state.mode], state.holdings[seat].squares[square]
    if pile and not may_grow(tile, pile):
        return IllegalMove("this square is taken")
    if len(pile) == board.floors:
        return IllegalMove("a stack has at most {floors} floors", floors=board.floors)
    return _not_his_squares(architect, len(pile) + 1) if board.numbers else _not_his_lines(architect, len(pile) + 1)


def may_grow(tile: int, pile: tuple[int, ...]) -> bool:
    """Whether the tile is of the kind that stands there, and that kind stacks."""
    return PILE[tile] != FLAT and PILE[tile] == PILE[pile[0]]


def _not_his_lines(architect: int, floor: int) -> IllegalMove:
    if floor == 1:
        return IllegalMove("architect {architect} builds in row {architect} or column {architect}", architect=architect)
    values = {"floor": floor, "architect": architect}
    return IllegalMove("floor {floor} needs architect {floor}, or row or column {architect}", **values)


def _not_his_squares(architect: int, floor: int) -> IllegalMove:
    if floor == 1:
        return IllegalMove(
            "architect {architect} builds on squares numbered {architect} and in district {architect}",
            architect=architect,
        )
    values = {"floor": floor, "architect": architect}
    return IllegalMove("floor {floor} needs architect {floor}, or number or district {architect}", **values)
