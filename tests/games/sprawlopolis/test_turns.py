"""A turn of Sprawlopolis: which moves are refused, with which sentence, and what the others lead to."""

from itertools import product

import hypothesis
import pytest
from hypothesis import settings
from hypothesis import strategies as st

from shared.errors import IllegalMove, NotYourTurn
from shared.games.grid import Cell
from shared.games.sprawlopolis import GAME
from shared.games.sprawlopolis.play.cards import CARDS, turned
from shared.games.sprawlopolis.play.events import CardDrawn, CardPlayed, HandPassed, TopShown
from shared.games.sprawlopolis.play.ground import cell_of, spot_of
from shared.games.sprawlopolis.play.state import State
from tests.games.scenario import evolved, given, play, settled_down
from tests.games.sprawlopolis.tables import dealt, lay

BESIDE = "a card must cover the city or lie beside it"
CORNER = "touching the city at a corner is not enough: the card must share a side with it"


def hands(state: State) -> list[list[int]]:
    return [state.cards_of(seat) for seat in range(len(state.hands))]


def in_a_row(state: State) -> State:
    """To the end, each player laying the first card of the hand at the right end of the city."""
    while called := GAME.to_move(state):
        move = lay(state.cards_of(called[0])[0], 0, 2 * len(state.laid))
        state, _ = settled_down(GAME, evolved(GAME, state, GAME.decide(state, called[0], move)))
    return state


def test_a_card_is_played_the_rest_is_passed_and_the_top_card_drawn():
    given(GAME, dealt(2)).when(0, lay(5, 0, 2)).then(
        CardPlayed(seat=0, card=5, place=Cell(0, 2), turned=False),
        HandPassed(seat=0, to=1, count=2, cards=(4, 6)),
        CardDrawn(seat=0, card=9),
    )


def test_then_the_next_card_lies_open_and_the_seat_on_the_left_plays():
    state = dealt(2)
    after = evolved(GAME, state, GAME.decide(state, 0, lay(5, 0, 2)))
    assert (after.top, GAME.follow(after)) == (None, [TopShown(card=10)])
    settled, _ = settled_down(GAME, after)
    assert (settled.top, GAME.to_move(settled), hands(settled)) == (10, (1,), [[9], [4, 6, 7]])


def test_the_last_seat_passes_to_the_first():
    after = given(GAME, dealt(3, starts=2)).when(2, lay(4, 0, 2)).and_then().state
    assert (GAME.to_move(after), hands(after)) == ((0,), [[5, 6, 7], [8], [10]])


def test_alone_the_hand_is_kept_and_filled_to_three():
    given(GAME, dealt(1)).when(0, lay(5, 0, 2)).then(
        CardPlayed(seat=0, card=5, place=Cell(0, 2), turned=False), CardDrawn(seat=0, card=8)
    )
    after = given(GAME, dealt(1)).when(0, lay(5, 0, 2)).and_then().state
    assert (GAME.to_move(after), hands(after), after.top) == ((0,), [[4, 6, 8]], 9)


def test_alone_one_plays_on_without_a_deck():
    sizes = [len(play(GAME, 1, 4, turn).state.hands[0]) for turn in range(15)]
    assert sizes == [3] * 12 + [2, 1, 0]


def test_without_a_deck_there_is_no_draw_and_what_is_left_is_passed():
    match = play(GAME, 4, 4)
    drew = [any(isinstance(event, CardDrawn) for event in step.decided) for step in match.steps]
    passed = [sum(event.count for event in step.decided if isinstance(event, HandPassed)) for step in match.steps]
    assert drew == [True] * 8 + [False] * 6
    assert passed == [2] * 12 + [1, 0]


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_match_ends_when_15_cards_lie_in_the_city(seats):
    state = in_a_row(dealt(seats))
    assert len(state.laid) == 15
    assert (state.deck, state.top, [*state.hands]) == ((), None, [()] * seats)
    assert GAME.plain(state)["moves_left"] == 0
    given(GAME, state).when(0, lay(4, 0, 0)).then_refused(NotYourTurn, "nobody is called to move")


def test_a_city_may_grow_in_a_line_in_any_direction():
    for down, right in ((0, 2), (0, -2), (2, 0), (-2, 0)):
        state = dealt(1)
        for step in range(1, 15):
            moves = GAME.legal_moves(state, 0)
            move = lay(state.cards_of(0)[0], down * step, right * step, True)
            assert move in moves
            state, _ = settled_down(GAME, evolved(GAME, state, GAME.decide(state, 0, move)))
        assert len(state.city.blocks) == 60
        told = GAME.plain(state)["city"]
        assert sorted((len(told["rows"]), len(told["rows"][0]))) == [2, 30]


def test_a_card_may_cover_one_block_or_all_of_another_card():
    state = dealt(1)
    one = given(GAME, state).when(0, lay(4, 1, 1)).and_then().state
    assert len(one.city.blocks) == 7
    assert one.city.blocks[spot_of(Cell(1, 1))] == CARDS[4].blocks[0]
    whole = given(GAME, state).when(0, lay(4, 0, 0)).and_then().state
    assert tuple(whole.city.blocks.values()) == CARDS[4].blocks


def test_a_turned_card_lies_the_other_way_round_roads_and_all():
    after = given(GAME, dealt(1)).when(0, lay(4, 0, 2, True)).and_then().state
    rows = GAME.plain(after)["city"]["rows"]
    blocks = [*rows[0][2:], *rows[1][2:]]
    assert [block["zone"] for block in blocks] == ["industrial", "residential", "commercial", "park"]
    assert [block["road"] for block in blocks] == ["ES", "EW", "NS", None]
    assert all(turned(turned(card.blocks)) == card.blocks for card in CARDS.values())


def test_at_the_first_turn_a_card_covers_a_block_or_lies_beside_one():
    places = {move.place for move in GAME.legal_moves(dealt(1), 0)}
    around = set(map(Cell._make, product(range(-2, 3), repeat=2)))
    assert places == around - {Cell(down, right) for down in (-2, 2) for right in (-2, 2)}
    assert len(GAME.legal_moves(dealt(1), 0)) == 3 * 2 * 21


@settings(max_examples=40, deadline=None)
@hypothesis.given(seed=st.integers(0, 2**32), turn=st.integers(0, 13))
def test_places_are_those_that_the_rules_name_square_by_square(seed, turn):
    state = play(GAME, 1, seed, turn).state
    city = {cell_of(spot) for spot in state.city.blocks}
    fits = set()
    for row, column in product(range(-32, 32), repeat=2):
        covered = {Cell(row + down, column + right) for down in (0, 1) for right in (0, 1)}
        beside = {Cell(r + d, c + e) for r, c in covered for d, e in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        if (covered | beside) & city:
            fits.add(Cell(row, column))
    assert {move.place for move in GAME.legal_moves(state, 0)} == fits


def test_moves_are_listed_by_card_place_and_turn():
    moves = GAME.legal_moves(dealt(1), 0)
    assert moves == sorted(moves, key=lambda move: (move.card, move.place, move.turned))


@pytest.mark.parametrize("place", [(-2, -2), (-2, 2), (2, -2), (2, 2)])
def test_touching_at_a_corner_is_not_enough(place):
    given(GAME, dealt(1)).when(0, lay(4, *place)).then_refused(IllegalMove, CORNER)


@pytest.mark.parametrize("place", [(3, 0), (0, -3), (-30, 30), (31, 0), (0, -31), (10**9, 0), (0, -(10**9))])
def test_a_card_does_not_lie_away_from_the_city(place):
    given(GAME, dealt(1)).when(0, lay(4, *place)).then_refused(IllegalMove, BESIDE)


@pytest.mark.parametrize("place", [Cell(32, 0), Cell(0, -33), Cell(10**12, 0)])
def test_a_record_with_a_card_off_the_ground_leads_to_no_city(place):
    with pytest.raises(KeyError):
        GAME.evolve(dealt(1), CardPlayed(seat=0, card=4, place=place, turned=False))


def test_a_card_that_is_in_another_hand_or_in_none_can_not_be_played():
    given(GAME, dealt(2)).when(0, lay(7, 0, 2)).then_refused(IllegalMove, "card 7 is not in your hand")
    given(GAME, dealt(2)).when(0, lay(1, 0, 2)).then_refused(IllegalMove, "card 1 is not in your hand")
    given(GAME, dealt(2)).when(0, lay(9, 0, 2)).then_refused(IllegalMove, "card 9 is not in your hand")


def test_the_other_seats_wait():
    given(GAME, dealt(2)).when(1, lay(7, 0, 2)).then_refused(NotYourTurn, "it is the turn of seat 1")
    assert GAME.legal_moves(dealt(2), 1) == []
