"""Who has won a match of Quadropolis, or would win if it ended now. Source: rulebook, "End of the game"."""

from collections.abc import Mapping

from shared.games.game import Result
from shared.games.quadropolis.play.state import State
from shared.games.quadropolis.score.pad import PAD
from shared.games.quadropolis.score.score import Settled, settle, total
from shared.games.tie_breaks import Measure, TieBreak, tie_breaks

LINES: Mapping[str, tuple[str, ...]] = {
    "classic": tuple(line for line in PAD if line not in ("offices", "monuments")),
    "expert": tuple(PAD),
}
"""By mode: the lines of the pad, as a match's score stores them for ever."""


TIES = (
    Measure(
        name="placed_inhabitants",
        value=lambda settled: settled.placed_inhabitants,
        more_is_better=True,
        wins="{before} wins by more inhabitants in the city: {best} against {other}",
        parts="more inhabitants in the city put {before} before {after}: {best} against {other}",
    ),
    Measure(
        name="empty_squares",
        value=lambda settled: settled.empty_squares,
        more_is_better=False,
        wins="{before} wins by fewer empty squares: {best} against {other}",
        parts="fewer empty squares put {before} before {after}: {best} against {other}",
    ),
)
"""In this order; seats that are still equal share the rank."""


def result(state: State) -> Result:
    """It works on a view too: everybody sees what a player has."""
    settled = tuple(_settled(state, seat) for seat in range(len(state.holdings)))
    ranks = [(each.total, *(measure.key(each) for measure in TIES)) for each in settled]
    return Result(
        points=tuple(each.total for each in settled),
        places=tuple(1 + sum(other > rank for other in ranks) for rank in ranks),
        lines=tuple(lines_of(state.mode, each) for each in settled),
    )


def ties(state: State) -> list[TieBreak]:
    settled = [_settled(state, seat) for seat in range(len(state.holdings))]
    return tie_breaks(settled, lambda each: each.total, TIES)


def points(state: State, seat: int) -> int:
    """The seat's points, if the match ended now."""
    holding = state.holdings[seat]
    return total(state.mode, holding.city, holding.inhabitants, holding.energy)


def lines_of(mode: str, settled: Settled) -> Mapping[str, int]:
    """The lines of the mode, in points."""
    return {line: settled.lines[line] for line in LINES[mode]}


def _settled(state: State, seat: int) -> Settled:
    holding = state.holdings[seat]
    return settle(state.mode, holding.city, holding.inhabitants, holding.energy)
