"""What a seat has, made from a city that was told: any tiles that look so, as only their looks can be told."""

from shared.rules.quadropolis.board import BOARDS, bits
from shared.rules.quadropolis.pieces import Building, City, Kind
from shared.rules.quadropolis.setup import nothing_built
from shared.rules.quadropolis.state import Holding
from shared.rules.quadropolis.tiles import STACKING, TILES


def holding_of(mode: str, city: City, inhabitants: int = 0, energy: int = 0) -> Holding:
    board = BOARDS[mode]
    bare = nothing_built(board)
    return bare._replace(
        empty=bits(square for square, building in enumerate(city) if building is None),
        stacks=tuple(tuple(_stacks(city, kind, floors) for floors in range(board.floors + 1)) for kind in STACKING),
        squares=tuple(_pile(building) for building in city),
        inhabitants=inhabitants,
        energy=energy,
    )


def _stacks(city: City, kind: Kind, floors: int) -> int:
    of_kind = ((square, building) for square, building in enumerate(city) if building and building.kind is kind)
    return bits(square for square, building in of_kind if building.floors == floors)


def _pile(building: Building | None) -> tuple[int, ...]:
    if building is None:
        return ()
    looks = (building.kind, building.points)
    first = next(number for number, tile in enumerate(TILES) if (tile.kind, tile.points) == looks)
    return (first,) * building.floors
