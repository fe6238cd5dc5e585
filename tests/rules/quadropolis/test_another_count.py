"""Cities counted by hand or without any cleverness: scarce, exact and surplus gifts, ties, doors shut on purpose."""

from random import Random

import pytest

from shared.rules.quadropolis.pieces import City
from shared.rules.quadropolis.score import settle
from tests.rules.quadropolis.another_count import NEEDS, Plan, Stone, best_counts
from tests.rules.quadropolis.cities import draw, random_word

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


def by_rows(rows: list[str]) -> City:
    return draw(*(" ".join((row.split() + ["."] * 4)[:4]) for row in rows))


@pytest.mark.parametrize(("rows", "inhabitants", "energy", "total", "placed", "empty", "lines"), BY_HAND)
def test_a_city_counted_by_hand_counts_so(rows, inhabitants, energy, total, placed, empty, lines):
    settled = settle("classic", by_rows(rows), inhabitants, energy)
    assert {line: points for line, points in settled.lines.items() if points} == lines
    assert (settled.total, settled.placed_inhabitants, settled.empty_squares) == (total, placed, empty)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("much", ["scarce", "exact", "surplus"])
def test_a_city_counts_as_the_best_of_all_its_allocations(seed, much):
    city, chance = invented(seed), Random(seed)
    needed = [NEEDS.get(stone.kind) for stone in plan(city).values()]
    people, power = needed.count("inhabitant"), needed.count("energy")
    customers = 4 * sum(stone.kind == "shop" for stone in plan(city).values())
    share = {"scarce": (people // 2, power // 2), "exact": (people + customers, power)}
    inhabitants, energy = share.get(much, (people + customers + chance.randint(1, 9), power + chance.randint(1, 9)))
    best = best_counts(plan(city), inhabitants, energy)
    settled = settle("classic", city, inhabitants, energy)
    assert (settled.total, settled.placed_inhabitants, 16 - settled.empty_squares) == best[0][:3]
    lines = {line: points for line, points in settled.lines.items() if line not in ("offices", "monuments")}
    assert tuple(sorted(lines.items())) in [count.lines for count in best]
    assert settled.lines["offices"] == settled.lines["monuments"] == 0


def invented(seed: int) -> City:
    """Nine buildings that need something, and some parks."""
    chance = Random(seed)
    words = ["P"] * chance.randint(0, 5)
    while sum(word != "P" for word in words) < 9:
        words.append(random_word(chance))
    words = words[:16] + ["."] * (16 - len(words))
    chance.shuffle(words)
    return draw(" ".join(words))


def plan(city: City) -> Plan:
    return {
        (at // 4 + 1, at % 4 + 1): Stone(there.kind.value, there.floors, there.points)
        for at, there in enumerate(city)
        if there
    }
