"""What happens by itself: the mayor is drawn, sites are dealt, rounds end, and the match is over after the fourth."""

import pytest

from shared.games.chance import Drawn
from shared.games.quadropolis import GAME
from shared.games.quadropolis.play.events import MayorDrawn, RoundEnded, SiteDealt, TileTaken
from shared.games.quadropolis.play.state import DOWN, EMPTY
from shared.games.quadropolis.play.tiles import TILES, decks
from tests.games.scenario import evolved, key, play


def start(seats: int):
    (drawn,) = GAME.setup(seats, GAME.options(), key(5))
    return drawn, GAME.evolve(GAME.initial(seats, GAME.options(), 1), drawn)


def test_the_whole_luck_of_a_match_is_drawn_at_its_start():
    drawn, _ = start(3)
    assert isinstance(drawn, Drawn)
    assert [draw.label for draw in drawn.draws] == ["start", "round_1", "round_2", "round_3", "round_4"]
    assert drawn.draws[0].items == ("0", "1", "2")
    for number, draw in enumerate(drawn.draws[1:], 1):
        assert draw.items == tuple(TILES[tile].id for tile in decks("classic", False)[number])


def test_matches_from_before_there_were_squares_have_none():
    assert GAME.options(mode="classic") == GAME.options(mode="classic", squares=False) == GAME.options()


def test_nothing_follows_before_the_draw():
    assert GAME.follow(GAME.initial(2, GAME.options(), 1)) == []


def test_who_is_drawn_first_holds_the_mayor_and_starts():
    drawn, state = start(4)
    (mayor,) = GAME.follow(state)
    assert mayor == MayorDrawn(seat=drawn.orders[0][0])
    state = GAME.evolve(state, mayor)
    state = evolved(GAME, state, GAME.follow(state))
    assert GAME.to_move(state) == (mayor.seat,)
    assert GAME.follow(state) == []


@pytest.mark.parametrize(("seats", "face_up"), [(2, 16), (3, 20), (4, 25)])
def test_the_number_of_players_says_how_many_tiles_lie_face_up(seats, face_up):
    dealt = [event for event in play(GAME, seats, 1).events if isinstance(event, SiteDealt)]
    assert [event.round for event in dealt] == [1, 2, 3, 4]
    assert [sum(tile is not None for tile in event.site) for event in dealt] == [face_up] * 4


def test_a_site_is_dealt_row_by_row_in_the_drawn_order():
    match = play(GAME, 4, 1)
    drawn = match.opening[0]
    dealt = [event for event in match.events if isinstance(event, SiteDealt)]
    for number, event in enumerate(dealt, 1):
        items = drawn.draws[number].items
        assert event.site == tuple(items[item] for item in drawn.orders[number])


def test_play_goes_clockwise_and_the_mayor_starts_the_next_round():
    match = play(GAME, 3, 2)
    starts = [event.starts for event in match.events if isinstance(event, SiteDealt)]
    seats = [event.seat for event in match.events if isinstance(event, TileTaken)]
    assert seats == [(start + turn) % 3 for start in starts for turn in range(12)]
    mayor, told = starts[0], []
    for event in match.events:
        mayor = event.seat if isinstance(event, TileTaken) and event.mayor else mayor
        told += [(event.mayor, mayor)] if isinstance(event, RoundEnded) else []
    assert [said for said, _ in told] == [mayor for _, mayor in told]
    assert starts[1:] == [said for said, _ in told[:-1]]
    assert len(set(starts)) > 1


def test_who_takes_no_mayor_sign_leaves_the_start_where_it_was():
    state = play(GAME, 2, 3, 7).state._replace(mayor=1, starts=1, turns_left=0)
    assert GAME.follow(state) == [RoundEnded(round=1, mayor=1)]


def test_the_end_of_a_round_clears_the_site_and_brings_the_architects_back():
    drawn = play(GAME, 2, 4, 7)
    state, step = drawn.state, play(GAME, 2, 4, 8).steps[-1]
    state = evolved(GAME, state, step.decided)
    assert GAME.to_move(state) == ()
    assert DOWN in state.site
    (ended,) = GAME.follow(state)
    cleared = GAME.evolve(state, ended)
    assert set(cleared.site) == {EMPTY}
    assert (cleared.urbanist, cleared.slots, cleared.architects) == (-1, 0, ())
    assert cleared.pools == ((0, 1, 1, 1, 1),) * 2


def test_after_the_last_round_nothing_is_left_to_do():
    match = play(GAME, 2, 6)
    assert match.events[-1] == RoundEnded(round=4, mayor=match.state.mayor)
    assert GAME.to_move(match.state) == ()
    assert GAME.follow(match.state) == []
