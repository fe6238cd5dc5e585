"""A few turns ahead in competitive games, for a fixed number of positions: everybody plays the best of a few moves.

Cheaper and coarser than `shared.bots.rollouts`, which plays every match out: enough to tell what a move cost.
"""

from collections.abc import Sequence
from heapq import nlargest
from typing import Any

from shared.bots.trying import after, points_after, settled, worth_most
from shared.games.chance import Chance
from shared.games.game import Game

TRIED = 3  # moves followed: those worth most at once; and the one that was made, if it isn't among them
WORLDS = 2  # imagined for each of these moves
SAMPLE = 12  # moves weighed in each turn on the way, chosen by luck


def margins_ahead(
    game: Game, seat: int, view: Any, moves: Sequence[Any], made: Any, chance: Chance, budget: int
) -> dict[Any, int]:
    """The margin over the best opponent that the most promising moves, and the one that was made, bring.

    In thousandths of a point, averaged over the imagined worlds. About `budget` positions are weighed: one for each
    legal move, and the rest shared equally between the moves followed, so that each is followed for as many turns.
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
    """Those worth most at once (luck decides between equal ones), and the one that was made."""
    world = game.imagine(view, seat, chance)
    shuffled = [moves[index] for index in chance.order("moves", len(moves))]
    points = dict(zip(shuffled, points_after(game, world, seat, shuffled), strict=True))
    best = nlargest(TRIED, shuffled, key=points.__getitem__)
    return best if made in best else [*best, made]


def _margin_after(game: Game, seat: int, state: Any, luck: Chance, share: int) -> int:
    """The margin once `share` positions are weighed, or at the end of the match."""
    weighed, turn = 0, 0
    while weighed < share and (called := game.to_move(state)):
        moves = _sample(game.legal_moves(state, called[0]), luck, turn)
        move = worth_most(game, state, called[0], moves)[0]
        state = settled(game, after(game, state, called[0], move))
        weighed, turn = weighed + len(moves), turn + 1
    points = game.result(state).points
    return points[seat] - max(other for holder, other in enumerate(points) if holder != seat)


def _sample(moves: Sequence[Any], luck: Chance, turn: int) -> Sequence[Any]:
    """If there are many moves, chance picks a sample and its sequence, so the first of equals is as good as any."""
    if len(moves) <= SAMPLE:
        return moves
    return [moves[luck.below(f"turn_{turn}_{number}", len(moves))] for number in range(SAMPLE)]
