"""How a match of Sprawlopolis begins: goals, hands, the city's first card and an open card on the deck."""

import pytest

from shared.errors import NotYourTurn
from shared.games.grid import Cell
from shared.games.sprawlopolis import GAME
from shared.games.sprawlopolis.play.cards import CARDS
from shared.games.sprawlopolis.play.events import CityStarted, GoalsLaid, HandDealt, StarterDrawn, TopShown
from tests.games.scenario import evolved, given, key, play, settled_down
from tests.games.sprawlopolis.tables import dealt, drawn, lay


def test_the_starter_gets_three_cards_and_everybody_else_one():
    before = GAME.evolve(GAME.initial(3, GAME.options(), 1), drawn(3, starts=1))
    _, events = settled_down(GAME, before)
    assert events == [
        StarterDrawn(seat=1),
        GoalsLaid(cards=(1, 2, 3), target=6),
        HandDealt(seat=1, count=3, cards=(4, 5, 6)),
        HandDealt(seat=2, count=1, cards=(7,)),
        HandDealt(seat=0, count=1, cards=(8,)),
        CityStarted(card=9, place=Cell(0, 0)),
        TopShown(card=10),
    ]


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_after_the_deal_all_that_is_left_is_the_deck(seats):
    state = dealt(seats)
    assert GAME.to_move(state) == (0,)
    assert len(state.deck) == 12 - seats
    assert (state.moves_left, state.top) == (14, state.deck[0])
    assert [len(hand) for hand in state.hands] == [3, *[1] * (seats - 1)]


def test_hands_tell_nothing_of_the_order_of_the_draw():
    _, (*_, hand, _, _) = settled_down(
        GAME, GAME.evolve(GAME.initial(1, GAME.options(), 1), drawn(1, (1, 2, 3, 6, 4, 5, *range(7, 19))))
    )
    assert hand == HandDealt(seat=0, count=3, cards=(4, 5, 6))


def test_the_first_card_lies_unturned_at_0_0():
    told = GAME.plain(dealt(1))["city"]
    assert told["cards"] == [{"number": 7, "row": 0, "column": 0, "turned": False}]
    assert (told["top"], told["left"]) == (0, 0)
    assert told["rows"] == [
        [{"zone": "park", "road": None}, {"zone": "residential", "road": "NE"}],
        [{"zone": "industrial", "road": "EW"}, {"zone": "commercial", "road": "EW"}],
    ]


def test_nobody_moves_before_the_city_is_started():
    nothing_dealt = GAME.initial(2, GAME.options(), 1)
    assert GAME.follow(nothing_dealt) == []
    given(GAME, nothing_dealt).when(0, lay(1, 0, 0)).then_refused(NotYourTurn, "nobody is called to move")
    assert GAME.legal_moves(nothing_dealt, 0) == []
    assert GAME.plain(nothing_dealt)["city"]["rows"] == []


def test_the_draw_names_every_card_and_every_seat():
    (event,) = GAME.setup(3, GAME.options(), key(1))
    assert [(draw.label, draw.items) for draw in event.draws] == [
        ("start", ("0", "1", "2")),
        ("cards", tuple(str(number) for number in range(1, 19))),
    ]


def test_the_draw_decides_who_starts():
    assert {play(GAME, 4, seed, 0).state.active for seed in range(40)} == {0, 1, 2, 3}


def test_every_card_has_every_zone_once_and_no_road_in_its_park():
    for card in CARDS.values():
        assert len({block.zone for block in card.blocks}) == 4
        assert all(len(set(block.road)) == (0 if block.zone == "park" else 2) for block in card.blocks)
    assert list(CARDS) == list(range(1, 19))


def test_what_was_drawn_is_all_that_the_deal_needs():
    opening = play(GAME, 4, 3, 0).events
    assert evolved(GAME, GAME.initial(4, GAME.options(), 1), opening) == play(GAME, 4, 3, 0).state
