"""Cities counted by hand or by brute force: scarce, exact and surplus gifts, ties, buildings shut on purpose."""

from random import Random

import pytest

from shared.games.quadropolis.play.pieces import City
from shared.games.quadropolis.score.score import settle
from tests.games.quadropolis.another_count import Plan, Stone, best_counts
from tests.games.quadropolis.cities import SQUARES, draw, random_word, wants

BY_HAND = [
    # rows, inhabitants, energy: total, inhabitants placed, empty squares, lines that are not 0
    ([], 0, 0, 0, 0, 16, {}),
    (["V"], 0, 0, 0, 0, 16, {}),  # nobody works there
    (["V"], 1, 0, 2, 1, 15, {"services": 2}),
    (["S F"], 1, 1, 2, 1, 14, {"factories": 2}),  # a shop without customers is still a shop
    (["S . F"], 4, 1, 7, 4, 15, {"shops": 7}),  # the factory stays shut on purpose: its worker is the fourth customer
    (["S . F"], 6, 1, 6, 5, 14, {"shops": 7, "unplaced": -1}),
    (["S S"], 6, 2, 9, 6, 14, {"shops": 9}),  # 4 and 2 customers; 3 and 3 are 8
    (["S S"], 9, 2, 13, 8, 14, {"shops": 14, "unplaced": -1}),
    (["S S"], 4, 1, 7, 4, 15, {"shops": 7}),
    (["H H . H"], 2, 0, 3, 2, 14, {"harbours": 3}),
    (["H H H . ", "H", "H"], 5, 0, 14, 5, 11, {"harbours": 14}),  # the corner counts in both lines
    (["H . .", ". H", ". . H"], 3, 0, 0, 3, 13, {}),  # diagonals never count
    (["H2 . H H"], 2, 0, 3, 2, 14, {"harbours": 3}),  # a line of two beats one with 2 points and a lonely one
    (["H2 . H . ", ". . H"], 2, 0, 3, 2, 14, {"harbours": 3}),
    (["P T2 P", "", "S"], 3, 1, 4, 3, 13, {"shops": 4}),  # tower and parks are 7, less 3 left over: also 4, none placed
    (["P S"], 0, 1, 0, 0, 14, {}),  # shut or open 0 points: open, for fewer empty squares
    (["P P"], 0, 5, -3, 0, 14, {"unplaced": -3}),
    (["T1 P T1", "P T1 P"], 0, 3, 18, 0, 10, {"towers": 3, "parks": 15}),
    (["T1 P T1", ". T1"], 0, 1, 3, 0, 14, {"towers": 1, "parks": 2}),
    (["T4 T3 T2"], 0, 2, 16, 0, 14, {"towers": 16}),
    (["V V2 V", "V1", "V"], 5, 0, 12, 5, 11, {"services": 12}),  # three districts and 3 printed points
    (["V . V", "", "V . V"], 4, 0, 14, 4, 12, {"services": 14}),
    (["V2 V1 . .", ". . . V"], 2, 0, 7, 2, 14, {"services": 7}),
    (["H F", "F H"], 3, 0, 6, 3, 13, {"factories": 6}),
    (["H F", "F H"], 4, 0, 12, 4, 12, {"factories": 12}),
    (["T3"], 2, 0, -2, 0, 16, {"unplaced": -2}),
]


EXPERT_BY_HAND = [
    # rows, inhabitants, energy: total, inhabitants placed, empty squares, lines that are not 0
    (["M F S"], 6, 1, 10, 5, 18, {"shops": 11, "unplaced": -1}),  # the factory stays shut: 2 less 5, and a worker less
    (["M H"], 1, 0, -1, 0, 19, {"unplaced": -1}),
    (["M H . M"], 1, 0, -1, 0, 18, {"unplaced": -1}),
    (["M . P V", "Q . M", ". . F"], 1, 0, 12, 1, 15, {"monuments": 10, "services": 2}),
    (["M S", "V"], 1, 1, 7, 1, 17, {"monuments": 5, "services": 2}),
    (["O O . O"], 3, 3, 2, 3, 17, {"offices": 2}),
    (["O O O O", "O O2 O"], 7, 7, 33, 7, 13, {"offices": 33}),  # a group of seven is one of five
    (["O O . O O2", ". . O"], 5, 5, 6, 5, 15, {"offices": 6}),
    (["O5"], 1, 0, -1, 0, 20, {"unplaced": -1}),  # an office needs both
    (["O5"], 0, 1, -1, 0, 20, {"unplaced": -1}),
    (["O2 F", "T"], 2, 1, 5, 2, 18, {"offices": 1, "factories": 4}),
    (["O P T", ". O3"], 2, 3, 11, 2, 16, {"offices": 3, "parks": 7, "towers": 1}),
    (["Q T", "P"], 0, 3, 2, 0, 17, {"parks": 2, "towers": 1, "unplaced": -1}),  # a square absorbs nothing
    (["H H H H H"], 5, 0, 18, 5, 15, {"harbours": 18}),
    (["T5 T4"], 0, 2, 25, 0, 18, {"towers": 25}),
    (["S S"], 6, 2, 12, 6, 18, {"shops": 12}),
    (["V . V V .", "", "V . . V"], 5, 0, 20, 5, 15, {"services": 20}),
]


def by_rows(mode: str, rows: list[str]) -> City:
    columns = SQUARES[mode] // 4
    return draw(*(" ".join((row.split() + ["."] * columns)[:columns]) for row in rows), mode=mode)


@pytest.mark.parametrize(
    ("mode", "rows", "inhabitants", "energy", "total", "placed", "empty", "lines"),
    [*(("classic", *known) for known in BY_HAND), *(("expert", *known) for known in EXPERT_BY_HAND)],
)
def test_a_city_counted_by_hand_counts_so(mode, rows, inhabitants, energy, total, placed, empty, lines):
    settled = settle(mode, by_rows(mode, rows), inhabitants, energy)
    assert {line: points for line, points in settled.lines.items() if points} == lines
    assert (settled.total, settled.placed_inhabitants, settled.empty_squares) == (total, placed, empty)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("much", ["scarce", "exact", "surplus"])
@pytest.mark.parametrize("mode", ["classic", "expert"])
def test_a_city_counts_as_the_best_of_all_its_allocations(mode, seed, much):
    city, chance = invented(mode, seed), Random(seed)
    people, customers, power = wants(city, mode)
    share = {"scarce": (people // 2, power // 2), "exact": (people + customers, power)}
    inhabitants, energy = share.get(much, (people + customers + chance.randint(1, 9), power + chance.randint(1, 9)))
    best = best_counts(mode, plan(city), inhabitants, energy)
    settled = settle(mode, city, inhabitants, energy)
    assert (settled.total, settled.placed_inhabitants, len(city) - settled.empty_squares) == best[0][:3]
    assert tuple(sorted(settled.lines.items())) in [count.lines for count in best]


def invented(mode: str, seed: int) -> City:
    """Nine buildings that need something, and some that don't."""
    chance = Random(seed)
    free = {"classic": "PPQ", "expert": "PPQMM"}[mode]
    words = [chance.choice(free) for _ in range(chance.randint(0, 5))]
    needing = 9
    while needing:
        word = random_word(chance, mode)
        if word[0] not in free:
            words.append(word)
            needing -= 1
    words += ["."] * (SQUARES[mode] - len(words))
    chance.shuffle(words)
    return draw(" ".join(words), mode=mode)


def plan(city: City) -> Plan:
    columns = len(city) // 4
    return {
        (at // columns + 1, at % columns + 1): Stone(there.kind.value, there.floors, there.points)
        for at, there in enumerate(city)
        if there
    }
