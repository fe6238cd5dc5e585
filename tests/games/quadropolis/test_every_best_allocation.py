"""Best allocations are as good as those of a solver that knows only the rules, for cities of all kinds."""

from random import Random

import pytest

from shared.games.quadropolis.play.pieces import City
from shared.games.quadropolis.score.score import settle
from tests.games.quadropolis.cities import SQUARES, city_by, draw, wants
from tests.games.quadropolis.milp import Best, best

pytestmark = pytest.mark.long
CITIES = 20  # of each mode and supply, twenty times over; every commit solves two of the twenty
CHUNKS = [0, 1, *(pytest.param(chunk, marks=pytest.mark.slow) for chunk in range(2, 20))]

FACTORY_BESIDE_MONUMENT = (". F M F H", "H M F S F", ". O F H M", "V . M F H")
GROUPS_JOINED_BY_ONE = ("O O . O3 O", "O . O . O2", "O5 . O . O", ". . . T F")
CROSS_OF_HARBOURS = (". . H . .", "H H1 H H H", "F . H S .", ". F H2 M H")
FULL_OF_PARKS = ("P P P P P", "P T P O P", "P P T2 P P", "P P P P S")
SHOPS_COMPETE = ("S F S M S", "F S . S F", "S M S F S", "V S F S V")
ONLY_HARBOURS = ("H H1 H H2 H", "H H H H H", "H2 H H1 H H", "H H H H H1")
ONLY_OFFICES = ("O O2 O3 O O", "O O O5 O O4", "O2 O O O O", "O O3 O O O2")
OFFICES_AND_FACTORIES = ("O F O F O", "F O2 F O F", "O F O4 F O", "F O F O F")
HARBOURS_AND_FACTORIES = ("H F H F H", "F H F H1 F", "H F H F H", "F H2 F H F")
PARKS_BETWEEN = ("T P O P T", "P O2 P T3 P", "O Q T P O", "Q T P O5 Q")
MONUMENTS = ("M S M V M", "H M F M P", "M Q M H M", "V M O M S")
EMPTY = ("",)
MANY_WAYS = [(7, 20), (9, 6), (20, 2), (14, 11)]  # solvers take longest for these


def settled(mode: str, city: City, inhabitants: int, energy: int) -> Best:
    found = settle(mode, city, inhabitants, energy)
    return Best(found.total, found.placed_inhabitants, found.empty_squares)


@pytest.mark.parametrize("chunk", CHUNKS)
@pytest.mark.parametrize("supply", ["scarce", "exact", "surplus"])
@pytest.mark.parametrize("mode", ["classic", "expert"])
def test_a_solver_finds_nothing_better(mode, supply, chunk):
    chance = Random(f"{mode} {supply} {chunk}")
    for _ in range(CITIES):
        city = city_by(chance, chance.randint(4, SQUARES[mode]), mode)
        inhabitants, energy = supplied(chance, city, mode, supply)
        assert settled(mode, city, inhabitants, energy) == best(mode, city, inhabitants, energy)


def supplied(chance: Random, city: City, mode: str, supply: str) -> tuple[int, int]:
    staff, customers, energy = wants(city, mode)
    if supply == "scarce":
        return chance.randint(0, staff + customers), chance.randint(0, energy)
    if supply == "exact":
        return staff + chance.choice([0, customers]), energy
    return staff + customers + chance.randint(1, 15), energy + chance.randint(1, 15)


SUPPLIES = [(0, 0), (4, 3), (65, 47), *(pytest.param(*many, marks=pytest.mark.slow) for many in MANY_WAYS)]


@pytest.mark.parametrize(("inhabitants", "energy"), SUPPLIES)
@pytest.mark.parametrize(
    "rows",
    [
        FACTORY_BESIDE_MONUMENT,
        GROUPS_JOINED_BY_ONE,
        CROSS_OF_HARBOURS,
        FULL_OF_PARKS,
        SHOPS_COMPETE,
        ONLY_HARBOURS,
        ONLY_OFFICES,
        OFFICES_AND_FACTORIES,
        HARBOURS_AND_FACTORIES,
        PARKS_BETWEEN,
        MONUMENTS,
        EMPTY,
    ],
)
def test_a_solver_finds_nothing_better_for_a_nasty_city(rows, inhabitants, energy):
    city = draw(*rows, mode="expert")
    assert settled("expert", city, inhabitants, energy) == best("expert", city, inhabitants, energy)


def test_the_solver_knows_a_city_counted_by_hand():
    assert best("expert", draw("M F S . O2", mode="expert"), 6, 2) == Best(12, 6, 17)
