"""Whether all seats together have won a match of Sprawlopolis, or would win if it ended now."""

from collections.abc import Sequence

from shared.games.game import Outcome, Result
from shared.games.ranks import by_points
from shared.games.sprawlopolis.play.moves import PlayCard
from shared.games.sprawlopolis.play.state import State
from shared.games.sprawlopolis.score.score import Settled, settle
from shared.games.sprawlopolis.score.tally import Tally, tallies, tally


def result(state: State) -> Result:
    """It works on a view too: everybody sees what is counted."""
    settled, seats = settled_now(state), len(state.hands)
    return Result(
        points=(settled.total,) * seats,
        places=by_points((settled.total,) * seats, state.target),
        lines=(settled.lines,) * seats,
        target=state.target,
    )


def outcome(state: State) -> Outcome:
    points = (tallied_now(state).total,) * len(state.hands)
    return Outcome(points, by_points(points, state.target), state.target)


def points(state: State, seat: int) -> int:
    """The city's points, which are every seat's, if the match ended now."""
    return tallied_now(state).total


def points_after(state: State, seat: int, moves: Sequence[PlayCard]) -> list[int]:
    return [each.total for each in tallies(state.city.blocks, state.goals, state.difficulty, moves)]


def tallied_now(state: State) -> Tally:
    return tally(state.city.blocks, state.goals, state.difficulty)


def settled_now(state: State) -> Settled:
    return settle(state.city.blocks, state.goals, state.difficulty)
