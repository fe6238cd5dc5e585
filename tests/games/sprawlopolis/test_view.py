"""What a seat sees of a match of Sprawlopolis, and what nobody does."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from shared.games.sprawlopolis import GAME
from shared.games.sprawlopolis.play.state import State
from tests.games import scenario
from tests.games.scenario import evolved, key, play
from tests.games.sprawlopolis import facts
from tests.games.sprawlopolis.tables import dealt, drawn, lay


def shown(state: State, seat: int | None) -> list[list[int | None]]:
    return [[held.card for held in hand] for hand in GAME.view(state, seat).hands]


def remembered(state: State, seat: int | None) -> list[list[int]]:
    return [list(cards) for cards in GAME.view(state, seat).remembered]


def after(state: State, *moves: Any) -> State:
    for move in moves:
        state = scenario.given(GAME, state).when(GAME.to_move(state)[0], move).and_then().state
    return state


def test_a_hand_is_seen_by_its_holder_only():
    state = dealt(3)
    assert shown(state, 0) == [[4, 5, 6], [None], [None]]
    assert shown(state, 1) == [[None] * 3, [7], [None]]
    assert shown(state, None) == [[None] * 3, [None], [None]]
    later = after(state, lay(5, 0, 2))
    assert shown(later, 0) == [[10], [None] * 3, [None]]
    assert shown(later, None) == [[None], [None] * 3, [None]]


def test_of_the_deck_only_its_top_card_is_seen_by_all():
    for seat in (None, 0, 1, 2):
        assert GAME.view(dealt(3), seat).deck == (10, *[None] * 8)


def test_the_giver_remembers_what_was_passed_and_all_seats_what_lay_open():
    state = after(dealt(3), lay(5, 0, 2))
    assert remembered(state, 0) == [[], [4, 6], []]
    assert remembered(state, 1) == [[10], [], []]
    assert remembered(state, 2) == [[10], [], []]
    assert remembered(state, None) == [[], [], []]


def test_a_card_is_remembered_wherever_it_goes_until_it_is_played():
    state = after(dealt(3), lay(5, 0, 2), lay(7, 0, 4), lay(8, 0, 6), lay(10, 0, 8))
    assert remembered(state, 0) == [[], [4, 6, 11], [12]]
    assert remembered(state, 1) == [[13], [], [12]]
    assert remembered(state, 2) == [[13], [4, 6, 11], []]
    assert remembered(after(state, lay(6, 0, 10)), 0) == [[], [14], [4, 11, 12]]


def test_a_view_is_json_that_names_no_hidden_card():
    told = json.dumps(GAME.plain(GAME.view(dealt(2), None)))
    numbers = {card for card in range(1, 19) if f'"number": {card},' in told}
    assert numbers == {1, 2, 3, 8, 9}  # goals, city, top of the deck
    drawn_openly = json.dumps(GAME.plain(GAME.view(after(dealt(2), lay(5, 0, 2)), None)))
    assert '"number": 9,' not in drawn_openly


def test_a_view_tells_what_lies_where():
    told = GAME.plain(GAME.view(after(dealt(2), lay(5, -2, 1)), 1))
    assert [goal["number"] for goal in told["goals"]] == [1, 2, 3]
    assert (told["goals"][0]["name"], told["goals"][0]["rule"][:15]) == ("The Outskirts", "For every road:")
    assert (told["difficulty"], told["target"], told["starts"], told["active"]) == ("normal", 6, 0, 1)
    assert (told["city"]["top"], told["city"]["left"]) == (-2, 0)
    assert [[block and block["zone"][0] for block in row] for row in told["city"]["rows"]] == [
        [None, "r", "p"],
        [None, "c", "i"],
        ["p", "i", None],
        ["c", "r", None],
    ]
    assert told["city"]["roads"][0] == {
        "blocks": [{"row": -2, "column": 1}, {"row": -1, "column": 1}, {"row": -1, "column": 2}],
        "ends": [{"row": -3, "column": 1}, {"row": -1, "column": 3}],
    }
    assert told["counted"]["total"] == sum(told["counted"]["lines"].values())
    assert told["counted"]["reasons"] == GAME.explain(GAME.view(after(dealt(2), lay(5, -2, 1)), 1))["reasons"][1]
    other, own = told["hands"]
    assert (other["seat"], other["count"], other["cards"]) == (0, 1, None)
    assert [card["number"] for card in other["remembered"]] == [9]
    assert (own["count"], [card["number"] for card in own["cards"]], own["remembered"]) == (3, [4, 6, 7], [])
    assert (told["deck"]["count"], told["deck"]["top"]["number"]) == (9, 10)
    assert (told["moves_left"], told["to_move"]) == (13, [1])


def test_before_the_starter_is_drawn_nothing_is_known():
    state = GAME.evolve(GAME.initial(3, GAME.options(), 1), drawn(3, starts=2))
    view = GAME.view(state, 0)
    assert (view.starts, set(view.deck)) == (None, {None})
    assert GAME.view(GAME.imagine(view, 0, key(2)), 0) == view
    assert {GAME.imagine(view, 0, key(luck)).starts for luck in range(20)} == {0, 1, 2}
    assert GAME.plain(view)["starts"] is GAME.plain(view)["active"] is GAME.plain(view)["deck"]["top"] is None


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32), turn=st.integers(0, 14), luck=st.integers(0, 2**32))
def test_an_imagined_state_has_every_card_once_and_keeps_what_is_known(seed, turn, luck):
    match = play(GAME, 3, seed, turn)
    for seat in (None, 0, 1, 2):
        view = GAME.view(match.state, seat)
        imagined = GAME.imagine(view, seat, key(luck))
        facts.count_pieces(match.events, imagined)
        for holder in range(3):
            cards = imagined.cards_of(holder)
            assert {*view.cards_of(holder), *view.remembered[holder]} <= set(cards)
            assert len(cards) == len(view.hands[holder])


def test_in_an_imagined_state_holders_know_their_hands():
    imagined = GAME.imagine(GAME.view(dealt(3), 1), 1, key(1))
    for seat in range(3):
        assert GAME.view(imagined, seat).cards_of(seat) == imagined.cards_of(seat)


def test_different_luck_imagines_different_worlds():
    view = GAME.view(dealt(4), 1)
    assert GAME.imagine(view, 1, key(1)) != GAME.imagine(view, 1, key(2))
    assert GAME.imagine(view, 1, key(1)) == GAME.imagine(view, 1, key(1))


def test_other_worlds_are_really_different():
    state = play(GAME, 3, 3, 5).state
    for seat in (None, 0, 1, 2):
        assert facts.otherwise(state, seat) != state


def test_from_a_view_the_mover_can_go_on_as_from_the_state():
    state = dealt(2)
    decided = GAME.decide(GAME.view(state, 0), 0, lay(5, 0, 2))
    assert decided == GAME.decide(state, 0, lay(5, 0, 2))
    after_it = evolved(GAME, GAME.view(state, 0), decided)
    assert [[held.card for held in hand] for hand in after_it.hands] == [[9], [4, 6, None]]
