"""What everybody sees of a match, and what nobody does."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from shared.games.quadropolis import GAME
from shared.games.quadropolis.play.tiles import NUMBER, decks
from tests.games.quadropolis import facts
from tests.games.quadropolis.positions import PARKS_AND_A_TOWER, position
from tests.games.scenario import evolved, key, play


def test_only_what_lay_face_up_is_known_of_the_draws():
    view = GAME.view(play(GAME, 2, 7).state, 0)
    start, *rounds = view.orders
    assert [item is not None for item in start] == [True, False]
    for number, order in enumerate(rounds, 1):
        seen = [item for item in order if item is not None]
        assert len(seen) == 16
        assert all(not facts.is_hidden(view, number, item) for item in seen)


def test_rounds_that_are_not_dealt_are_unknown():
    view = GAME.view(play(GAME, 4, 7, 20).state, None)
    known = [sum(item is not None for item in order) for order in view.orders]
    assert known == [1, 25, 25, 0, 0]


def test_before_the_mayor_is_drawn_nothing_is_known():
    drawn = GAME.setup(3, GAME.options(), key(1))
    state = evolved(GAME, GAME.initial(3, GAME.options(), 1), drawn)
    view = GAME.view(state, 0)
    assert not any(item is not None for order in view.orders for item in order)
    assert GAME.view(GAME.imagine(view, 0, key(2)), 0) == view
    assert GAME.plain(view)["mayor"] is GAME.plain(view)["starts"] is None


@settings(max_examples=20, deadline=None)
@given(luck=st.integers(0, 2**32))
def test_an_imagined_state_has_every_tile_once(luck):
    view = GAME.view(play(GAME, 2, 3, 10).state, 1)
    for known, order in zip(view.orders, GAME.imagine(view, 1, key(luck)).orders, strict=True):
        assert sorted(order) == list(range(len(order)))
        assert all(item in (None, imagined) for item, imagined in zip(known, order, strict=True))


def test_different_luck_imagines_different_worlds():
    view = GAME.view(play(GAME, 2, 3, 10).state, 1)
    assert GAME.imagine(view, 1, key(1)) != GAME.imagine(view, 1, key(2))
    assert GAME.imagine(view, 1, key(1)) == GAME.imagine(view, 1, key(1))


def test_other_worlds_are_really_different():
    state = play(GAME, 2, 3, 10).state
    assert facts.otherwise(state) != state


def test_a_view_is_plain_json_that_hides_what_lies_face_down():
    state = play(GAME, 2, 11, 5).state
    told = json.dumps(GAME.plain(GAME.view(state, 0)))
    hidden = [item for item in state.orders[1] if facts.is_hidden(state, 1, item)]
    assert len(hidden) == 9
    for item in hidden:
        (name,) = [name for name, number in NUMBER.items() if number == decks("classic", False)[1][item]]
        assert name not in told


def test_a_view_tells_what_lies_where():
    site: list[list[Any]] = [
        [{"building": "harbour", "inhabitants": 1, "energy": 1}, {"down": True}, None, None, None],
        *[[None] * 5] * 4,
    ]
    state = position(site, PARKS_AND_A_TOWER, urbanist=(2, 3), architects=[("W", 2)], available=(2, 4))
    told = GAME.plain(GAME.view(state, None))
    assert told["site"][0][0]["building"] == "harbour"
    assert told["site"][0][1:3] == [{"down": True}, None]
    assert told["urbanist"] == {"row": 1, "column": 2}
    assert told["architects"] == [{"side": "W", "line": 1, "seat": 1, "number": 1}]
    assert told["cities"][0]["available"] == [2, 4]
    tower = told["cities"][0]["squares"][3][2]
    assert (tower["building"], tower["floors"], len(tower["tiles"])) == ("tower", 2, 2)
    assert told["cities"][1]["squares"] == [[None] * 4] * 4
    assert (told["round"], told["rounds"], told["turns_left"], told["to_move"]) == (1, 4, 4, [0])
