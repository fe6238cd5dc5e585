"""How a move is weighed: against the best one that the strongest bot sees, from the same seat and as far ahead."""

import pytest

from shared.bots import beam, rollouts
from shared.bots.judge import judgement
from shared.rules.games import GAMES
from tests.rules.scenario import evolved, key, play

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)


@pytest.fixture(autouse=True)
def short_sighted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of moves together it looks at the moves themselves and no further, so what it must find can be counted."""
    monkeypatch.setattr(beam, "DEEP", 1)
    monkeypatch.setattr(rollouts, "WORLDS", 1)


def position(game, turns):
    state = play(game, 2, 3, turns).state
    (seat,) = game.to_move(state)
    return state, seat, game.view(state, seat), game.legal_moves(state, seat)


@pytest.mark.parametrize("turns", [2, 11])
def test_together_what_is_given_away_is_what_the_best_move_would_have_brought_more(turns):
    game = GAMES["sprawlopolis"]
    state, seat, view, moves = position(game, turns)
    worth = {move: game.points(evolved(game, state, game.decide(state, seat, move)), seat) for move in moves}
    for made in (moves[0], moves[-1], max(moves, key=worth.__getitem__)):
        best, given_away = judgement(game, seat, view, moves, made, key(1))
        assert worth[best] == max(worth.values())
        assert given_away == 1000 * (worth[best] - worth[made])
        assert (best == made) == (given_away == 0)


def test_against_others_it_is_what_the_end_would_have_brought_more():
    game = GAMES["quadropolis"]
    _, seat, view, moves = position(game, 26)
    for made in (moves[0], moves[-1]):
        best, given_away = judgement(game, seat, view, moves, made, key(1))
        margins = rollouts.in_the_end(game, seat, view, moves, key(1), also=made)
        assert given_away == max(margins.values()) - margins[made]
        assert margins[best] == max(margins.values())
        assert best in moves


@every_game
def test_hidden_things_change_no_judgement(game):
    _, seat, view, moves = position(game, 11 if game.slug == "sprawlopolis" else 26)
    other = game.imagine(view, seat, key(99))
    said = judgement(game, seat, game.view(other, seat), moves, moves[0], key(1))
    assert said == judgement(game, seat, view, moves, moves[0], key(1))
