"""The figures by which promises are measured, where the truth is known."""

import numpy as np

from tests.bench.foresight import Foretold, figures

LUCK = np.random.default_rng(7)


def positions(count: int, luck: float) -> list[Foretold]:
    """What a building brings is its promise, and luck of each world; the change at once is anything."""
    found = []
    for _ in range(count):
        promises = LUCK.normal(0, 2, 6)
        ends = promises[:, None] + LUCK.normal(0, 1, 4) + luck * LUCK.normal(0, 1, (6, 4))
        found.append(Foretold(5, np.zeros((6, 0)), promises, LUCK.normal(0, 2, 6), ends))
    return found


def test_without_luck_nothing_but_the_promise_is_left():
    said = figures(positions(50, luck=0))
    assert said["within positions: ceiling"] > 0.999
    assert said["within positions: correlation, promise"] > 0.999
    assert abs(said["within positions: correlation, change at once"]) < 0.3


def test_what_luck_hides_is_given_back():
    """Twice as much luck as is promised, in four worlds: half of the variance of their average."""
    said = figures(positions(800, luck=4))
    assert 0.65 < said["within positions: ceiling"] < 0.77
    assert 0.6 < said["within positions: correlation, promise"] < 0.8
    assert 0.94 < said["within positions: correlation without luck, promise"] < 1.06
    assert said["off by, promise"] < 0.7 < 1.8 < said["off by, always the average"] < 2.2


def test_where_all_is_luck_the_ceiling_is_low():
    known = [each._replace(ends=LUCK.normal(0, 3, (6, 4))) for each in positions(200, luck=0)]
    assert figures(known)["within positions: ceiling"] < 0.4
