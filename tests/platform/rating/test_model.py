"""What a match does to ratings: openskill's numbers to the millionth, the same in any order of seats."""

import _pydecimal
import decimal
import importlib.util
import random
import sys
from statistics import fmean
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from services.console.arena.contest import outcome
from services.console.arena.schedule import schedule
from shared.games.registry import GAMES
from shared.platform.rating import model
from shared.platform.rating.model import MILLION, PROVISIONAL, START, Worth, rated

MODEL = PlackettLuce()
WORTHS = st.builds(Worth, st.integers(-20 * MILLION, 80 * MILLION), st.integers(MILLION // 2, 9 * MILLION))
PLAYED = st.lists(st.tuples(WORTHS, st.integers(1, 4)), min_size=2, max_size=4)


def after(played):
    return rated([worth for worth, _ in played], [place for _, place in played])


def openskills(played):
    teams = [[MODEL.rating(mu=worth.mu / MILLION, sigma=worth.sigma / MILLION)] for worth, _ in played]
    return [team[0] for team in MODEL.rate(teams, ranks=[float(place) for _, place in played])]


@given(PLAYED)
def test_the_numbers_are_openskills_to_within_a_millionth(played):
    for mine, other in zip(after(played), openskills(played), strict=True):
        assert abs(mine.mu - other.mu * MILLION) <= 1
        assert abs(mine.sigma - other.sigma * MILLION) <= 1


@given(PLAYED, st.randoms())
def test_it_does_not_matter_who_sits_where(played, chance):
    order = chance.sample(range(len(played)), len(played))
    turned = after([played[seat] for seat in order])
    assert [turned[order.index(seat)] for seat in range(len(played))] == list(after(played))


@given(WORTHS, st.lists(st.integers(1, 3), min_size=1, max_size=3), st.integers(1, 3))
def test_equal_players_who_have_drawn_stay_equal(worth, others, place):
    found = after([(worth, place), (worth, place), *((worth, other) for other in others[:2])])
    assert found[0] == found[1]


def test_decimals_written_in_python_give_the_same_numbers_as_those_written_in_c(monkeypatch):
    """As two machines with other libraries would."""
    monkeypatch.setitem(sys.modules, "decimal", _pydecimal)
    spec: Any = importlib.util.spec_from_file_location("other_model", model.__file__)
    other: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(other)
    assert other.Decimal is not decimal.Decimal
    chance = random.Random(1)
    for _ in range(200):
        before = [Worth(chance.randint(0, 50 * MILLION), chance.randint(MILLION, 8 * MILLION)) for _ in range(3)]
        places = [chance.randint(1, 3) for _ in before]
        assert tuple(map(tuple, other.rated(before, places))) == tuple(map(tuple, rated(before, places)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_is_first_gains_who_is_last_loses_and_each_match_leaves_less_doubt(seats):
    found = rated([START] * seats, range(1, seats + 1))
    assert sorted(found, key=lambda one: -one.mu) == list(found)
    assert found[0].mu > START.mu > found[-1].mu
    assert all(one.sigma < START.sigma for one in found)


def test_a_draw_of_equals_changes_nobodys_mean():
    assert [one.mu for one in rated([START] * 4, [1] * 4)] == [START.mu] * 4


def test_it_is_the_same_whatever_decimals_the_program_around_it_uses():
    usual = rated([START, Worth(31_000_000, 2_000_000)], [2, 1])
    with decimal.localcontext(decimal.Context(prec=6, rounding=decimal.ROUND_UP)):
        assert rated([START, Worth(31_000_000, 2_000_000)], [2, 1]) == usual
    assert usual == (Worth(22_598_456, 7_824_557), Worth(31_138_555, 2_000_092))


def test_a_rating_is_provisional_for_ten_to_thirty_matches():
    """Against players who are known well."""
    worth, played = START, 0
    while worth.sigma > PROVISIONAL:
        worth, played = (
            rated([worth, Worth(START.mu, PROVISIONAL // 2)], [1 + played % 2, 2 - played % 2])[0],
            played + 1,
        )
    assert 10 <= played <= 30
    assert (START.is_provisional, worth.is_provisional) == (True, False)


def test_after_sixty_matches_of_the_arena_the_better_bot_is_above_the_other_beyond_doubt():
    game = GAMES["quadropolis"]
    worths = {"greedy": START, "any_move": START}
    for contest in schedule(game, game.options(), 2, list(worths), 60, "1"):
        found = rated([worths[bot] for bot in contest.bots], [place or 2 for place in outcome(contest).places])
        worths |= dict(zip(contest.bots, found, strict=True))
    low, high = (worths[bot].mu + side * 2 * worths[bot].sigma for bot, side in (("greedy", -1), ("any_move", 1)))
    assert low > high
    assert fmean(one.mu for one in worths.values()) == pytest.approx(START.mu, abs=2 * MILLION)
