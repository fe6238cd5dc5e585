"""The score of a city: known cities, hard choices, and the reasons given for points."""

import json
from pathlib import Path

import pytest

from shared.games.quadropolis.play.pieces import Building, City, Kind
from shared.games.quadropolis.score.score import explain, settle
from shared.games.quadropolis.score.standing import Reason
from tests.games.quadropolis.cities import draw

KNOWN = [json.loads(line) for line in Path(__file__).with_name("scored_cities.jsonl").read_text().splitlines()]
PAD = ["towers", "shops", "services", "parks", "factories", "harbours", "offices", "monuments", "unplaced"]
NOBODY = dict.fromkeys(["factories", "harbours", "services", "shops", "parks", "squares"], 0)


def read(rows) -> City:
    return tuple(
        square and Building(Kind(square["building"]), square.get("floors", 1), square.get("points", 0))
        for row in rows
        for square in row
    )


def active(city: City, inhabitants: int, energy: int, mode: str = "classic") -> list[int]:
    allocation = settle(mode, city, inhabitants, energy).allocation
    return [square for square, given in enumerate(allocation) if given and given.active]


@pytest.mark.parametrize("known", KNOWN, ids=[known["id"] for known in KNOWN])
def test_a_known_city_scores_as_known(known):
    mode, inhabitants, energy = (known["input"][name] for name in ("mode", "inhabitants", "energy"))
    settled = settle(mode, read(known["input"]["city"]), inhabitants, energy)
    assert settled.total == known["expect"]["total"]
    assert settled.lines == {**dict.fromkeys(PAD, 0), **known["expect"]["lines"]}
    assert list(settled.lines) == PAD


def test_a_city_without_buildings_loses_what_is_left_over():
    settled = settle("classic", draw(), 3, 2)
    assert (settled.total, settled.lines["unplaced"], settled.empty_squares) == (-5, -5, 16)


def test_each_park_absorbs_one_energy():
    assert [settle("classic", draw("P P"), 0, energy).total for energy in range(5)] == [0, 0, 0, -1, -2]


def test_a_tower_beside_two_parks_is_worth_more_energy_than_a_taller_one():
    assert active(draw("P T1 P .", ". . . .", ". . T2 ."), 0, 1) == [0, 1, 2]


def test_energy_goes_to_the_shop_between_factories_rather_than_to_a_tower_between_parks():
    city = draw("P T1 P .", ". F . .", "F S F .", ". . . .")
    assert active(city, 3, 1) == [0, 2, 5, 8, 9, 10]  # 6 points against 5
    assert active(city, 2, 1) == [0, 1, 2, 5, 8]  # only two factories work: 4 points against 5
    assert settle("classic", city, 3, 1).lines["unplaced"] == 0


def test_without_energy_for_all_towers_the_tallest_stand():
    assert active(draw("T1 T4 T2 T3"), 0, 2) == [1, 3]


def test_the_last_customer_is_worth_more_than_a_lonely_factory():
    assert active(draw("S . F ."), 4, 1) == [0]
    assert active(draw("S . F ."), 5, 1) == [0, 2]


def test_a_harbour_line_is_worth_more_than_customers_and_a_factory():
    city = draw("H H H .", ". . . .", "S F . .")
    assert active(city, 3, 1) == [0, 1, 2, 8]
    assert active(city, 4, 1) == [0, 1, 2, 8, 9]  # a factory beside a shop is 2, the first customer 1


def test_the_longest_line_counts_though_another_harbour_prints_points():
    assert active(draw("H H H .", ". . . .", "H2 . H2 ."), 3, 0) == [0, 1, 2]
    assert active(draw("H H . .", ". . . .", "H2 . H2 ."), 2, 0) == [8, 10]


def test_a_harbour_in_both_lines_counts_in_both():
    assert settle("classic", draw("H H . .", "H . . ."), 3, 0).lines["harbours"] == 6


def test_services_open_new_districts_before_printed_points_count():
    assert active(draw("V2 V2 V .", "V2 . V .", "V . . ."), 3, 0) == [0, 2, 8]


def test_inactive_buildings_leave_empty_squares_and_break_lines():
    settled = settle("classic", draw("H H H H"), 2, 0)
    assert (settled.lines["harbours"], settled.empty_squares, settled.placed_inhabitants) == (3, 14, 2)


def test_of_equal_allocations_the_one_that_houses_more_people_counts():
    city = draw("P T2 P .", ". . S .")
    settled = settle("classic", city, 3, 1)  # the tower: 3 + 4 and 3 people left over; the shop: 4
    assert (settled.total, settled.placed_inhabitants, active(city, 3, 1)) == (4, 3, [0, 2, 6])
    assert active(city, 2, 1) == [0, 1, 2]  # 3 + 4 - 2 against 2


def test_of_these_the_one_with_fewer_empty_squares_counts():
    city = draw("S . H1 .")  # a customer or a staffed harbour: 1 point and 1 person either way
    settled = settle("classic", city, 1, 1)
    assert (settled.total, settled.placed_inhabitants, active(city, 1, 1)) == (1, 1, [0, 2])


def test_of_allocations_equal_in_everything_the_earlier_square_is_active():
    assert active(draw("T2 . T2 .", "H . F ."), 1, 1) == [0, 4]


def test_reasons_name_the_squares_the_points_and_the_counts():
    city = draw("T3 P S .", "H H2 F V2", ". . . .", ". . . P")
    assert explain("classic", city, settle("classic", city, 9, 5)) == (
        Reason("towers", (0,), 6, "tower_floors", {"floors": 3}),
        Reason("shops", (2,), 7, "shop_customers", {"customers": 4}),
        Reason("services", (7,), 2, "service_districts", {"districts": 1}),
        Reason("services", (7,), 2, "service_printed", {"points": 2}),
        Reason("parks", (1,), 2, "park_beside_towers", {"towers": 1, "offices": 0}),
        Reason("parks", (15,), 0, "park_beside_towers", {"towers": 0, "offices": 0}),
        Reason("factories", (6,), 5, "factory_beside", {"shops": 1, "harbours": 1, "offices": 0}),
        Reason("harbours", (4, 5), 3, "harbour_row", {"length": 2}),
        Reason("harbours", (4,), 0, "harbour_column", {"length": 1}),
        Reason("harbours", (5,), 2, "harbour_printed", {"points": 2}),
        Reason("unplaced", (), -1, "inhabitants_left", {"inhabitants": 1}),
        Reason("unplaced", (1, 15), -1, "energy_left", {"energy": 3, "parks": 2}),
    )


def test_nothing_is_explained_where_nothing_stands():
    assert explain("classic", draw(), settle("classic", draw(), 0, 0)) == ()


def test_reasons_of_an_expert_city_name_groups_and_neighbours():
    city = draw("O3 O F S M", "T Q V2 H P", mode="expert")
    assert explain("expert", city, settle("expert", city, 15, 4)) == (
        Reason("towers", (5,), 1, "tower_floors", {"floors": 1}),
        Reason("shops", (3,), 11, "shop_customers", {"customers": 5}),
        Reason("services", (7,), 2, "service_districts", {"districts": 1}),
        Reason("services", (7,), 2, "service_printed", {"points": 2}),
        Reason("parks", (9,), 0, "park_beside_towers", {"towers": 0, "offices": 0}),
        Reason("parks", (6,), 4, "square_beside_towers", {"towers": 1, "offices": 1}),
        Reason("factories", (2,), 6, "factory_beside", {"shops": 1, "harbours": 0, "offices": 1}),
        Reason("harbours", (8,), 0, "harbour_row", {"length": 1}),
        Reason("harbours", (8,), 0, "harbour_column", {"length": 1}),
        Reason("offices", (0,), 6, "office_group", {"floors": 3, "group": 2}),
        Reason("offices", (1,), 1, "office_group", {"floors": 1, "group": 2}),
        Reason("monuments", (4,), 8, "monument_beside", {**NOBODY, "shops": 1, "parks": 1}),
        Reason("unplaced", (), -5, "inhabitants_left", {"inhabitants": 5}),
    )


def test_reasons_say_what_inactive_buildings_lacked():
    city = draw("T T2 S V .", "F . . O .", mode="expert")
    told = [reason for reason in explain("expert", city, settle("expert", city, 0, 1)) if reason.squares != (1,)]
    assert told == [
        Reason("towers", (0,), 0, "lacked_energy", {}),
        Reason("shops", (2,), 0, "lacked_energy", {}),
        Reason("services", (3,), 0, "lacked_inhabitant", {}),
        Reason("factories", (5,), 0, "lacked_inhabitant", {}),
        Reason("offices", (8,), 0, "lacked_both", {}),
    ]


def test_a_harbour_beside_a_monument_is_left_inactive_on_purpose():
    city = draw("M H", mode="expert")
    assert explain("expert", city, settle("expert", city, 1, 0)) == (
        Reason("harbours", (1,), 0, "left_inactive", {}),
        Reason("monuments", (0,), 0, "monument_beside", NOBODY),
        Reason("unplaced", (), -1, "inhabitants_left", {"inhabitants": 1}),
    )


def test_a_monument_bears_a_harbour_in_a_long_line():
    city = draw("M H H H", mode="expert")
    assert active(city, 3, 0, "expert") == [0, 1, 2, 3]  # 7 - 5, against 3 and one person left over: equal, all placed
    assert active(city, 2, 0, "expert") == [0, 2, 3]


def test_one_office_that_joins_two_groups_is_worth_more_than_a_taller_one():
    city = draw("O O O O O", ". . . . .", "O2 . . . .", mode="expert")
    assert active(city, 5, 5, "expert") == [0, 1, 2, 3, 4]


def test_of_two_supplies_the_scarcer_one_bounds_the_offices():
    city = draw("O3 . O2 . O", mode="expert")
    assert active(city, 9, 2, "expert") == active(city, 2, 9, "expert") == [0, 2]


def test_a_square_absorbs_no_energy():
    assert settle("classic", draw("Q P"), 0, 3).total == -2
