"""Positions of Quadropolis laid out by hand; lines count from 1 here, as people see them."""

from collections.abc import Iterable, Sequence
from typing import Any

from shared.games.grid import Cell
from shared.games.quadropolis.page.position import holding_of
from shared.games.quadropolis.play.board import BOARDS, SLOT_NUMBER, Slot, bits
from shared.games.quadropolis.play.moves import TakeTile
from shared.games.quadropolis.play.pieces import Building, Kind, Mode
from shared.games.quadropolis.play.setup import Options, initial
from shared.games.quadropolis.play.state import DOWN, EMPTY, Holding, Posted, State
from shared.games.quadropolis.play.tiles import TILES

Piece = dict[str, Any]
TOWER: Piece = {"building": "tower", "inhabitants": 1}
PARK: Piece = {"building": "park"}

ALL_TOWERS = [[TOWER] * 5] * 5  # sites
ALL_PARKS = [[PARK] * 5] * 5

BARE: list[list[Piece | None]] = [[None] * 4 for _ in range(4)]  # cities
PARKS_AND_A_TOWER = [[PARK] * 4, [PARK] * 4, [PARK] * 4, [PARK, PARK, {"building": "tower", "floors": 2}, PARK]]


def position(
    site: Sequence[Sequence[Piece | None]],
    city: Sequence[Sequence[Piece | None]] = BARE,
    urbanist: Sequence[int] | None = None,
    architects: Iterable[Sequence[Any]] = (),
    available: Sequence[int] | None = None,
    players: int = 2,
    mode: Mode = "classic",
) -> State:
    """Seat 0 is to move with the city and the available architects, those on the slots are seat 1's."""
    board = BOARDS[mode]
    numbers = board.architects if available is None else available
    pool = tuple(int(number in numbers) for number in range(len(board.own)))
    posted = tuple(Posted(SLOT_NUMBER[Slot(side, line - 1)], 1, 1) for side, line in architects)
    bare = initial(players, Options(mode=mode), 1)
    return bare._replace(
        round=1,
        mayor=0,
        starts=0,
        turns_left=players * len(numbers),
        urbanist=-1 if urbanist is None else (urbanist[0] - 1) * 5 + urbanist[1] - 1,
        site=tuple(on_site(piece) for row in site for piece in row),
        slots=bits(there.slot for there in posted),
        architects=posted,
        pools=(pool, *bare.pools[1:]),
        holdings=(holding(city, mode=mode), *bare.holdings[1:]),
    )


def holding(
    city: Sequence[Sequence[Piece | None]], inhabitants: int = 0, energy: int = 0, mode: Mode = "classic"
) -> Holding:
    standing = tuple(building(piece) if piece else None for row in city for piece in row)
    return holding_of(mode, standing, inhabitants, energy)


def building(piece: Piece) -> Building:
    """Only these show in what stands on a square."""
    return Building(Kind(piece["building"]), floors=piece.get("floors", 1), points=piece.get("points", 0))


def on_site(piece: Piece | None) -> int:
    if piece is None:
        return EMPTY
    return DOWN if piece.get("down") else tile(piece)


def tile(piece: Piece) -> int:
    """The first tile that looks like this."""
    given = [piece.get(name, 0) for name in ("inhabitants", "energy", "points")]
    looks = (piece["building"], *given, piece.get("mayor", False))
    return next(at for at, tile in enumerate(TILES) if tile[1:6] == looks)


def take(architect: int, slot: str, target: tuple[int, int] | None = None) -> TakeTile:
    """`take(3, "W2", (4, 1))`: people's numbers."""
    cell = None if target is None else Cell(target[0] - 1, target[1] - 1)
    return TakeTile(architect=architect, slot=slot_named(slot), target=cell)


def slot_named(name: str) -> Slot:
    return next(slot for slot in SLOT_NUMBER if slot.name == name)
