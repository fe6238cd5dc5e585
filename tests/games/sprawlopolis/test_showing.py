"""A card that is shown before it is laid: who may show one, who knows it then, and that it is the one to lay."""

import hypothesis
import pytest
from hypothesis import settings
from hypothesis import strategies as st

from shared.errors import IllegalMove, NotYourTurn
from shared.games.chance import Chance
from shared.games.sprawlopolis import GAME
from shared.games.sprawlopolis.play.events import CardShown
from shared.games.sprawlopolis.play.moves import ShowCard
from shared.games.sprawlopolis.play.state import State
from tests.games.scenario import evolved, given, key, play
from tests.games.sprawlopolis.facts import count_pieces, otherwise
from tests.games.sprawlopolis.tables import dealt, lay


def show(card: int) -> ShowCard:
    return ShowCard(card=card)


def shown(state: State, seat: int, card: int) -> State:
    after: State = evolved(GAME, state, GAME.decide(state, seat, show(card)))
    return after


def test_a_card_of_the_hand_is_shown_and_its_holder_is_still_to_move():
    given(GAME, dealt(2)).when(0, show(5)).then(CardShown(seat=0, card=5))
    after = shown(dealt(2), 0, 5)
    assert (after.shown, GAME.to_move(after), GAME.follow(after)) == (5, (0,), [])


def test_then_it_is_the_one_to_lay():
    after = shown(dealt(2), 0, 5)
    sentence = "you have shown card 5: it is the one to lay in this turn"
    given(GAME, after).when(0, lay(4, 0, 2)).then_refused(IllegalMove, sentence)
    assert GAME.legal_moves(after, 0) == [move for move in GAME.legal_moves(dealt(2), 0) if move.card == 5]
    laid = evolved(GAME, after, GAME.decide(after, 0, lay(5, 0, 2)))
    assert laid == evolved(GAME, dealt(2), GAME.decide(dealt(2), 0, lay(5, 0, 2)))


def test_one_card_a_turn_is_shown_to_somebody_else_by_whoever_is_to_move():
    given(GAME, dealt(1)).when(0, show(5)).then_refused(
        IllegalMove, "nobody else is here to whom a card could be shown"
    )
    given(GAME, dealt(2)).when(1, show(7)).then_refused(NotYourTurn, "it is the turn of seat 1")
    given(GAME, dealt(2)).when(0, show(7)).then_refused(IllegalMove, "card 7 is not in your hand")
    after = shown(dealt(2), 0, 5)
    for card in (4, 5):
        given(GAME, after).when(0, show(card)).then_refused(IllegalMove, "you have shown card 5 in this turn already")


@pytest.mark.parametrize("seat", [None, 1, 2])
def test_everybody_sees_it_and_nothing_else_of_the_hand(seat):
    plain = GAME.plain(GAME.view(shown(dealt(3), 0, 5), seat))
    assert plain["shown"]["number"] == 5
    assert plain["hands"][0]["cards"] is None
    assert [card["number"] for card in plain["hands"][0]["remembered"]] == [5]


@settings(max_examples=60, deadline=None)
@hypothesis.given(seed=st.integers(0, 2**32), turn=st.integers(0, 13), seats=st.integers(2, 4), at=st.integers(0, 2))
def test_laws_hold_with_a_card_shown(seed, turn, seats, at):
    state = play(GAME, seats, seed, turn).state
    (seat,) = GAME.to_move(state)
    card = state.cards_of(seat)[at % len(state.hands[seat])]
    view = GAME.view(state, seat)
    assert GAME.decide(view, seat, show(card)) == GAME.decide(state, seat, show(card))
    after = shown(state, seat, card)
    count_pieces([], after)
    assert {move.card for move in GAME.legal_moves(after, seat)} == {card}
    for looking in (None, *range(seats)):
        seen = GAME.view(after, looking)
        imagined = GAME.imagine(seen, looking, Chance(key(seed).key))
        assert GAME.view(imagined, looking) == seen
        assert card in imagined.cards_of(seat)
        assert GAME.view(otherwise(after, looking), looking) == seen
        assert GAME.legal_moves(seen, seat) == GAME.legal_moves(after, seat)


def test_the_page_offers_to_show_the_chosen_card_and_keeps_to_the_one_that_was_shown():
    view = GAME.view(dealt(2), 0)
    assert GAME.choices(view, 0, {})["show"] is None
    assert GAME.choices(view, 0, {"card": "5"})["show"] == {"name": "show_card", "card": 5}
    assert GAME.choices(GAME.view(dealt(1), 0), 0, {"card": "5"})["show"] is None
    then = GAME.choices(GAME.view(shown(dealt(2), 0, 5), 0), 0, {})
    assert (then["show"], then["next"]) == (None, "place")
    assert [card["chosen"] for card in then["cards"]] == [False, True, False]
    assert [card["why_not"] is None for card in then["cards"]] == [False, True, False]
    other = GAME.choices(GAME.view(shown(dealt(2), 0, 5), 0), 0, {"card": "4"})
    assert other["refused"]["template"] == "you have shown card {card}: it is the one to lay in this turn"
