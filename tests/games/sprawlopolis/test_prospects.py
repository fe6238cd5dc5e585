"""What a city is worth while cards are left: its points at the end, and on the way what is expected to become of it."""

from typing import Any

import pytest

from shared.bots.trying import after
from shared.games.sprawlopolis import GAME
from shared.games.sprawlopolis.play.ground import BESIDE, spots_under
from shared.games.sprawlopolis.play.pieces import Zone
from shared.games.sprawlopolis.score.goals import GOALS
from shared.games.sprawlopolis.score.prospects import GROUND, WEIGHTS, looked_at, names_of, weighing, worth_after
from shared.games.sprawlopolis.score.result import points_after, settled_now
from shared.games.sprawlopolis.score.survey import survey
from shared.games.sprawlopolis.score.tally import seen_after
from tests.games.scenario import play

THREES = [tuple(range(first, first + 3)) for first in range(1, 18, 3)]  # every goal once, 4 and 13 among them


def moment(turns: int, goals: tuple[int, ...], luck: int = 5) -> Any:
    state = play(GAME, 1, luck, turns).state._replace(goals=goals)
    return state, GAME.legal_moves(state, 0)


@pytest.mark.parametrize("goals", THREES)
@pytest.mark.parametrize("turns", [1, 9])
def test_a_city_is_seen_as_its_survey_shows_it(turns, goals):
    state, moves = moment(turns, goals)
    for move, seen in zip(moves, seen_after(state.city.blocks, goals, moves), strict=True):
        then = after(GAME, state, 0, move)
        assert looked_at(seen, goals) == surveyed(then), move


def surveyed(state: Any) -> list[int]:
    blocks = state.city.blocks
    seen, lines = survey(blocks), settled_now(state).lines
    ground = [len(seen.largest(zone)) for zone in (Zone.RESIDENTIAL, Zone.COMMERCIAL, Zone.INDUSTRIAL, Zone.PARK)]
    open_sides = sum(near not in blocks for spot in blocks for near in BESIDE[spot])
    found = [*ground, len(seen.roads), len(blocks), open_sides]
    for goal in state.goals:
        found.append(lines[f"goal {goal}"])
        found += [threes(blocks)] if goal == 4 else [at_one_park(seen)] if goal == 13 else []
    return found


def threes(blocks: Any) -> int:
    corners = {spot - step for spot in blocks for step in spots_under(0)}
    each = [[blocks[at].zone for at in spots_under(corner) if at in blocks] for corner in corners]
    return sum(max(map(zones.count, zones)) == 3 for zones in each)


def at_one_park(seen: Any) -> int:
    return sum(sum(seen.holds(end, Zone.PARK) for end in road.ends) == 1 for road in seen.roads)


@pytest.mark.parametrize("goals", THREES)
def test_with_the_last_card_a_city_is_worth_its_points(goals):
    state, moves = moment(13, goals)
    assert state.moves_left == 1
    assert worth_after(state, 0, moves) == [1000 * points for points in points_after(state, 0, moves)]


@pytest.mark.parametrize("difficulty", ["easier", "harder"])
def test_where_no_weights_are_known_points_alone_count(difficulty):
    state, moves = moment(5, (1, 4, 13))
    state = state._replace(difficulty=difficulty)
    assert worth_after(state, 0, moves) == [1000 * points for points in points_after(state, 0, moves)]


@pytest.mark.parametrize("goals", THREES)
def test_before_it_is_worth_its_points_and_what_is_weighed(goals):
    state, moves = moment(5, goals)
    left, worths = state.moves_left - 1, worth_after(state, 0, moves)
    cities = seen_after(state.city.blocks, goals, moves)
    for seen, points, worth in zip(cities, points_after(state, 0, moves), worths, strict=True):
        assert worth == 1000 * points + weighed(looked_at(seen, goals), goals, left)
    assert worths != [1000 * points for points in points_after(state, 0, moves)]


def weighed(seen: list[int], goals: tuple[int, ...], left: int) -> int:
    names = [("any", name) for name in GROUND] + [(str(goal), name) for goal in goals for name in names_of(goal)]
    values = seen[:7] + [value for goal in goals for value in [*seen[:7], *own(seen, goals, goal)]]
    pairs = [WEIGHTS[whose][name] for whose, name in names]
    return sum(value * (pair[0] + left * pair[1]) for value, pair in zip(values, pairs, strict=True))


def own(seen: list[int], goals: tuple[int, ...], goal: int) -> list[int]:
    counts = [len(names_of(each)) - 7 for each in goals]
    at = 7 + sum(counts[: goals.index(goal)])
    return seen[at : at + counts[goals.index(goal)]]


def test_every_goal_has_its_weights():
    assert {"any", *map(str, GOALS)} == WEIGHTS.keys()
    assert all([*WEIGHTS[str(goal)]] == names_of(goal) for goal in GOALS)
    assert len(weighing((4, 13, 1), 5)) == len(GROUND) + 5


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("turns", [0, 4, 9])
def test_a_view_can_be_played_on_as_far_as_it_knows(seats, turns):
    state = play(GAME, seats, 3, turns).state
    (seat,) = GAME.to_move(state)
    view = GAME.view(state, seat)
    known = {*view.cards_of(seat), *([view.top] if view.top else [])}
    for _ in range(len(known)):
        (mover,) = GAME.to_move(view)
        moves = GAME.legal_moves(view, mover)
        if not moves:  # somebody else's hand came to the end of what is known
            break
        assert {move.card for move in moves} <= known
        known.discard(moves[0].card)
        view = after(GAME, view, mover, moves[0])
        assert view.city.blocks.keys() > state.city.blocks.keys()
    assert seats > 1 or not known
