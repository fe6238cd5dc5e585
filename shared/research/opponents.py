"""The product's own bots as players of an environment: to play against, to learn from, and to be compared with."""

from collections.abc import Callable
from hashlib import sha256

from shared.bots import mind, player
from shared.games.chance import Chance
from shared.research.environment import Environment

Opponent = Callable[[Environment, int], int]


def opponent(name: str) -> Opponent:
    """The newest version of a bot: from a match in which it is called, and a seed of its luck, to its action.

    It gets the view of its seat, as everywhere. Raises NotFound.
    """
    named = player(name)

    def act(match: Environment, seed: int) -> int:
        game, seat = match.game, match.possible_agents.index(match.agent_selection)
        view, luck = game.view(match.state_now, seat), Chance(sha256(f"{seed}".encode()).digest())
        move = mind(named, game, seat)(view, game.legal_moves(view, seat), luck)
        return match.coding.action(view, seat, move)

    return act
