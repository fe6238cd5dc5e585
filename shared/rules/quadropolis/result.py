"""Who has won a match of Quadropolis, or would have, if it ended now. Source: rulebook, "End of the game"."""

from collections.abc import Mapping

from shared.rules.game import Result
from shared.rules.quadropolis.pad import PAD
from shared.rules.quadropolis.score import Settled, settle
from shared.rules.quadropolis.state import State

LINES: Mapping[str, tuple[str, ...]] = {
    "classic": tuple(line for line in PAD if line not in ("offices", "monuments")),
    "expert": tuple(PAD),
}
"""By mode: the lines of the pad, as a match's score stores them for ever."""


def result(state: State) -> Result:
    """Works on a view too: what a player has, everybody sees."""
    settled = tuple(_settled(state, seat) for seat in range(len(state.holdings)))
    ranks = [_rank(each) for each in settled]
    return Result(
        points=tuple(each.total for each in settled),
        places=tuple(1 + sum(other > rank for other in ranks) for rank in ranks),
        lines=tuple(lines_of(state.mode, each) for each in settled),
    )


def points(state: State, seat: int) -> int:
    """The seat's points, if the match ended now."""
    return _settled(state, seat).total


def lines_of(mode: str, settled: Settled) -> Mapping[str, int]:
    """Those that are played with, in points."""
    return {line: settled.lines[line] for line in LINES[mode]}


def _settled(state: State, seat: int) -> Settled:
    holding = state.holdings[seat]
    return settle(state.mode, holding.city, holding.inhabitants, holding.energy)


def _rank(settled: Settled) -> tuple[int, int, int]:
    """Most points; then most inhabitants placed; then fewest empty squares; equal ones share the place."""
    return settled.total, settled.placed_inhabitants, -settled.empty_squares
