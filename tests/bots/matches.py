"""Whole matches between bots, given their names and a seed, without the platform."""

from shared.bots import mind, player
from shared.games.game import Game, Result
from tests.games.scenario import evolved, key, play, settled_down


def ended(game: Game, luck: int, *names: str, careless: int = 0) -> Result:
    """The result of a match that these bots play on after so many careless turns."""
    bots = [mind(player(name), game, seat) for seat, name in enumerate(names)]
    state, turn = play(game, len(names), luck, careless).state, careless
    while called := game.to_move(state):
        turn += 1
        move = bots[called[0]](game.view(state, called[0]), game.legal_moves(state, called[0]), key(turn))
        state, _ = settled_down(game, evolved(game, state, game.decide(state, called[0], move)))
    return game.result(state)
