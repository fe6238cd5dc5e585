"""The start of a match of Quadropolis: its options, the empty table, and every draw of the match at once."""

from dataclasses import dataclass

from shared.games.chance import Chance, Drawn
from shared.games.quadropolis.play.board import BOARDS, OFF, SITE_SQUARES, CityBoard, bits
from shared.games.quadropolis.play.pieces import Mode
from shared.games.quadropolis.play.state import EMPTY, NOBODY, Holding, State
from shared.games.quadropolis.play.tiles import STACKING, TILES, decks


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """`squares`: in each round a square, which brings an inhabitant and absorbs no energy, replaces one park."""

    mode: Mode = "classic"
    squares: bool = False


def initial(seats: int, options: Options, rules: int) -> State:
    board = BOARDS[options.mode]
    return State(
        rules=rules,
        mode=options.mode,
        with_squares=options.squares,
        orders=(),
        round=0,
        ended=0,
        mayor=NOBODY,
        starts=NOBODY,
        turns_left=0,
        urbanist=OFF,
        site=(EMPTY,) * SITE_SQUARES,
        slots=0,
        architects=(),
        pools=board.pools(seats),
        holdings=(nothing_built(board),) * seats,
    )


def nothing_built(board: CityBoard) -> Holding:
    return Holding(
        empty=bits(range(board.squares)),
        stacks=((0,) * (board.floors + 1),) * len(STACKING),
        squares=((),) * board.squares,
    )


def setup(seats: int, options: Options, chance: Chance) -> list[Drawn]:
    """The item at position 0 of `start` is the seat that starts; `round_1` and so on are the tiles, row by row."""
    start = chance.draw("start", [str(seat) for seat in range(seats)])
    rounds = [
        chance.draw(f"round_{number}", [TILES[tile].id for tile in deck])
        for number, deck in enumerate(decks(options.mode, options.squares))
        if deck
    ]
    draws = (start, *rounds)
    return [Drawn(draws=tuple(draw.public for draw in draws), orders=tuple(draw.order for draw in draws))]


def dealt(state: State) -> dict[str, int]:
    """All tiles of a round are dealt at once, including those that lie face down."""
    start, *rounds = state.orders
    return {"start": len(start), **{f"round_{at}": len(order) for at, order in enumerate(rounds[: state.round], 1)}}
