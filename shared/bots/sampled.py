"""Some turns ahead, against others, for a fixed number of weighed positions: everybody takes the best of a few moves.

Cheaper than playing every match out as `shared.bots.rollouts` does, and coarser: enough to tell what a move cost.
"""

from collections.abc import Sequence
from heapq import nlargest
from typing import Any

from shared.bots.trying import after, settled, worth_most
from shared.games.chance import Chance
from shared.games.game import Game

TRIED = 3  # moves that are followed: those that are worth most at once, and the one that was made
WORLDS = 2  # imagined for each of them
SAMPLE = 12  # moves that are weighed in each turn on the way, chosen by luck


def margins_ahead(
    game: Game, seat: int, view: Any, moves: Sequence[Any], made: Any, chance: Chance, budget: int
) -> dict[Any, int]:
    """What the moves that promise most, and the one that was made, bring beyond the best of the others.

    In thousandths of a point, in the mean of the imagined worlds. About `budget` positions are weighed, one for each
    legal move and the rest in equal parts for what is followed; so all are followed for as many turns.
    """
    tried = _promising(game, seat, view, moves, made, chance)
    share = max(1, (budget - len(moves)) // (WORLDS * len(tried)))
    found = dict.fromkeys(tried, 0)
    for number in range(WORLDS):
        luck = Chance(chance.salt("world", number))
        world = game.imagine(view, seat, luck)
        for move in tried:
            found[move] += _margin_after(game, seat, settled(game, after(game, world, seat, move)), luck, share)
    return {move: 1000 * margin // WORLDS for move, margin in found.items()}


def _promising(game: Game, seat: int, view: Any, moves: Sequence[Any], made: Any, chance: Chance) -> list[Any]:
    """What is worth most at once, equal moves in an order by luck, and what was made."""
    world = game.imagine(view, seat, chance)
    shuffled = [moves[index] for index in chance.order("moves", len(moves))]
    points = {move: game.points(after(game, world, seat, move), seat) for move in shuffled}
    best = nlargest(TRIED, shuffled, key=points.__getitem__)
    return best if made in best else [*best, made]


def _margin_after(game: Game, seat: int, state: Any, luck: Chance, share: int) -> int:
    """The margin when so many positions are weighed, or at the end of the match."""
    weighed, turn = 0, 0
    while weighed < share and (called := game.to_move(state)):
        moves = _sample(game.legal_moves(state, called[0]), luck, turn)
        _, new = worth_most(game, state, called[0], moves)[0]
        state, weighed, turn = settled(game, new), weighed + len(moves), turn + 1
    points = game.result(state).points
    return points[seat] - max(other for holder, other in enumerate(points) if holder != seat)


def _sample(moves: Sequence[Any], luck: Chance, turn: int) -> Sequence[Any]:
    """Chance alone chooses among many, so that the first of equals is as good as any."""
    if len(moves) <= SAMPLE:
        return moves
    return [moves[luck.below(f"turn_{turn}_{number}", len(moves))] for number in range(SAMPLE)]
