"""What a promise looks at, where a match rarely comes to it."""

from shared.games.quadropolis import GAME
from shared.games.quadropolis.play.evolve import built
from shared.games.quadropolis.play.pieces import Kind
from shared.games.quadropolis.play.state import Holding, State
from shared.games.quadropolis.play.tiles import TILES
from shared.games.quadropolis.score.promise import NAMES, features
from shared.games.quadropolis.score.prospects import GROWTH, SUPPLIES, growth, supplies
from tests.games.scenario import play

TILE = {tile.kind: number for number, tile in reversed(list(enumerate(TILES)))}


def with_buildings(**kinds: Kind) -> State:
    """Early in an expert match: by square, `on_1=Kind.PARK` stands on the square with the index 1."""
    state: State = play(GAME, 2, 1, 4, GAME.options(mode="expert")).state
    holding = city(**kinds)
    return state._replace(holdings=(holding, *state.holdings[1:]))


def city(**kinds: Kind) -> Holding:
    """Nothing was received for it."""
    holding: Holding = GAME.initial(2, GAME.options(mode="expert"), GAME.rules).holdings[0]
    for square, kind in kinds.items():
        holding = built(holding, TILE[kind], int(square.removeprefix("on_").split("_")[0]), 0, 0)
    return holding


def grown(name: str, **kinds: Kind) -> int:
    return growth("expert", city(**kinds))[GROWTH.index(name)]


def beside_shops(name: str, left: int, inhabitants: int = 0, energy: int = 0) -> int:
    """Of a city of three shops."""
    shops = city(on_0=Kind.SHOP, on_1=Kind.SHOP, on_2=Kind.SHOP)
    holding = shops._replace(inhabitants=inhabitants, energy=energy)
    return supplies("expert", holding, left)[SUPPLIES.index(name)]


def test_of_an_empty_city_spots_score_what_stands_alone():
    alone = {"tower": 1, "shop": 0, "park": 0, "factory": 0, "harbour": 0, "service": 2, "office": 0, "monument": 0}
    assert {kind: grown(f"spots_{kind}") for kind in alone} == {kind: 20 * points for kind, points in alone.items()}


def test_a_monument_minds_factories_and_harbours_and_they_mind_it():
    """5 points for each side; on the two other squares beside it a shop or a park is welcome."""
    assert grown("spots_monument", on_0=Kind.FACTORY) == 0
    assert grown("spots_monument", on_0=Kind.PARK) == 2 * 5
    assert grown("spots_monument", on_0=Kind.PARK, on_2=Kind.HARBOUR) == 5
    assert grown("spots_shop", on_0=Kind.MONUMENT) == 2 * 3
    assert grown("spots_harbour", on_0=Kind.FACTORY, on_10=Kind.MONUMENT) == 3 * 1


def test_a_spot_beside_harbours_makes_their_line_longer():
    """A second one scores 3 points on each of the four squares beside it, and a gap of one that is closed 7."""
    assert grown("spots_harbour", on_7=Kind.HARBOUR) == 4 * 3
    assert grown("spots_harbour", on_0=Kind.HARBOUR, on_2=Kind.HARBOUR) == 7 + 3 + 2 * 3


def test_services_are_wanted_where_there_are_none():
    assert grown("spots_service", on_0=Kind.SERVICE) == 16 * 3
    assert grown("spots_service", on_0=Kind.SERVICE, on_1=Kind.SERVICE) == 16 * 3


def test_floors_are_counted_as_far_as_stacks_grow():
    five = {f"on_3_{floor}": Kind.TOWER for floor in range(5)}
    assert grown("highest_tower", on_3=Kind.TOWER) == 2
    assert grown("highest_tower", **five) == 0
    assert grown("towers", **five, on_5=Kind.TOWER, on_9=Kind.TOWER) == 2 + 2
    assert grown("highest_office", on_5=Kind.OFFICE, on_6=Kind.OFFICE) == 2


def test_squares_are_as_good_as_parks():
    assert growth("expert", city(on_3=Kind.SQUARE)) == growth("expert", city(on_3=Kind.PARK))


def test_only_what_the_turns_left_can_use_is_of_use_or_missing():
    assert beside_shops("energy_missing", 2) == 2
    assert (beside_shops("energy_of_use", 2, energy=6), beside_shops("energy_beyond", 2, energy=6)) == (2, 1)
    assert (beside_shops("customers", 9, 4), beside_shops("customers_missing", 9, 4)) == (4, 9)


def test_in_the_last_turn_nothing_is_hoped_for():
    state = with_buildings(on_0=Kind.TOWER)
    last = state._replace(round=5, turns_left=2)
    assert any(features(state, 0, TILE[Kind.PARK], 1, 2))
    assert features(last, 0, TILE[Kind.PARK], 1, 2) == (0,) * len(NAMES)
