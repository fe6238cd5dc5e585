"""Won or lost together, and why."""

import pytest

from shared.games.sprawlopolis import GAME
from shared.games.sprawlopolis.play.city import City
from shared.games.sprawlopolis.play.state import State
from shared.games.sprawlopolis.score.score import settle
from tests.games.scenario import evolved, key, settled_down
from tests.games.sprawlopolis.tables import IN_ORDER, city, dealt, drawn

ROWS = "R:EW R:EW R .", "C:NS C . P", "I P P P"


def ended(seats: int, target: int, goals: tuple[int, ...] = (3,)) -> State:
    return dealt(seats)._replace(goals=goals, target=target, city=City(city(*ROWS), 0))


def test_a_match_that_reaches_its_target_is_won_by_all():
    result = GAME.result(ended(3, 3)._replace(goals=(3,)))
    assert (result.points, result.places, result.target, result.winners) == ((9,) * 3, (1,) * 3, 3, (0, 1, 2))


def test_a_match_that_does_not_is_lost_by_all():
    result = GAME.result(ended(2, 18, (18,))._replace(difficulty="easier"))
    assert result.points[0] == 3 + 2 + 1 + 4 + 4 + 3  # four zones, a row, a column
    lost = GAME.result(ended(2, 17, (17,)))
    assert (lost.points, lost.places, lost.target, lost.winners) == ((10, 10), (None, None), 17, ())


def test_points_are_told_line_by_line_and_are_the_same_for_each_seat():
    first, second = GAME.result(ended(2, 3)).lines
    assert first == second
    lines = {"residential": 3, "commercial": 2, "industrial": 1, "park": 4, "roads": -2, "goal 3": 1}
    assert list(first.items()) == list(lines.items())
    assert GAME.points(ended(2, 3), 1) == 9


def test_in_easier_matches_roads_cost_nothing():
    settled = settle(city(*ROWS), (), "easier")
    assert (settled.total, settled.lines["roads"]) == (10, 0)
    assert [reason.key for reason in settled.reasons["roads"]] == ["road_for_nothing"] * 2


def test_in_harder_matches_only_the_largest_zone_counts():
    settled = settle(city(*ROWS), (), "harder")
    assert settled.lines == {"residential": 0, "commercial": 0, "industrial": 0, "park": 4, "roads": -2}
    assert settled.reasons["residential"][0].key == "not_the_largest_zone"


def test_of_equally_large_zones_one_counts_in_harder_matches():
    assert settle(city("R R C C"), (), "harder").lines == {
        "residential": 2,
        "commercial": 0,
        "industrial": 0,
        "park": 0,
        "roads": 0,
    }


@pytest.mark.parametrize("goals", [(10, 18, 4), (1, 2, 3), (5, 6, 7), (8, 9, 11), (12, 13, 14), (15, 16, 17)])
def test_a_match_can_be_looked_at_from_its_first_event_on(goals):
    cards = (*goals, *(card for card in IN_ORDER if card not in goals))
    events = [drawn(2, cards), *settled_down(GAME, GAME.evolve(GAME.initial(2, GAME.options(), 1), drawn(2, cards)))[1]]
    for at in range(len(events) + 1):
        state = evolved(GAME, GAME.initial(2, GAME.options(), 1), events[:at])
        for seat in (None, 0, 1):
            view = GAME.view(state, seat)
            assert GAME.result(view).points == (GAME.points(state, 0),) * 2
            assert len(GAME.explain(view)["reasons"]) == 2
            assert GAME.plain(view)["moves_left"] == 15 - len(state.laid)
            assert GAME.choices(view, 0, {})["move"] is None
            assert at < 2 or GAME.view(GAME.imagine(view, seat, key(1)), seat) == view


def test_goals_stand_in_the_order_in_which_they_were_laid():
    assert list(settle(city("R"), (17, 9, 2), "normal").lines)[-3:] == ["goal 17", "goal 9", "goal 2"]


@pytest.mark.parametrize("seats", [1, 4])
def test_an_explanation_names_the_blocks_behind_every_point(seats):
    explained = GAME.explain(ended(seats, 3))
    (shared,) = explained["cities"]
    assert (shared["seat"], len(shared["rows"])) == (None, 3)
    assert len(explained["reasons"]) == seats
    reasons = explained["reasons"][0]
    assert sum(reason["points"] for reason in reasons) == 9
    assert reasons[0] == {
        "line": "residential",
        "points": 3,
        "key": "largest_group",
        "values": {"blocks": 3},
        "blocks": [{"row": 0, "column": column} for column in range(3)],
    }
    roads = [reason for reason in reasons if reason["line"] == "roads"]
    assert [(reason["points"], reason["values"]["sections"]) for reason in roads] == [(-1, 2), (-1, 1)]
