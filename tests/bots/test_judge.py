"""How a move is judged: against the best one that the judge sees, from the same seat and equally far ahead."""

import pytest

from shared.bots import beam, sampled
from shared.bots.judge import WHOLE, budget, judgement
from shared.bots.trying import worth_most
from shared.games.registry import GAMES
from tests.games.scenario import evolved, key, play

MOST = 2000
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)


@pytest.fixture(autouse=True)
def short_sighted(monkeypatch: pytest.MonkeyPatch) -> None:
    """In cooperative games it looks no further than the moves themselves, so a test can count what it must find."""
    monkeypatch.setattr(beam, "DEEP", 1)
    monkeypatch.setattr(sampled, "WORLDS", 1)


def position(game, turns):
    state = play(game, 2, 3, turns).state
    (seat,) = game.to_move(state)
    return state, seat, game.view(state, seat), game.legal_moves(state, seat)


@pytest.mark.parametrize("turns", [2, 11])
def test_in_cooperative_games_a_move_gives_away_what_the_best_one_would_have_gained_more(turns):
    game = GAMES["sprawlopolis"]
    state, seat, view, moves = position(game, turns)
    worth = {move: game.points(evolved(game, state, game.decide(state, seat, move)), seat) for move in moves}
    for made in (moves[0], moves[-1], max(moves, key=worth.__getitem__)):
        best, given_away = judgement(game, seat, view, moves, made, key(1), MOST)
        assert worth[best] == max(worth.values())
        assert given_away == 1000 * (worth[best] - worth[made])
        assert (best == made) == (given_away == 0)


def test_in_competitive_games_it_is_what_the_best_one_would_have_gained_more_in_a_few_turns():
    game = GAMES["quadropolis"]
    _, seat, view, moves = position(game, 26)
    for made in (moves[0], moves[-1]):
        best, given_away = judgement(game, seat, view, moves, made, key(1), MOST)
        margins = sampled.margins_ahead(game, seat, view, moves, made, key(1), MOST)
        assert given_away == max(margins.values()) - margins[made]
        assert margins[best] == max(margins.values())
        assert best in moves


@pytest.mark.parametrize(("seats", "turns"), [(2, 0), (2, 14), (4, 1), (4, 40)])
def test_no_more_positions_are_weighed_than_allowed(seats, turns, monkeypatch):
    """Each weighed position is one move tried; the last turn of each line may go slightly over budget."""
    game = GAMES["quadropolis"]
    state = play(game, seats, 3, turns).state
    (seat,) = game.to_move(state)
    view = game.view(state, seat)
    moves = game.legal_moves(view, seat)
    counted: list[int] = []

    def counting(game, state, seat, moves):
        counted.append(len(moves))
        return worth_most(game, state, seat, moves)

    monkeypatch.setattr(sampled, "worth_most", counting)
    judgement(game, seat, view, moves, moves[0], key(1), 800)
    lines = sampled.TRIED + 1
    assert 0 < sum(counted) + len(moves) <= max(800, len(moves)) + lines * sampled.SAMPLE
    assert max(counted) <= sampled.SAMPLE


def test_a_whole_match_has_one_budget_however_long_it_is():
    assert budget(32) * 32 <= WHOLE
    assert budget(80) * 80 <= WHOLE
    assert budget(0) == budget(1) == WHOLE


@every_game
def test_the_same_luck_gives_the_same_judgement(game):
    _, seat, view, moves = position(game, 11)
    assert len({judgement(game, seat, view, moves, moves[0], key(7), MOST) for _ in range(2)}) == 1


@every_game
def test_hidden_things_change_no_judgement(game):
    _, seat, view, moves = position(game, 11 if game.slug == "sprawlopolis" else 26)
    other = game.imagine(view, seat, key(99))
    said = judgement(game, seat, game.view(other, seat), moves, moves[0], key(1), MOST)
    assert said == judgement(game, seat, view, moves, moves[0], key(1), MOST)
