"""What an observation of Quadropolis says, read as docs/research.md describes it."""

import numpy as np
import pytest

from shared.games.quadropolis import GAME
from shared.games.quadropolis.play.board import BOARDS, SLOTS
from shared.games.quadropolis.play.setup import Options
from shared.research import Environment
from shared.research.arrays import Small
from shared.research.quadropolis import ACTIONS, BUILDING, LAYOUT, TILE, action, move
from tests.games.quadropolis import facts
from tests.research.tables import Table, played

SUPPLIES = ("inhabitants", "energy", "points", "mayor")


def test_an_action_is_an_architect_a_slot_and_a_square_in_both_modes():
    view = next(played(Table(facts, Options(), 2), 1)).state_now
    moves = [move(view, 0, number) for number in range(ACTIONS)]
    assert [action(view, 0, each) for each in moves] == list(range(2100))
    assert len(set(moves)) == ACTIONS
    assert (moves[0].architect, moves[0].slot, moves[0].target) == (1, SLOTS[0], (0, 0))
    assert moves[20].target is None
    assert (moves[21].slot, moves[20 * 21].architect) == (SLOTS[1], 2)


@pytest.mark.parametrize("options", facts.OPTIONS)
def test_an_observation_says_what_the_view_shows(options: Options):
    for match in played(Table(facts, options, 3), 8):
        for seat, agent in enumerate(match.possible_agents):
            says_what_is_shown(match, seat, match.observe(agent)["observation"])


def says_what_is_shown(match: Environment, seat: int, seen: Small) -> None:
    view = GAME.view(match.state_now, seat)
    shown, board = GAME.plain(view), BOARDS[view.mode]
    order = [seat, (seat + 1) % 3, (seat + 2) % 3]
    site = [[told_tile(tile) for tile in row] for row in LAYOUT.part(seen, "site")]
    assert site == [[shown_tile(tile) for tile in row] for row in shown["site"]]
    assert LAYOUT.part(seen, "free_slots").tolist() == [view.free_slots >> slot & 1 for slot in range(20)]
    assert LAYOUT.part(seen, "urbanist").sum() == (view.urbanist >= 0)
    for place, other in enumerate(order):
        city = [told_building(each) for row in LAYOUT.part(seen, "cities")[place] for each in row[: board.columns]]
        assert city == [each and (each.kind.value, each.floors, each.points) for each in view.holdings[other].city]
        pool = LAYOUT.part(seen, "architects")[place].tolist()
        assert pool[: len(board.architects)] == list(view.pool(other)[1:])
        assert LAYOUT.part(seen, "inhabitants")[place] == view.holdings[other].inhabitants
        assert LAYOUT.part(seen, "energy")[place] == view.holdings[other].energy
    assert not LAYOUT.part(seen, "cities")[3].any()
    assert order[whose(seen, "mayor")] == view.mayor
    assert order[whose(seen, "starts")] == view.starts
    if called := GAME.to_move(view):
        assert order[whose(seen, "moves")] == called[0]
    assert LAYOUT.part(seen, "seats").tolist() == [1, 1, 1, 0]
    assert whose(seen, "round") + 1 == view.round
    assert LAYOUT.part(seen, "turns_left") == view.turns_left
    assert LAYOUT.part(seen, "expert") == (view.mode == "expert")
    assert LAYOUT.part(seen, "with_squares") == view.with_squares


def whose(seen: Small, name: str) -> int:
    (found,) = np.flatnonzero(LAYOUT.part(seen, name)).tolist()
    return int(found)


def told_tile(row: Small) -> object:
    told = dict(zip(TILE, row.tolist(), strict=True))
    if told["face down"]:
        return "down"
    kinds = [name for name in TILE[:9] if told[name]]
    return (*kinds, *(told[name] for name in SUPPLIES)) if kinds else None


def shown_tile(tile) -> object:
    if not tile or tile.get("down"):
        return tile and "down"
    return (tile["building"], *(int(tile[name]) for name in SUPPLIES))


def told_building(row: Small) -> object:
    told = dict(zip(BUILDING, row.tolist(), strict=True))
    kinds = [name for name in BUILDING[:9] if told[name]]
    return (*kinds, told["floors"], told["points"]) if kinds else None
