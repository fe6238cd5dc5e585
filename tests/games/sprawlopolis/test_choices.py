"""What a page can offer: card, turn, place, confirm, in any order, with what the city would be worth."""

from typing import Any

from shared.games.grid import Cell
from shared.games.sprawlopolis import GAME
from shared.games.sprawlopolis.play.state import State
from shared.platform.moves import move_from
from tests.games.scenario import evolved, play
from tests.games.sprawlopolis.tables import dealt, lay

BESIDE = "a card must cover the city or lie beside it"


def offered(state: State, seat: int = 0, **chosen: str) -> dict[str, Any]:
    return GAME.choices(GAME.view(state, seat), seat, chosen)


def test_at_first_a_card_is_to_be_chosen():
    said = offered(dealt(2))
    assert [(card["number"], card["chosen"]) for card in said["cards"]] == [(4, False), (5, False), (6, False)]
    assert (said["next"], said["move"], said["ghost"], said["refused"]) == ("card", None, None, None)
    assert {(place["gain"], place["total"], place["lines"]) for place in said["places"]} == {(None, None, None)}


def cells(offers: list[dict[str, Any]]) -> set[tuple[int, int]]:
    return {(offer["row"], offer["column"]) for offer in offers}


def test_places_that_touch_corners_alone_are_told_and_why_a_card_can_lie_neither_there_nor_apart():
    said = offered(dealt(2))
    assert cells(said["corners"]) == {(-2, -2), (-2, 2), (2, -2), (2, 2)}
    assert said["why_not"]["apart"] == {"template": BESIDE, "values": {}}
    for seed in range(3):
        state = play(GAME, 2, seed, 9).state
        (seat,) = GAME.to_move(state)
        said = offered(state, seat)
        assert said["corners"]
        assert not cells(said["corners"]) & cells(said["places"])
        for row, column in cells(said["corners"]):
            again = offered(state, seat, place=f"{row},{column}")
            assert (again["refused"], again["move"]) == (said["why_not"]["corner"], None)


def test_then_a_place_lights_up_with_what_it_would_bring():
    state = dealt(2)
    said = offered(state, card="5", turned="yes")
    assert (said["next"], said["turned"], len(said["places"])) == ("place", True, 21)
    assert [card["chosen"] for card in said["cards"]] == [False, True, False]
    for place in said["places"]:
        move = lay(5, place["row"], place["column"], True)
        after = evolved(GAME, state, GAME.decide(state, 0, move))
        assert place["total"] == GAME.points(after, 0) == GAME.points(state, 0) + place["gain"]
        assert place["lines"] == dict(GAME.result(after).lines[0])
        assert place["covers"] == len(state.city.blocks) + 4 - len(after.city.blocks)


def test_cards_are_shown_as_they_would_lie():
    (card, *_), (turned, *_) = offered(dealt(2))["cards"], offered(dealt(2), turned="yes")["cards"]
    assert card["blocks"][0][0] == turned["blocks"][1][1] == {"zone": "park", "road": None}
    assert [block["road"] for block in (*card["blocks"][0], *card["blocks"][1])] == [None, "NS", "EW", "NW"]
    assert [block["road"] for block in (*turned["blocks"][0], *turned["blocks"][1])] == ["ES", "EW", "NS", None]


def test_the_ghost_says_what_it_covers_and_what_the_city_would_be_worth():
    state = dealt(2)
    said = offered(state, card="5", place="1,-1")
    ghost = said["ghost"]
    assert (said["next"], ghost["number"], ghost["row"], ghost["column"]) == ("confirm", 5, 1, -1)
    assert ghost["covers"] == [{"row": 1, "column": 0}]
    assert ghost["total"] == sum(ghost["lines"].values()) == GAME.points(state, 0) + ghost["gain"]
    after = evolved(GAME, state, GAME.decide(state, 0, lay(5, 1, -1)))
    assert {**ghost["city"], "cards": []} == {**GAME.plain(after)["city"], "cards": []}
    assert [(place["row"], place["column"]) for place in said["places"] if place["chosen"]] == [(1, -1)]
    assert said["move"] == {"name": "play_card", "card": 5, "place": {"row": 1, "column": -1}, "turned": False}


def test_a_place_may_be_chosen_before_the_card():
    said = offered(dealt(2), place="0,2")
    assert (said["next"], said["ghost"], said["move"], said["refused"]) == ("card", None, None, None)
    assert [(place["row"], place["column"]) for place in said["places"] if place["chosen"]] == [(0, 2)]


def test_what_is_not_allowed_is_left_out_and_says_why():
    said = offered(dealt(2), card="7", place="9,9")
    assert said["refused"] == {"template": "card {card} is not in your hand", "values": {"card": 7}}
    assert (said["next"], said["move"]) == ("card", None)
    far = offered(dealt(2), card="4", place="9,9")
    assert (far["refused"], far["next"]) == ({"template": BESIDE, "values": {}}, "place")


def test_what_makes_no_sense_is_as_if_it_were_not_there():
    plain = offered(dealt(2))
    assert offered(dealt(2), card="19", place="0;1", turned="no") == plain
    assert offered(dealt(2), card="04", place="1,2,3", other="x") == plain
    assert offered(dealt(2), place="1000,0") == offered(dealt(2), place="٣,0") == plain


def test_who_is_not_called_is_offered_nothing():
    said = offered(dealt(2), 1, card="7")
    assert said["refused"] == {"template": "it is the turn of {seat}", "values": {"seat": 0}}
    assert (said["cards"], said["places"], said["corners"], said["next"], said["move"]) == ([], [], [], None, None)


def test_every_legal_move_can_be_chosen_and_nothing_else():
    for seed, turn in ((1, 0), (2, 3)):
        state = play(GAME, 3, seed, turn).state
        (seat,) = GAME.to_move(state)
        found = set()
        for card in offered(state, seat)["cards"]:
            for turned in ("", "yes"):
                said = offered(state, seat, card=str(card["number"]), turned=turned)
                for place in said["places"]:
                    cell = Cell(place["row"], place["column"])
                    where = f"{cell.row},{cell.column}"
                    move = offered(state, seat, card=str(card["number"]), turned=turned, place=where)["move"]
                    found.add(move_from(GAME.moves, move))
        assert found == set(GAME.legal_moves(state, seat))
