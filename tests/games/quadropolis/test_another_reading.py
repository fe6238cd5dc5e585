"""The engine beside a second, simple reading of the rulebook: the same moves at every turn, tables and points."""

from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Any

import pytest

from shared.games.quadropolis import GAME
from shared.games.quadropolis.play.moves import TakeTile
from tests.games.quadropolis.another_count import Stone, best_counts
from tests.games.quadropolis.another_reading import Box, Reading, Tile, Turn
from tests.games.scenario import evolved, key, settled_down

pytestmark = pytest.mark.long
MATCHES = 334  # at each number of seats: a thousand of each box
FEW = 33  # every commit plays a tenth
LOOKED_AT = 0.2  # of the turns: both lists of moves, and everything on both tables

BOXES = [Box(mode, squares) for mode in ("classic", "expert") for squares in (False, True)]
every_table = pytest.mark.parametrize(("box", "seats"), list(product(BOXES, (2, 3, 4))))


def begin(box: Box, seats: int, seed: int) -> tuple[Any, Reading]:
    """The same draw on both tables."""
    options = GAME.options(**box._asdict())
    (drawn,) = GAME.setup(seats, options, key(seed))
    start, *decks = [
        [draw.items[item] for item in order] for draw, order in zip(drawn.draws, drawn.orders, strict=True)
    ]
    state, _ = settled_down(GAME, GAME.evolve(GAME.initial(seats, options, 1), drawn))
    return state, Reading(box, seats, int(start[0]), decks)


@every_table
def test_both_readings_of_the_rules_play_the_same_matches(box, seats):
    played_alike(box, seats, range(FEW))


@pytest.mark.slow
@every_table
def test_both_readings_play_a_thousand_matches_of_each_box_alike(box, seats):
    played_alike(box, seats, range(FEW, MATCHES))


def played_alike(box: Box, seats: int, seeds: range) -> None:
    mayors = set()
    for seed in seeds:
        chance, (state, table) = Random(seed), begin(box, seats, seed)
        while table.waiting:
            (seat,) = GAME.to_move(state)
            moves = GAME.legal_moves(state, seat)
            if chance.random() < LOOKED_AT:
                assert picture(state) == table_picture(table)
                assert {as_turn(move) for move in moves} == table.turns()
            move = chosen(chance, moves)
            state, _ = settled_down(GAME, evolved(GAME, state, GAME.decide(state, seat, move)))
            table.take(as_turn(move))
        assert GAME.to_move(state) == ()
        assert cities(GAME.plain(state)) == table_cities(table)
        assert state.mayor == table.mayor
        mayors.add(table.mayor)
    assert mayors == set(range(seats))


@every_table
def test_both_readings_give_the_same_points_and_places_if_it_ended_now(box, seats):
    for seed in range(4):
        chance, (state, table) = Random(seed), begin(box, seats, seed)
        for _ in range(8 * seats):
            move = chosen(chance, GAME.legal_moves(state, table.waiting[0]))
            state, _ = settled_down(GAME, evolved(GAME, state, GAME.decide(state, table.waiting[0], move)))
            table.take(as_turn(move))
        counts = [
            best_counts(box.mode, plan(player.city), player.inhabitants, player.energy) for player in table.players
        ]
        result, ranks = GAME.result(state), [best[0][:3] for best in counts]
        assert result.points == tuple(total for total, _, _ in ranks)
        assert result.places == tuple(1 + sum(other > rank for other in ranks) for rank in ranks)
        for lines, best in zip(result.lines, counts, strict=True):
            assert lines in [{line: dict(count.lines)[line] for line in lines} for count in best]


def plan(city: dict[tuple[int, int], list[Tile]]) -> dict[tuple[int, int], Stone]:
    """Only tiles that do not stack have printed points."""
    return {square: Stone(stack[0].kind, len(stack), stack[0].points) for square, stack in city.items()}


@pytest.mark.parametrize("box", BOXES)
def test_the_deck_is_as_the_rules_count_it(box):
    tiles = box.tiles().values()
    for round_ in range(1, box.rounds + 1):
        dealt = [tile for tile in tiles if tile.round == round_]
        assert [sum(tile.players <= players for tile in dealt) for players in (2, 3, 4)] == [16, 20, 25]
    squares = box.rounds if box.squares else 0
    assert sum(tile.inhabitants for tile in tiles) == {"classic": 60, "expert": 65}[box.mode] + squares
    assert sum(tile.energy for tile in tiles) == {"classic": 43, "expert": 47}[box.mode]
    assert not [tile for tile in tiles if tile.points and tile.kind not in ("service", "harbour")]


def chosen(chance: Random, moves: Sequence[TakeTile]) -> TakeTile:
    """Any move, but seldom one that discards, so that cities fill up."""
    building = [move for move in moves if move.target]
    return chance.choice(building if building and chance.random() < 0.9 else moves)


def as_turn(move: TakeTile) -> Turn:
    target = (move.target.row + 1, move.target.column + 1) if move.target else None
    return Turn(move.architect, move.slot.side, move.slot.line + 1, target)


def picture(state: Any) -> dict[str, Any]:
    """What the engine shows a spectator, in the rulebook's numbers."""
    told = GAME.plain(GAME.view(state, None))
    site = {(row, column): there for row, line in enumerate(told["site"], 1) for column, there in enumerate(line, 1)}
    return {
        "round": told["round"],
        "to_move": told["to_move"],
        "turns_left": told["turns_left"],
        "mayor": told["mayor"],
        "urbanist": told["urbanist"] and (told["urbanist"]["row"] + 1, told["urbanist"]["column"] + 1),
        "face_up": {square: there["id"] for square, there in site.items() if there and not there.get("down")},
        "face_down": {square for square, there in site.items() if there == {"down": True}},
        "slots": {(at["side"], at["line"] + 1): (at["seat"], at["number"]) for at in told["architects"]},
        "cities": cities(told),
    }


def cities(told: dict[str, Any]) -> list[Any]:
    return [
        (
            city["inhabitants"],
            city["energy"],
            set(city["available"]),
            {
                (row, column): there["tiles"]
                for row, line in enumerate(city["squares"], 1)
                for column, there in enumerate(line, 1)
                if there
            },
        )
        for city in told["cities"]
    ]


def table_picture(table: Reading) -> dict[str, Any]:
    return {
        "round": table.round,
        "to_move": table.waiting[:1],
        "turns_left": len(table.waiting),
        "mayor": table.mayor,
        "urbanist": table.urbanist,
        "face_up": {square: tile.id for square, tile in table.face_up.items()},
        "face_down": table.face_down,
        "slots": table.slots,
        "cities": table_cities(table),
    }


def table_cities(table: Reading) -> list[Any]:
    """After the last round the architects have come back too."""
    return [
        (
            player.inhabitants,
            player.energy,
            set(+player.architects if table.waiting else table.box.numbers),
            {square: [tile.id for tile in stack] for square, stack in player.city.items()},
        )
        for player in table.players
    ]
