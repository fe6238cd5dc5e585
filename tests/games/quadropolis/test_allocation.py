"""No other allocation of a city counts better, and each keeps to what there is."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.games.quadropolis.play.pieces import Building, City, Kind
from shared.games.quadropolis.score.score import Settled, counted, explain, settle, total
from tests.games.quadropolis.cities import SQUARES, best_of_all, draw, random_city

UNHURRIED = settings(deadline=None)  # the machine may be busy; speed is measured elsewhere
WORDS = {
    "classic": ["P", "Q", "S", "F", "T1", "T2", "T3", "T4", "V", "V1", "V2", "H", "H1", "H2"],
    "expert": ["P", "Q", "S", "F", "T1", "T2", "T5", "V", "V2", "H", "H2", "O", "O", "O2", "O3", "O5", "M", "M"],
}
MODES = ("classic", "expert")
ANY_MODE = st.sampled_from(MODES)


def cities(mode: str, most: int) -> st.SearchStrategy[tuple[str, City]]:
    """A mode, and at most so many buildings, wherever they stand."""
    words = st.lists(st.sampled_from(WORDS[mode]), max_size=most)
    whole = words.flatmap(lambda words: st.permutations(words + ["."] * (SQUARES[mode] - len(words))))
    return whole.map(lambda words: (mode, draw(" ".join(words), mode=mode)))


SMALL_CITIES = ANY_MODE.flatmap(lambda mode: cities(mode, 8))
CITIES = ANY_MODE.flatmap(lambda mode: cities(mode, SQUARES[mode]))
MOVES: dict[str, list[Callable[[int], int]]] = {
    "classic": [
        lambda square: square % 4 * 4 + 3 - square // 4,  # turned
        lambda square: square ^ 3,  # mirrored
        lambda square: square % 4 * 4 + square // 4,  # mirrored along the diagonal
    ],
    "expert": [
        lambda square: 19 - square,  # turned
        lambda square: square // 5 * 5 + 4 - square % 5,  # mirrored
    ],
}
NEEDS = {
    Kind.TOWER: (0, 1),
    Kind.SHOP: (0, 1),
    Kind.SERVICE: (1, 0),
    Kind.PARK: (0, 0),
    Kind.SQUARE: (0, 0),
    Kind.FACTORY: (1, 0),
    Kind.HARBOUR: (1, 0),
    Kind.OFFICE: (1, 1),
    Kind.MONUMENT: (0, 0),
}


def as_best(settled: Settled) -> tuple[int, int, int, tuple[bool, ...]]:
    active = tuple(given is None or given.active for given in settled.allocation)
    return settled.total, settled.placed_inhabitants, -settled.empty_squares, active


@UNHURRIED
@given(SMALL_CITIES, st.integers(0, 16), st.integers(0, 8))
def test_no_allocation_of_a_small_city_is_better(mode_and_city, inhabitants, energy):
    mode, city = mode_and_city
    assert as_best(settle(mode, city, inhabitants, energy)) == best_of_all(city, inhabitants, energy)


@pytest.mark.parametrize("seed", range(24))
def test_no_allocation_of_a_large_city_is_better(seed):
    city = random_city(seed, buildings=13 + seed % 4)
    inhabitants, energy = 4 + seed * 7 % 13, 1 + seed * 5 % 6
    assert as_best(settle("classic", city, inhabitants, energy)) == best_of_all(city, inhabitants, energy)


@pytest.mark.parametrize(("inhabitants", "energy"), [(0, 0), (3, 3), (7, 3), (9, 5), (12, 2), (20, 4), (60, 60)])
@pytest.mark.parametrize(
    "rows",
    [
        ("H F H F", "F H F H", "S F S F", ". S . S"),
        ("T2 P T3 P", "P T1 P T4", "S F S F", "F S . ."),
        ("H H H H", "H F F H", "H1 H2 H .", "F . F ."),
        ("V V2 V1 V", "V . F .", "H H S .", "V2 . V1 S"),
    ],
)
def test_no_allocation_of_a_one_sided_city_is_better(rows, inhabitants, energy):
    city = draw(*rows)
    assert as_best(settle("classic", city, inhabitants, energy)) == best_of_all(city, inhabitants, energy)


@UNHURRIED
@given(CITIES, st.integers(0, 60), st.integers(0, 60))
def test_an_allocation_uses_no_more_than_there_is_and_keeps_to_the_table(mode_and_city, inhabitants, energy):
    mode, city = mode_and_city
    settled = settle(mode, city, inhabitants, energy)
    given_out = [given for given in settled.allocation if given]
    assert settled.placed_inhabitants == sum(given.inhabitants for given in given_out) <= inhabitants
    assert sum(given.energy for given in given_out) <= energy
    assert settled.inhabitants_left == inhabitants - settled.placed_inhabitants
    assert settled.energy_left == energy - sum(given.energy for given in given_out)
    for building, placed in zip(city, settled.allocation, strict=True):
        assert (building is None) == (placed is None)
        if building and placed:
            keeps_to_the_table(mode, building, placed.active, placed.inhabitants, placed.energy)


def keeps_to_the_table(mode: str, building: Building, active: bool, inhabitants: int, energy: int) -> None:
    people, power = NEEDS[building.kind]
    if not active:
        assert (inhabitants, energy) == (0, 0)
        assert (people, power) != (0, 0)
    elif building.kind is Kind.SHOP:
        assert inhabitants in range(5 if mode == "classic" else 6)
        assert energy == power
    else:
        assert (inhabitants, energy) == (people, power)


@UNHURRIED
@given(CITIES, st.integers(0, 30), st.integers(0, 12))
def test_the_reasons_of_a_line_add_up_to_its_points_and_the_lines_to_the_total(mode_and_city, inhabitants, energy):
    mode, city = mode_and_city
    settled = settle(mode, city, inhabitants, energy)
    reasons = explain(mode, city, settled)
    for line, points in settled.lines.items():
        assert points == sum(reason.points for reason in reasons if reason.line == line)
    assert settled.total == sum(settled.lines.values()) == sum(reason.points for reason in reasons)


@UNHURRIED
@given(CITIES, st.integers(0, 30), st.integers(0, 12))
def test_the_total_alone_is_that_of_the_best_allocation(mode_and_city, inhabitants, energy):
    mode, city = mode_and_city
    assert total(mode, city, inhabitants, energy) == settle(mode, city, inhabitants, energy).total


@UNHURRIED
@given(CITIES, st.integers(0, 30), st.integers(0, 12))
def test_every_building_that_needs_something_has_a_reason_of_its_own(mode_and_city, inhabitants, energy):
    mode, city = mode_and_city
    alone = [reason.squares for reason in explain(mode, city, settle(mode, city, inhabitants, energy))]
    for square, building in enumerate(city):
        if building and building.kind not in (Kind.SERVICE, Kind.HARBOUR):  # these count together
            assert alone.count((square,)) == 1 or building.kind is Kind.PARK


@UNHURRIED
@given(CITIES, st.integers(0, 30), st.integers(0, 12))
def test_the_best_allocation_counted_by_hand_is_the_best(mode_and_city, inhabitants, energy):
    mode, city = mode_and_city
    best = settle(mode, city, inhabitants, energy)
    assert counted(mode, city, best.allocation, inhabitants, energy) == best


@UNHURRIED
@given(CITIES, st.integers(0, 30), st.integers(0, 12), st.data())
def test_a_turned_or_mirrored_city_counts_the_same(mode_and_city, inhabitants, energy, data):
    mode, city = mode_and_city
    move = data.draw(st.sampled_from(MOVES[mode]))
    moved = settle(mode, tuple(city[move(square)] for square in range(len(city))), inhabitants, energy)
    assert as_best(moved)[:3] == as_best(settle(mode, city, inhabitants, energy))[:3]


@UNHURRIED
@given(CITIES, st.integers(0, 30), st.integers(0, 12))
def test_one_more_of_either_costs_at_most_the_point_of_leaving_it_over(mode_and_city, inhabitants, energy):
    mode, city = mode_and_city
    total = settle(mode, city, inhabitants, energy).total
    assert settle(mode, city, inhabitants + 1, energy).total >= total - 1
    assert settle(mode, city, inhabitants, energy + 1).total >= total - 1
