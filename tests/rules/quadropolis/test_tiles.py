"""The tiles of the box, counted."""

from collections import Counter

import pytest

from shared.rules.quadropolis.pieces import Building, Kind
from shared.rules.quadropolis.tiles import BUILDINGS, NUMBER, ROUNDS, STACKS, TILES, city_of

CLASSIC = [TILES[tile] for deck in ROUNDS["classic"] for tile in deck]


@pytest.mark.parametrize(("players", "face_up"), [(2, 16), (3, 20), (4, 25)])
def test_every_round_has_as_many_tiles_for_the_players_as_the_rules_say(players, face_up):
    for deck in ROUNDS["classic"][1:]:
        assert len(deck) == 25
        assert sum(TILES[tile].players <= players for tile in deck) == face_up
    assert ROUNDS["classic"][0] == ()


def test_a_classic_match_can_give_sixty_inhabitants_and_forty_three_energy():
    assert sum(tile.inhabitants for tile in CLASSIC) == 60
    assert sum(tile.energy for tile in CLASSIC) == 43


def test_one_tile_in_each_round_but_the_last_carries_the_mayors_sign():
    assert Counter(tile.round for tile in CLASSIC if tile.mayor) == {1: 1, 2: 1, 3: 1}


def test_only_towers_stack_in_classic():
    assert {TILES[tile].kind for tile in range(len(TILES)) if STACKS[tile]} == {Kind.TOWER}


def test_a_stack_is_one_building_of_many_floors():
    tower, park = NUMBER["R1-TOW-01"], NUMBER["R1-PAR-01"]
    assert city_of(((tower, tower, tower), (), (park,))) == (Building(Kind.TOWER, 3), None, Building(Kind.PARK))
    assert BUILDINGS[tower][2] == Building(Kind.TOWER, 2)
