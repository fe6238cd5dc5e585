"""What a page offers: each choice with its reason or its worth, in any order, whatever nonsense the address holds."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from shared.games.quadropolis import GAME
from shared.games.quadropolis.play.board import SLOTS
from shared.games.quadropolis.play.events import TileTaken
from tests.games.quadropolis.positions import ALL_PARKS, ALL_TOWERS, PARKS_AND_A_TOWER, position, take
from tests.games.scenario import evolved, play

NOTHING = [[None, {"down": True}, None, None, None]] * 5
BUSY = position(ALL_TOWERS, PARKS_AND_A_TOWER, urbanist=(2, 4), architects=[("N", 1)], available=(1, 3, 4))


def offered(state, **chosen: str):
    return GAME.choices(GAME.view(state, 0), 0, chosen)


def named(offer, name: str):
    return next(slot for slot in offer["slots"] if slot["name"] == name)


def test_at_first_an_architect_is_chosen():
    offer = offered(BUSY)
    assert offer["next"] == "architect"
    assert [(each["number"], each["chosen"]) for each in offer["architects"]] == [(n, False) for n in (1, 2, 3, 4)]
    assert offer["architects"][1]["refusal"] == {
        "template": "architect {architect} has already been used this round",
        "values": {"architect": 2},
    }
    assert offer["squares"] == []
    assert offer["taken"] is offer["discard"] is offer["move"] is offer["refused"] is None


def test_slots_say_why_they_are_closed():
    offer = offered(BUSY)
    assert len(offer["slots"]) == len(SLOTS)
    assert named(offer, "N1")["refusal"]["values"] == {"slot": "N1", "seat": 1, "architect": 1}
    assert named(offer, "W2")["refusal"]["values"] == {"line": 2}
    assert named(offer, "W3")["refusal"] is None
    assert named(offer, "W3")["reaches"] is None


def test_an_architect_lights_what_he_would_reach():
    offer = offered(BUSY, architect="3")
    assert offer["next"] == "slot"
    assert offer["architects"][2]["chosen"]
    assert named(offer, "E3")["reaches"] == {"row": 2, "column": 2}
    assert all(pair["architect"] == 3 for tile in offer["tiles"] for pair in tile["pairs"])


def test_a_slot_may_come_first():
    offer = offered(BUSY, slot="W3")
    assert offer["next"] == "architect"
    assert named(offer, "W3")["chosen"]
    assert [(tile["row"], tile["column"]) for tile in offer["tiles"]] == [(2, 0), (2, 2), (2, 3)]


def test_a_tile_shows_which_architects_and_slots_reach_it():
    offer = offered(BUSY, tile="3,3")
    (chosen,) = [tile for tile in offer["tiles"] if tile["chosen"]]
    assert chosen["pairs"] == [{"architect": 3, "side": side, "line": 2} for side in "NESW"]
    assert offered(BUSY, tile="3,3", slot="W3")["refused"] is None


def test_a_tile_out_of_reach_is_left_out():
    offer = offered(BUSY, tile="3,3", architect="1")
    assert offer["refused"]["template"] == "no architect that you can choose now reaches this tile"
    assert not any(tile["chosen"] for tile in offer["tiles"])


def test_squares_say_what_they_bring_or_why_not():
    offer = offered(BUSY, architect="3", slot="W3")
    assert offer["next"] == "target"
    assert offer["taken"]["square"] == {"row": 2, "column": 2}
    assert offer["taken"]["tile"]["building"] == "tower"
    by_cell = {(square["row"], square["column"]): square for square in offer["squares"]}
    assert len(by_cell) == 16
    assert by_cell[0, 0]["refusal"]["template"] == "this square is taken"
    assert by_cell[0, 0]["gain"] is None
    assert isinstance(by_cell[3, 2]["gain"], int)
    assert offer["discard"] == {"refusal": None, "gain": 0, "promise": 0, "chosen": False}


def test_the_gain_is_what_the_move_changes():
    state = play(GAME, 2, 9, 20).state
    (seat,) = GAME.to_move(state)
    before = GAME.points(state, seat)
    for move in GAME.legal_moves(state, seat)[::7]:
        chosen = {"architect": str(move.architect), "slot": move.slot.name}
        offer = GAME.choices(GAME.view(state, seat), seat, chosen)
        gain = GAME.points(evolved(GAME, state, GAME.decide(state, seat, move)), seat) - before
        if move.target:
            assert offer["squares"][move.target.row * 4 + move.target.column]["gain"] == gain
        elif offer["discard"]:
            assert offer["discard"]["gain"] == gain == 0
        else:
            assert offer["move"] is not None


def test_a_target_completes_the_move():
    offer = offered(BUSY, architect="3", slot="W3", target="4,3")
    assert offer["next"] == "confirm"
    assert offer["move"] == {
        "name": "take_tile",
        "architect": 3,
        "slot": {"side": "W", "line": 2},
        "target": {"row": 3, "column": 2},
    }
    assert offer["squares"][14]["chosen"]


def test_so_does_discarding():
    offer = offered(BUSY, architect="3", slot="W3", target="discard")
    assert (offer["next"], offer["move"]["target"]) == ("confirm", None)
    assert offer["discard"]["chosen"]


def test_where_nothing_lies_architect_and_slot_are_the_whole_move():
    offer = offered(position(NOTHING), architect="2", slot="W3")
    assert offer["next"] == "confirm"
    assert offer["move"]["target"] is None
    assert offer["taken"] == {"tile": None, "square": {"row": 2, "column": 1}}
    assert offer["discard"] is None
    assert {square["refusal"]["template"] for square in offer["squares"]} == {"there is nothing to place"}
    assert offer["tiles"] == []
    discarded = offered(position(NOTHING), architect="2", slot="W3", target="discard", tile="3,2")
    assert (discarded["move"], discarded["refused"]) == (offer["move"], None)


def test_what_is_not_allowed_is_left_out_with_its_reason():
    used = offered(BUSY, architect="2", slot="W3")
    assert (used["next"], used["refused"]["values"]) == ("architect", {"architect": 2})
    closed = offered(BUSY, architect="3", slot="W2")
    assert (closed["next"], closed["refused"]["values"]) == ("slot", {"line": 2})
    taken = offered(BUSY, architect="3", slot="W3", target="1,1")
    assert (taken["next"], taken["refused"]["template"]) == ("target", "this square is taken")


def test_who_is_not_called_is_offered_nothing():
    offer = GAME.choices(GAME.view(BUSY, 1), 1, {"architect": "1"})
    assert offer["refused"] == {"template": "it is the turn of {seat}", "values": {"seat": 0}}
    assert offer["next"] is None
    assert offer["architects"] == offer["slots"] == []


NEARLY = ["", "1", "4", "9", "N1", "W3", "w3", "3,3", "0,0", "4,3", "discard", "²", "-1,1"]
some_text = st.sampled_from(NEARLY) | st.text()


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from(["architect", "slot", "tile", "target", "colour"]), some_text), st.booleans())
def test_nonsense_is_as_if_it_were_not_there(chosen, busy):
    state = BUSY if busy else position(NOTHING)
    offer = GAME.choices(GAME.view(state, 0), 0, chosen)
    json.dumps(offer)
    if offer["move"]:
        move = offer["move"]
        target = move["target"] and (move["target"]["row"] + 1, move["target"]["column"] + 1)
        slot = f"{move['slot']['side']}{move['slot']['line'] + 1}"
        (event,) = GAME.decide(state, 0, take(move["architect"], slot, target))
        assert isinstance(event, TileTaken)


def test_every_listed_move_can_be_chosen():
    for move in GAME.legal_moves(position(ALL_PARKS), 0):
        target = f"{move.target.row + 1},{move.target.column + 1}" if move.target else "discard"
        offer = offered(position(ALL_PARKS), architect=str(move.architect), slot=move.slot.name, target=target)
        assert (offer["next"], offer["refused"]) == ("confirm", None)
