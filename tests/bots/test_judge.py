"""How a move is judged: by what it promises, against the best one that its player could have made."""

import pytest

from shared.bots.judge import judgement
from shared.bots.trying import after
from shared.games.registry import GAMES
from tests.games import secret_bids
from tests.games.scenario import key, play

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)


def position(game, turns):
    state = play(game, 2, 3, turns).state
    (seat,) = game.to_move(state)
    return state, seat, game.view(state, seat), game.legal_moves(state, seat)


@every_game
@pytest.mark.parametrize("turns", [2, 11])
def test_a_move_gives_away_what_the_best_one_promises_more(game, turns):
    _, seat, view, moves = position(game, turns)
    promised = game.promises(view, seat, moves)
    worth = dict(zip(moves, promised.each, strict=True))
    for made in (moves[0], moves[-1], max(moves, key=worth.__getitem__)):
        best, given_away, doubt = judgement(game, seat, view, moves, made)
        assert worth[best] == max(worth.values())
        assert given_away == worth[best] - worth[made]
        assert (best == made) == (given_away == 0)
        assert doubt == (0 if best == made else promised.doubt)


@every_game
def test_in_the_last_turn_nothing_is_left_to_be_foreseen(game):
    """There a move promises what it changes at once, and that is sure."""
    turns = 14 if game.slug == "sprawlopolis" else 31
    _, seat, view, moves = position(game, turns - 1)
    promised, now = game.promises(view, seat, moves), game.points(view, seat)
    then = [game.points(after(game, view, seat, move), seat) for move in moves[::7]]
    level = promised.each[0] - 1000 * (game.points(after(game, view, seat, moves[0]), seat) - now)
    assert list(promised.each[::7]) == [1000 * (points - now) + level for points in then]
    assert promised.doubt == 0


@every_game
def test_hidden_things_change_no_judgement(game):
    _, seat, view, moves = position(game, 11 if game.slug == "sprawlopolis" else 26)
    other = game.imagine(view, seat, key(99))
    said = judgement(game, seat, game.view(other, seat), moves, moves[0])
    assert said == judgement(game, seat, view, moves, moves[0])


def test_of_a_game_that_promises_nothing_it_knows_the_points_at_once():
    game = secret_bids.GAME
    state = play(game, 2, 3, 0).state
    seat = game.to_move(state)[0]
    view, moves = game.view(state, seat), game.legal_moves(state, seat)
    assert judgement(game, seat, view, moves, moves[0]).doubt in (0, None)
