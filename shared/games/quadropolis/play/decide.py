"""Whether a move is allowed, and what it does: nothing else in Quadropolis says no."""

from shared.games.quadropolis.play.board import REACH, SITE_CELLS, SLOT_NUMBER
from shared.games.quadropolis.play.events import TileTaken
from shared.games.quadropolis.play.moves import TakeTile
from shared.games.quadropolis.play.refusals import architect_refusal, slot_refusal, target_refusal, turn_refusal
from shared.games.quadropolis.play.state import State
from shared.games.quadropolis.play.tiles import TILES


def decide(state: State, seat: int, move: TakeTile) -> list[TileTaken]:
    """Raises IllegalMove or NotYourTurn."""
    check(state, seat, move)
    square = reached(move)
    tile = TILES[state.site[square]] if state.site[square] >= 0 else None
    placed = tile if move.target is not None else None
    return [
        TileTaken(
            seat=seat,
            architect=move.architect,
            slot=move.slot,
            square=SITE_CELLS[square],
            tile=tile.id if tile else None,
            target=move.target,
            inhabitants=placed.inhabitants if placed else 0,
            energy=placed.energy if placed else 0,
            mayor=placed.mayor if placed else False,
        )
    ]


def check(state: State, seat: int, move: TakeTile) -> None:
    refusal = (
        turn_refusal(state, seat) or architect_refusal(state, seat, move.architect) or slot_refusal(state, move.slot)
    )
    if refusal is None and move.target is not None:
        refusal = target_refusal(state, seat, move.architect, state.site[reached(move)], move.target)
    if refusal:
        raise refusal


def reached(move: TakeTile) -> int:
    """The square of the site that the architect sees from the slot."""
    return REACH[SLOT_NUMBER[move.slot]][move.architect - 1]
