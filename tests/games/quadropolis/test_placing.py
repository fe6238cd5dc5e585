"""Any allocation that keeps to the rules counts, and whatever buildings can't use is refused with a sentence."""

import pytest

from shared.errors import IllegalMove, Malformed
from shared.games.quadropolis.play.pieces import City
from shared.games.quadropolis.score.placing import Allocation, Placed
from shared.games.quadropolis.score.score import counted, settle
from tests.games.quadropolis.cities import draw

CITY = draw("T3 S P . .", "V O2 M Q .", mode="expert")
NONE = (0, 0)


def giving(city: City, *given: tuple[int, int]) -> Allocation:
    """Inhabitants and energy of the buildings, in reading order; nobody says what is active."""
    waiting = iter(given)
    return tuple(Placed(False, *next(waiting)) if building else None for building in city)


def test_a_city_counts_as_it_was_allocated():
    settled = counted("expert", CITY, giving(CITY, NONE, (2, 1), NONE, (1, 0), (1, 1), NONE, NONE), 6, 4)
    assert {line: points for line, points in settled.lines.items() if points} == {
        "shops": 2,
        "services": 2,
        "offices": 1,
        "monuments": 10,
        "unplaced": -3,
    }
    assert (settled.total, settled.placed_inhabitants, settled.inhabitants_left, settled.energy_left) == (12, 4, 2, 2)
    assert settled.empty_squares == 14


def test_what_is_active_follows_from_what_was_given():
    settled = counted("expert", CITY, giving(CITY, (0, 1), NONE, NONE, NONE, (1, 1), NONE, NONE), 1, 2)
    active = [given.active for given in settled.allocation if given]
    assert active == [True, False, True, False, True, True, True]


def test_no_allocation_by_hand_is_better_than_the_best():
    worst = counted("expert", CITY, giving(CITY, NONE, NONE, NONE, NONE, NONE, NONE, NONE), 6, 4)
    assert worst.total < settle("expert", CITY, 6, 4).total


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ([(1, 1)], "the building in row 1, column 1 takes no more inhabitants than 0"),
        ([(0, 2)], "the building in row 1, column 1 takes no more energy than 1"),
        ([NONE, (6, 1)], "the building in row 1, column 2 takes no more inhabitants than 5"),
        ([NONE, (1, 0)], "the shop in row 1, column 2 needs energy to have customers"),
        ([NONE, NONE, (0, 1)], "the building in row 1, column 3 takes no more energy than 0"),
        ([NONE, NONE, NONE, (1, 1)], "the building in row 2, column 1 takes no more energy than 0"),
        ([NONE, NONE, NONE, NONE, (1, 0)], "the office in row 2, column 2 needs both an inhabitant and energy"),
        ([NONE, NONE, NONE, NONE, (0, 1)], "the office in row 2, column 2 needs both an inhabitant and energy"),
        ([NONE, (3, 1), NONE, (1, 0)], "there are only 3 inhabitants"),
        ([NONE, (2, 1)], "there is only 1 inhabitant"),
        ([(0, 1), (0, 1), NONE, NONE, (1, 1)], "there is only 2 energy"),
    ],
)
def test_what_a_building_cannot_use_or_nobody_has_is_refused(given, sentence):
    given += [NONE] * (7 - len(given))
    inhabitants = 3 if "only 3" in sentence else 1 if "only 1" in sentence else 9
    with pytest.raises(IllegalMove) as refusal:
        counted("expert", CITY, giving(CITY, *given), inhabitants, 2)
    assert str(refusal.value) == sentence


def test_a_classic_shop_holds_four():
    city = draw("S")
    assert counted("classic", city, giving(city, (4, 1)), 4, 1).total == 7
    with pytest.raises(IllegalMove, match="no more inhabitants than 4"):
        counted("classic", city, giving(city, (5, 1)), 5, 1)


@pytest.mark.parametrize(
    ("allocation", "sentence"),
    [
        ((), "a city of 20 squares needs as many entries"),
        ((Placed(True, 0, 1),) + (None,) * 19, "an entry for every building, and for nothing else: row 1, column 2"),
        ((Placed(True, 0, 1),) * 20, "an entry for every building, and for nothing else: row 1, column 4"),
        ((Placed(True, 0, -1),) * 20, "no building can be given less than nothing: row 1, column 1"),
        ((Placed(True, -1, 0),) * 20, "no building can be given less than nothing: row 1, column 1"),
    ],
)
def test_an_allocation_of_another_city_makes_no_sense(allocation, sentence):
    shops = draw("S S S", mode="expert")
    with pytest.raises(Malformed) as refusal:
        counted("expert", shops, allocation, 5, 5)
    assert str(refusal.value) == sentence
