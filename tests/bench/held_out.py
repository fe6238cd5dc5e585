"""Positions to measure promises of Quadropolis by: what each of some moves ends with, in the same imagined worlds.

`python -m tests.bench.held_out classic --positions 60 --keep classic.jsonl` goes on from what the file has. No weight
is found with these. In each position some buildings that may be built are tried, and discarding; then the match is
played to its end by players who take what promises most of some moves, in the same worlds for every move tried.
"""

import json
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from shared.bots.trying import after, settled
from shared.games.chance import Chance
from shared.games.quadropolis import GAME
from shared.games.quadropolis.play.board import SQUARE
from shared.games.quadropolis.play.decide import reached
from shared.games.quadropolis.play.evolve import built
from shared.games.quadropolis.play.state import State
from shared.games.quadropolis.play.tiles import TILES
from tests.bench.promises import begun, most_promising, played_out

TRIED = 6  # buildings of each position
WORLDS = 4
STRAYS = 4  # one move of so many is any move, so that cities differ
TURNS = {"classic": 15, "expert": 19}  # before which a position is looked at: of each seat


class HeldOut(NamedTuple):
    """The city of the seat that is to move, from the ground up; `tried`: tile and square of each building.

    `ends`: its points at the end, by world, first those after discarding and then those of each building.
    """

    number: int
    round: int
    turns_left: int
    squares: Sequence[Sequence[int]]
    tried: Sequence[tuple[int, int]]
    ends: Sequence[Sequence[int]]


def position(mode: str, number: int) -> HeldOut | None:
    """None where nothing can be built."""
    luck = Chance(sha256(f"held out:{mode}:{number}".encode()).digest())
    state, turns = begun(GAME, {"mode": mode}, 2, luck), luck.below("turns", 2 * TURNS[mode])
    for turn in range(turns):
        (seat,) = GAME.to_move(state)
        state = settled(GAME, after(GAME, state, seat, _on_the_way(state, seat, luck, turn)))
    (seat,) = GAME.to_move(state)
    moves = _to_try(state, seat, luck)
    if not moves:
        return None
    view = GAME.view(state, seat)
    ends = [_ends(view, seat, move, luck) for move in (_discarding(view, seat), *moves.values())]
    return HeldOut(number, state.round, state.turns_left, state.holdings[seat].squares, list(moves), ends)


def _on_the_way(state: State, seat: int, luck: Chance, turn: int) -> Any:
    moves = GAME.legal_moves(state, seat)
    if luck.below(f"stray_{turn}", STRAYS) == 0:
        return moves[luck.below(f"any_{turn}", len(moves))]
    return most_promising(GAME, state, seat, luck, turn)


def _to_try(state: State, seat: int, luck: Chance) -> dict[tuple[int, int], Any]:
    """By tile and square; those that can be built in many ways no more often than others."""
    squares = SQUARE[state.mode]
    ways = {
        (state.site[reached(move)], squares[move.target]): move for move in GAME.legal_moves(state, seat) if move.target
    }
    each = sorted(ways)
    order = luck.order("tried", len(each)) if each else ()
    return {each[at]: ways[each[at]] for at in order[:TRIED]}


def _discarding(view: Any, seat: int) -> Any:
    moves = [move for move in GAME.legal_moves(view, seat) if view.site[reached(move)] >= 0]
    return next(move for move in moves if move.target is None)


def _ends(view: Any, seat: int, move: Any, luck: Chance) -> list[int]:
    found = []
    for number in range(WORLDS):
        world_luck = Chance(luck.salt("world", number))
        world = GAME.imagine(view, seat, world_luck)
        ended = played_out(GAME, settled(GAME, after(GAME, world, seat, move)), world_luck)
        found.append(GAME.points(ended, seat))
    return found


def rebuilt(mode: str, position: HeldOut) -> State:
    """What a promise looks at: the city of seat 0, and when in the match that is."""
    options = GAME.options(mode=mode)
    state: State = GAME.initial(2, options, GAME.rules)
    holding = state.holdings[0]
    for square, pile in enumerate(position.squares):
        for tile in pile:
            holding = built(holding, tile, square, TILES[tile].inhabitants, TILES[tile].energy)
    holdings = (holding, *state.holdings[1:])
    return state._replace(round=position.round, turns_left=position.turns_left, holdings=holdings)


def read(kept: Path) -> Iterator[HeldOut]:
    for line in kept.read_text().splitlines() if kept.exists() else ():
        if found := json.loads(line):
            yield HeldOut(*found)


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.bench.held_out", description=__doc__)
    parser.add_argument("mode", choices=sorted(TURNS))
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--seconds", type=int, default=300, help="after these no further position is begun")
    parser.add_argument("--keep", type=Path, required=True, help="the file that positions are added to, line by line")
    asked = parser.parse_args()
    known = {each.number for each in read(asked.keep)}
    until = time.monotonic() + asked.seconds
    with asked.keep.open("a") as file:
        for number in range(asked.first, asked.first + asked.positions):
            if number not in known and time.monotonic() < until and (found := position(asked.mode, number)):
                file.write(json.dumps(found, separators=(",", ":")) + "\n")
                file.flush()


if __name__ == "__main__":
    main()
