"""How a move is weighed: against the best one that the strongest bot sees, from the same seat and as far ahead."""

from importlib import import_module

import pytest

from shared.bots.judge import judgement
from shared.bots.look_ahead import foreseen
from shared.rules.games import GAMES
from tests.rules.scenario import evolved, key, play

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)


@pytest.fixture
def one_deep(monkeypatch: pytest.MonkeyPatch) -> None:
    """It looks at the moves themselves and no further: what it must find can be counted."""
    monkeypatch.setattr(import_module("shared.bots.look_ahead"), "DEEP", 1)


@every_game
@pytest.mark.usefixtures("one_deep")
@pytest.mark.parametrize("turns", [2, 11])
def test_what_is_given_away_is_what_the_best_move_would_have_brought_more(game, turns):
    state = play(game, 2, 3, turns).state
    (seat,) = game.to_move(state)
    view, moves = game.view(state, seat), game.legal_moves(state, seat)
    worth = {move: lead(game, state, seat, move) for move in moves}
    for made in (moves[0], moves[-1], max(moves, key=worth.__getitem__)):
        best, given_away = judgement(game, seat, view, moves, made, key(1))
        assert worth[best] == max(worth.values())
        assert given_away == 1000 * (worth[best] - worth[made])
        assert (best == made) == (given_away == 0)


def lead(game, state, seat, move):
    """Points after the move, and after the others have answered in a game against each other."""
    after = evolved(game, state, game.decide(state, seat, move))
    (line,) = foreseen(game, seat, state, [move])
    if game.result(state).target is not None:
        assert line.worth == game.points(after, seat)
    return line.worth


@every_game
@pytest.mark.usefixtures("one_deep")
def test_hidden_things_change_no_judgement(game):
    state = play(game, 2, 3, 6).state
    (seat,) = game.to_move(state)
    view, moves = game.view(state, seat), game.legal_moves(state, seat)
    other = game.imagine(view, seat, key(99))
    assert judgement(game, seat, game.view(other, seat), moves, moves[0], key(1)) == judgement(
        game, seat, view, moves, moves[0], key(1)
    )
