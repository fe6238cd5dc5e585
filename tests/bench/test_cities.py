"""How weights of cities are found, where the truth is known; and that a match gives what they are found from."""

import json

import numpy as np
import pytest

from shared.games.sprawlopolis.score.prospects import WEIGHTS
from tests.bench.cities import TRUST, WEIGHTS_AT, played, present, written
from tests.bench.differences import COLUMNS, City, Match, compared, fit, judged

GOALS = (3, 4, 6)
SEEN = 7 + 3 + 1  # goal 4 has something halfway
FIRST, LAST = 13, 1  # cards that are left after the first move that counts and after the last one


def matches(draws: range, luck: float, share: float = 1) -> list[Match]:
    """Cities that gain half a point for each road and a tenth for each open side and card left, and by luck."""
    chance, found = np.random.default_rng(draws.start), []
    for draw in draws:
        for number in range(5):
            cities = []
            for left in range(FIRST, LAST - 1, -1):
                seen = [int(each) for each in chance.integers(0, 12, SEEN)]
                gain = share * (0.5 * seen[4] + 0.1 * seen[6] * left) + luck * chance.normal()
                cities.append(City(left, 100 - gain, seen))  # type: ignore[arg-type]
            found.append(Match(draw, number, GOALS, cities, 100))
    return found


def test_weights_are_found_where_cities_gain_by_them():
    said = judged(compared(matches(range(500, 520), luck=0.5)), fit(compared(matches(range(60), luck=0.5))))
    assert said["correlation"] > 0.95
    assert 0.95 < said["slope"] < 1.2


def test_where_all_is_luck_nothing_is_foreseen():
    weights = fit(compared(matches(range(60), luck=3, share=0)))
    assert abs(judged(compared(matches(range(500, 530), luck=3, share=0)), weights)["correlation"]) < 0.1


def test_a_city_is_compared_with_those_of_its_draw_after_as_many_moves():
    cities = compared(matches(range(3), luck=1))
    assert len(cities.gains) == 3 * 5 * FIRST
    for start in range(FIRST):
        same = [FIRST * (5 + number) + start for number in range(5)]  # of the second draw
        assert cities.seen[same].sum(0) == pytest.approx(np.zeros(2 * len(COLUMNS)))
        assert cities.gains[same].sum() == pytest.approx(0)
    assert list(np.flatnonzero(~cities.follows)) == list(range(FIRST - 1, 3 * 5 * FIRST, FIRST))


def test_a_match_gives_its_cities_and_its_end():
    match = played(0, 0)
    assert [city.left for city in match.cities] == list(range(FIRST, 0, -1))
    assert match == played(0, 0)
    assert match.cities[-1].seen != played(0, 1).cities[-1].seen


def test_weights_are_written_as_the_game_reads_them():
    assert json.loads(written(present() / TRUST)) == json.loads(WEIGHTS_AT.read_text(encoding="ascii"))
    assert {(whose, name) for whose, each in WEIGHTS.items() for name in each} == set(COLUMNS)
