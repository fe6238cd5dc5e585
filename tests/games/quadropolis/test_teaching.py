"""What a page teaches with a city's numbers: its needs, what one more would bring, and what each square brings now."""

import pytest

from shared.games.quadropolis import GAME
from shared.games.quadropolis.page.teaching import LINE, best_place, teaching
from shared.games.quadropolis.play.board import BOARDS
from shared.games.quadropolis.play.pieces import Building, Kind
from shared.games.quadropolis.play.tiles import TILES
from shared.games.quadropolis.score.pad import PAD
from shared.games.quadropolis.score.score import settle
from shared.games.quadropolis.score.standing import Standing
from shared.games.quadropolis.score.tables import NEEDS, PLANS
from tests.games.scenario import play

EMPTY = (None,) * 16
PLENTY = 40
MODES = {"classic": GAME.options(), "expert": GAME.options(mode="expert", squares=True)}


def city(**built: str):
    """A classic city: `a1="tower"` stands in row 1, column 1, `b3="tower 2"` has two floors in row 2, column 3."""
    squares: list[Building | None] = list(EMPTY)
    for at, there in built.items():
        kind, _, floors = there.partition(" ")
        squares["abcd".index(at[0]) * 4 + int(at[1]) - 1] = Building(Kind(kind), int(floors or 1))
    return tuple(squares)


def placed(built, kind: Kind):
    """Square, gain and the values that say why."""
    place = best_place("classic", built, kind)
    assert place is not None
    assert place.why is not None
    return place.square, place.gain, {name: count for name, count in place.why.values.items() if count}


def views(mode: str, turns: int):
    for seed in range(3):
        yield GAME.view(play(GAME, 2, seed, turns, MODES[mode]).state, 0)


def test_in_a_full_city_there_is_no_best_place():
    state = play(GAME, 2, 0, 4).state
    shop = next(number for number, tile in enumerate(TILES) if tile.kind is Kind.SHOP)
    full = state.holdings[0]._replace(empty=0, squares=((shop,),) * BOARDS["classic"].squares)
    own = teaching(state._replace(holdings=(full, *state.holdings[1:])), 0)["own"]
    assert set(own["best"].values()) == {None}


def test_a_tower_does_most_as_the_highest_floor():
    assert placed(city(a1="tower", b3="tower 2"), Kind.TOWER) == (6, 3, {"floors": 3})


def test_a_full_tower_takes_no_more_floors():
    assert placed(city(a1="tower 4"), Kind.TOWER) == (1, 1, {"floors": 1})


def test_a_park_does_most_between_towers():
    assert placed(city(a1="tower", a3="tower"), Kind.PARK) == (1, 4, {"towers": 2})


def test_a_harbour_closes_a_gap():
    assert placed(city(c1="harbour", c3="harbour"), Kind.HARBOUR) == (9, 7, {"length": 3})


def test_a_service_does_most_in_a_district_of_its_own():
    assert placed(city(a1="service"), Kind.SERVICE) == (2, 3, {"districts": 2})


def test_a_full_city_has_no_place():
    full = tuple(Building(Kind.PARK) for _ in EMPTY)
    assert best_place("classic", full, Kind.SHOP) is None


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("turns", [6, 20])
def test_no_other_square_does_more(mode, turns):
    """Compared with every square there is, each with a city in which everything is active."""
    board = BOARDS[mode]
    for view in views(mode, turns):
        built = view.holdings[0].city
        for kind in LINE:
            place = best_place(mode, built, kind)
            gains = [_gain(mode, built, square, kind) for square in range(board.squares) if built[square] is None]
            if place and gains:
                assert place.gain >= max(gains), kind


def _gain(mode, built, square, kind):
    with_it = (*built[:square], Building(kind), *built[square + 1 :])
    return _line(mode, with_it, kind) - _line(mode, built, kind)


def _line(mode, built, kind):
    nothing = (None,) * len(built)
    standing = Standing(
        plan=PLANS[mode],
        city=built,
        shut=nothing,
        customers=(0,) * len(built),
        inhabitants_left=0,
        energy_left=0,
    )
    return sum(reason.points for reason in PAD[LINE[kind]](standing))


@pytest.mark.parametrize("mode", MODES)
def test_needs_are_added_up_and_what_stands_is_explained(mode):
    for view in views(mode, 24):
        holding = view.holdings[0]
        own = teaching(view, 0)["own"]
        wanted = [NEEDS[building.kind] for building in holding.city if building]
        assert own["asked"] == {"inhabitants": sum(a for a, _ in wanted), "energy": sum(b for _, b in wanted)}
        told = {(each["row"], each["column"]) for each in own["standing"]}
        columns = BOARDS[mode].columns
        assert told == {divmod(square, columns) for square, there in enumerate(holding.city) if there}


def test_what_each_tower_brings_is_what_the_pad_counts():
    for view in views("classic", 24):
        holding = view.holdings[0]
        lines = settle("classic", holding.city, holding.inhabitants, holding.energy).lines
        own = teaching(view, 0)["own"]["standing"]
        for line in ("towers", "shops", "parks", "factories"):
            assert sum(each["points"] for each in own if each["line"] == line) == lines[line]


def test_customers_are_those_whom_no_building_needs():
    for view in views("classic", 24):
        own = teaching(view, 0)["own"]
        free = own["held"]["inhabitants"] - own["asked"]["inhabitants"]
        assert own["customers"] == min(4, max(0, free))


def test_without_hints_nothing_says_what_one_more_building_would_bring():
    for view in views("classic", 24):
        told, untold = (teaching(view, 0, hints=hints)["own"] for hints in (True, False))
        hinted = ("best", "customers_bring")
        assert [untold[name] for name in hinted] == [None, None]
        assert {name: value for name, value in told.items() if name not in hinted} == {
            name: value for name, value in untold.items() if name not in hinted
        }


def test_whoever_watches_gets_the_rules_without_numbers():
    view = GAME.view(play(GAME, 2, 1, 5).state, None)
    found = teaching(view, None)
    assert found["own"] is None
    assert {each["kind"]: each["alone"] for each in found["kinds"]} == {
        "tower": 1,
        "shop": 0,
        "service": 2,
        "park": 0,
        "factory": 0,
        "harbour": 0,
    }
