"""Whether a match of Sprawlopolis is won, or would be, if it ended now: all seats together."""

from shared.rules.game import Result
from shared.rules.sprawlopolis.score import Settled, settle
from shared.rules.sprawlopolis.state import State


def result(state: State) -> Result:
    """Works on a view too: what is counted, everybody sees."""
    settled, seats = settled_now(state), len(state.hands)
    place = 1 if settled.total >= state.target else None
    return Result(
        points=(settled.total,) * seats,
        places=(place,) * seats,
        lines=(settled.lines,) * seats,
        target=state.target,
    )


def points(state: State, seat: int) -> int:
    """The city's points, which are every seat's, if the match ended now."""
    return settled_now(state).total


def settled_now(state: State) -> Settled:
    return settle(state.city.blocks, state.goals, state.difficulty)
