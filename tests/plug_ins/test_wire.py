"""What crosses the pipe comes out as it went in, for every game."""

from typing import Any

import pytest

from shared.bots.trying import after, settled
from shared.games.chance import Chance
from shared.plug_ins.wire import Answer, Question, answer_from, answered, asked, question_from
from tests.games.test_every_game import FACTS


@pytest.mark.parametrize("facts", FACTS, ids=lambda facts: facts.GAME.slug)
def test_views_and_moves_are_the_same_on_the_other_side(facts: Any):
    game = facts.GAME
    for options in facts.OPTIONS:
        for seats in (min(game.seats), max(game.seats)):
            chance = Chance(bytes([seats]) * 32)
            state = game.initial(seats, options, game.rules)
            for event in game.setup(seats, options, chance):
                state = game.evolve(state, event)
            state, turn = settled(game, state), 0
            while called := game.to_move(state):
                view = game.view(state, called[0])
                moves = game.legal_moves(view, called[0])
                question = Question(f"m-{turn}", game, called[0], view, moves, chance, None)
                assert question_from(asked(question)) == question._replace(moves=list(moves))
                turn += 1
                state = settled(game, after(game, state, called[0], moves[chance.below(str(turn), len(moves))]))


def test_an_answer_comes_back():
    for answer in (
        Answer("m-1", move=3),
        Answer("m-1", illegal="'rubbish'"),
        Answer("m-1", error="ValueError: no idea"),
    ):
        assert answer_from(answered(answer)) == answer


NONSENSE = [b"", b"[]", b'"hello"', b"{}", b'{"turn":1}', b'{"turn":"m","move":"1"}', b'{"turn":"m","x":1}', b"\xff"]


@pytest.mark.parametrize("line", NONSENSE, ids=str)
def test_an_answer_that_makes_no_sense_is_none(line: bytes):
    with pytest.raises(ValueError, match=r".+"):
        answer_from(line)
