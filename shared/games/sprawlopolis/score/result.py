"""Whether all seats together have won a match of Sprawlopolis, or would win if it ended now."""

from shared.games.game import Result
from shared.games.ranks import by_points
from shared.games.sprawlopolis.play.state import State
from shared.games.sprawlopolis.score.score import Settled, settle


def result(state: State) -> Result:
    """It works on a view too: everybody sees what is counted."""
    settled, seats = settled_now(state), len(state.hands)
    return Result(
        points=(settled.total,) * seats,
        places=by_points((settled.total,) * seats, state.target),
        lines=(settled.lines,) * seats,
        target=state.target,
    )


def points(state: State, seat: int) -> int:
    """The city's points, which are every seat's, if the match ended now."""
    return settled_now(state).total


def settled_now(state: State) -> Settled:
    return settle(state.city.blocks, state.goals, state.difficulty)
