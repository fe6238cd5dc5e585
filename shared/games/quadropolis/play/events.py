"""What happens in Quadropolis. Rounds count from 1, as the draws' labels do; seats and squares count from 0."""

from collections.abc import Mapping

from shared.annotations import drawn, event, seat_number
from shared.games.grid import Cell
from shared.games.quadropolis.play.board import Slot


@event
class MayorDrawn:
    """Which seat holds the mayor first, and so starts the first round."""

    seat: int = drawn("start")


@event
class SiteDealt:
    """The round's 25 tiles, row by row; None lies face down until the round ends, and nobody learns what it is."""

    round: int
    starts: int
    site: tuple[str | None, ...] = drawn("round_{round}")


@event
class TileTaken:
    """An architect brought a tile home, or found an empty square; the urbanist stands on `square` now.

    `inhabitants` and `energy` are what was received. `mayor`: this placing took the mayor.
    """

    seat: int
    architect: int
    slot: Slot
    square: Cell
    tile: str | None
    target: Cell | None
    inhabitants: int
    energy: int
    mayor: bool


@event
class RoundEnded:
    """Tiles that were left went away, the architects came back; seat `mayor` holds the mayor and starts next."""

    round: int
    mayor: int = seat_number()


Event = MayorDrawn | SiteDealt | TileTaken | RoundEnded

EVENTS: Mapping[str, type] = {
    "quadropolis.mayor_drawn": MayorDrawn,
    "quadropolis.site_dealt": SiteDealt,
    "quadropolis.tile_taken": TileTaken,
    "quadropolis.round_ended": RoundEnded,
}
