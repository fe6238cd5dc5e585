"""Whole matches of bots, by their names and by luck: without a platform."""

from shared.bots import mind, player
from shared.rules.game import Game, Result
from tests.rules.scenario import evolved, key, settled_down


def ended(game: Game, luck: int, *names: str) -> Result:
    """The result of a match of these bots."""
    bots = [mind(player(name), game, seat) for seat, name in enumerate(names)]
    drawn = game.setup(len(names), game.options(), key(luck))
    state, _ = settled_down(game, evolved(game, game.initial(len(names), game.options(), game.rules), drawn))
    turn = 0
    while called := game.to_move(state):
        turn += 1
        move = bots[called[0]](game.view(state, called[0]), game.legal_moves(state, called[0]), key(turn))
        state, _ = settled_down(game, evolved(game, state, game.decide(state, called[0], move)))
    return game.result(state)
