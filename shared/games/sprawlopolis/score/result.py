"""Whether a match of Sprawlopolis is won, or would be, if it ended now: all seats together."""

from shared.games.game import Result
from shared.games.sprawlopolis.play.state import State
from shared.games.sprawlopolis.score.score import Settled, settle


def result(state: State) -> Result:
    """Works on a view too: what is counted, everybody sees."""
    settled, seats = settled_now(state), len(state.hands)
    rank = 1 if settled.total >= state.target else None
    return Result(
        points=(settled.total,) * seats,
        places=(rank,) * seats,
        lines=(settled.lines,) * seats,
        target=state.target,
    )


def points(state: State, seat: int) -> int:
    """The city's points, which are every seat's, if the match ended now."""
    return settled_now(state).total


def settled_now(state: State) -> Settled:
    return settle(state.city.blocks, state.goals, state.difficulty)
