"""The tiles of the box, counted."""

from collections import Counter
from typing import get_args

import pytest

from shared.games.quadropolis.play.pieces import Building, Kind, Mode
from shared.games.quadropolis.play.tiles import BUILDINGS, FLAT, NUMBER, PILE, TILES, Tile, city_of, decks

TABLES = [(mode, squares) for mode in get_args(Mode) for squares in (False, True)]
every_table = pytest.mark.parametrize(("mode", "squares"), TABLES)


def tiles(mode: str, squares: bool = False) -> list[Tile]:
    return [TILES[tile] for deck in decks(mode, squares) for tile in deck]


@every_table
@pytest.mark.parametrize(("players", "face_up"), [(2, 16), (3, 20), (4, 25)])
def test_every_round_has_as_many_tiles_for_the_players_as_the_rules_say(mode, squares, players, face_up):
    none, *rounds = decks(mode, squares)
    assert none == ()
    assert len(rounds) == {"classic": 4, "expert": 5}[mode]
    for deck in rounds:
        assert len(deck) == 25
        assert sum(TILES[tile].players <= players for tile in deck) == face_up


@pytest.mark.parametrize(("mode", "inhabitants", "energy"), [("classic", 60, 43), ("expert", 65, 47)])
def test_a_match_can_give_no_more_than_the_supply_says(mode, inhabitants, energy):
    assert sum(tile.inhabitants for tile in tiles(mode)) == inhabitants
    assert sum(tile.energy for tile in tiles(mode)) == energy


@every_table
def test_one_tile_in_each_round_but_the_last_carries_the_mayors_sign(mode, squares):
    rounds = {"classic": (1, 2, 3), "expert": (1, 2, 3, 4)}[mode]
    assert Counter(tile.round for tile in tiles(mode, squares) if tile.mayor) == dict.fromkeys(rounds, 1)


@pytest.mark.parametrize("mode", get_args(Mode))
def test_a_square_replaces_one_park_in_each_round_at_its_place_and_gives_an_inhabitant(mode):
    changed = [(park, square) for park, square in zip(tiles(mode), tiles(mode, True), strict=True) if park != square]
    assert [park.number for park, _ in changed] == ["1623", "2623", "3622", "4624", "5619"][: len(changed)]
    assert len(changed) == len(decks(mode, False)) - 1
    for park, square in changed:
        assert (park.kind, square.kind) == (Kind.PARK, Kind.SQUARE)
        assert square[2:] == (1, 0, 0, False, park.players, park.set, park.round, "")


def test_there_are_as_many_monuments_as_players_and_none_in_the_first_round():
    monuments = [tile for tile in tiles("expert") if tile.kind is Kind.MONUMENT]
    assert [tile.round for tile in monuments] == [2, 3, 4, 5]
    for players in (2, 3, 4):
        assert sum(tile.players <= players for tile in monuments) == players


def test_only_towers_and_offices_stack():
    assert {tile.kind for tile, pile in zip(TILES, PILE, strict=True) if pile != FLAT} == {Kind.TOWER, Kind.OFFICE}


def test_every_tile_has_a_name_of_its_own():
    assert len(NUMBER) == len(TILES) == 142 + 5


def test_a_stack_is_one_building_of_many_floors():
    tower, park = NUMBER["R1-TOW-01"], NUMBER["R1-PAR-01"]
    assert city_of(((tower, tower, tower), (), (park,))) == (Building(Kind.TOWER, 3), None, Building(Kind.PARK))
    assert BUILDINGS[tower][2] == Building(Kind.TOWER, 2)
