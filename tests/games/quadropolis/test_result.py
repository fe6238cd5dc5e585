"""Who wins, and who would win if the match ended now."""

from dataclasses import replace

from shared.games.quadropolis import GAME
from shared.games.quadropolis.play.state import Holding, State
from tests.games.quadropolis.positions import BARE, holding

TOWER = {"building": "tower"}
SHOP = {"building": "shop"}
PARK = {"building": "park"}
SERVICE = {"building": "service"}


def ended(*holdings: Holding) -> State:
    state: State = GAME.initial(len(holdings), GAME.options(), 1)._replace(holdings=holdings)
    return state


def city(*squares, inhabitants: int = 0, energy: int = 0):
    row = [*squares, *[None] * (4 - len(squares))]
    return holding([row, *BARE[1:]], inhabitants, energy)


def test_most_points_win():
    result = GAME.result(ended(city(), city(TOWER, energy=1), city(TOWER, PARK, energy=1)))
    assert result.points == (0, 1, 3)
    assert result.places == (3, 2, 1)
    assert result.winners == (2,)


def test_points_are_told_line_by_line():
    (lines, _) = GAME.result(ended(city(TOWER, PARK, inhabitants=2, energy=1), city())).lines
    assert list(lines) == ["towers", "shops", "services", "parks", "factories", "harbours", "unplaced"]
    assert (lines["towers"], lines["parks"], lines["unplaced"]) == (1, 2, -2)


def test_an_expert_match_has_the_lines_of_offices_and_monuments_too():
    row = [{"building": "office"}, {"building": "office"}, {"building": "shop"}, {"building": "monument"}, None]
    built = holding([row, *[[None] * 5] * 3], inhabitants=3, energy=3, mode="expert")
    state = GAME.initial(1, GAME.options(mode="expert"), 1)._replace(holdings=(built,))
    (lines,) = GAME.result(state).lines
    assert list(lines)[5:] == ["harbours", "offices", "monuments", "unplaced"]
    assert {line: points for line, points in lines.items() if points} == {"shops": 1, "offices": 2, "monuments": 3}


def test_a_tie_goes_to_who_placed_most_inhabitants():
    served, towers = city(SERVICE, inhabitants=1), city(TOWER, None, TOWER, energy=2)
    result = GAME.result(ended(towers, served))
    assert result.points == (2, 2)
    assert result.places == (2, 1)


def test_then_to_who_has_fewest_empty_squares():
    result = GAME.result(ended(city(TOWER, energy=1), city(TOWER, None, PARK, energy=1)))
    assert result.points == (1, 1)
    assert result.places == (2, 1)


def test_else_the_place_is_shared():
    alike = city(TOWER, PARK, energy=1)
    result = GAME.result(ended(alike, city(TOWER, energy=1), alike, city()))
    assert result.places == (1, 3, 1, 4)
    assert result.winners == (0, 2)


def test_a_seats_points_are_those_of_the_result():
    state = ended(city(SHOP, TOWER, inhabitants=3, energy=2), city(PARK))
    assert [GAME.points(state, seat) for seat in range(2)] == list(GAME.result(state).points)


def said(*holdings: Holding) -> list[str]:
    return [each.sentence(["Ada", "Bo", "Cleo"]) for each in GAME.tie_breaks(ended(*holdings))]


def test_the_tie_break_that_decided_is_named_with_both_numbers():
    served, towers = city(SERVICE, inhabitants=1), city(TOWER, None, TOWER, energy=2)
    assert said(towers, served) == ["Bo wins by more inhabitants in the city: 1 against 0"]
    one, more = city(TOWER, energy=1), city(TOWER, None, PARK, energy=1)
    assert said(one, more) == ["Bo wins by fewer empty squares: 14 against 15"]
    winner = city(TOWER, PARK, energy=1)
    assert said(one, winner, more) == ["fewer empty squares put Cleo before Ada: 14 against 15"]


def test_who_shares_a_place_is_parted_from_the_next_one_together():
    one, more = city(TOWER, energy=1), city(TOWER, None, PARK, energy=1)
    assert said(more, one, more) == ["fewer empty squares put Ada and Cleo before Bo: 14 against 15"]
    assert said(one, one, one) == []
    assert said(one, city(), city(TOWER, PARK, energy=1)) == []


def test_what_an_operator_decided_is_parted_by_no_rule():
    state = ended(city(TOWER, energy=1), city(TOWER, None, PARK, energy=1))
    result = GAME.result(state)
    assert len(GAME.tie_breaks(state, result)) == 1
    assert GAME.tie_breaks(state, replace(result, places=(1, 2))) == ()
    assert GAME.tie_breaks(state, replace(result, points=(1, 2))) == ()


def test_the_allocation_of_a_running_match_says_what_inactive_buildings_lack():
    (now,) = GAME.allocation(ended(city(TOWER, SHOP, SERVICE, inhabitants=3, energy=1))) if GAME.allocation else ({},)
    tower, shop, service, _ = now["squares"][0]
    assert tower == {
        **{"active": False, "inhabitants": 0, "energy": 0},
        **{"lacks_inhabitants": 0, "lacks_energy": 1},
    }
    assert (shop["active"], shop["inhabitants"], shop["energy"], shop["lacks_energy"]) == (True, 2, 1, 0)
    assert (service["active"], service["inhabitants"]) == (True, 1)
    assert (now["inhabitants_left"], now["energy_left"]) == (0, 0)


def test_what_is_left_inactive_on_purpose_lacks_nothing():
    row = [{"building": "monument"}, {"building": "factory"}, None, None, None]
    built = holding([row, *[[None] * 5] * 3], inhabitants=1, energy=0, mode="expert")
    state = GAME.initial(1, GAME.options(mode="expert"), 1)._replace(holdings=(built,))
    (now,) = GAME.allocation(state) if GAME.allocation else ({},)
    factory = now["squares"][0][1]
    assert not factory["active"]
    assert (factory["lacks_inhabitants"], now["inhabitants_left"]) == (0, 1)
