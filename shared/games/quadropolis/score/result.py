"""Who has won a match of Quadropolis, or would win if it ended now. Source: rulebook, "End of the game"."""

from collections.abc import Mapping, Sequence
from functools import cache

from shared.games.game import Outcome, Result
from shared.games.grid import Cell
from shared.games.quadropolis.play.board import SQUARE
from shared.games.quadropolis.play.decide import reached
from shared.games.quadropolis.play.evolve import built
from shared.games.quadropolis.play.moves import TakeTile
from shared.games.quadropolis.play.pieces import Mode
from shared.games.quadropolis.play.state import Holding, State
from shared.games.quadropolis.play.tiles import TILES
from shared.games.quadropolis.score.allocation import Tally, best_tally
from shared.games.quadropolis.score.pad import PAD
from shared.games.quadropolis.score.score import Settled, settle, total
from shared.games.tie_breaks import Measure, Measured, TieBreak, measured, tie_breaks
from shared.marked import marked

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
        wins=marked("{before} wins by more inhabitants in the city: {best} against {other}"),
        parts=marked("more inhabitants in the city put {before} before {after}: {best} against {other}"),
    ),
    Measure(
        name="empty_squares",
        value=lambda settled: settled.empty_squares,
        more_is_better=False,
        wins=marked("{before} wins by fewer empty squares: {best} against {other}"),
        parts=marked("fewer empty squares put {before} before {after}: {best} against {other}"),
    ),
)
"""In this order; seats that are still equal share the rank."""


def result(state: State) -> Result:
    """It works on a view too: everybody sees what a player has."""
    return ranked(state.mode, [_settled(state, seat) for seat in range(len(state.holdings))])


def ranked(mode: str, settled: Sequence[Settled]) -> Result:
    return Result(
        points=tuple(each.total for each in settled),
        places=_places(settled),
        lines=tuple(lines_of(mode, each) for each in settled),
    )


def outcome(state: State) -> Outcome:
    tallies = [best_tally(state.mode, each.city, each.inhabitants, each.energy) for each in state.holdings]
    return Outcome(tuple(each.total for each in tallies), _places(tallies))


def _places(counted: Sequence[Settled | Tally]) -> tuple[int, ...]:
    ranks = [(each.total, *(measure.key(each) for measure in TIES)) for each in counted]
    return tuple(1 + sum(other > rank for other in ranks) for rank in ranks)


def ties(state: State) -> list[TieBreak]:
    return ties_of([_settled(state, seat) for seat in range(len(state.holdings))])


def ties_of(settled: Sequence[Settled]) -> list[TieBreak]:
    return tie_breaks(settled, lambda each: each.total, TIES)


def measures(state: State) -> list[Measured]:
    return measured([_settled(state, seat) for seat in range(len(state.holdings))], TIES)


def points(state: State, seat: int) -> int:
    """The seat's points, if the match ended now."""
    return points_of(state.mode, state.holdings[seat])


def points_after(state: State, seat: int, moves: Sequence[TakeTile]) -> list[int]:
    """Only what a move builds counts, and many moves build the same: each of these cities is counted once."""
    now, holding, squares = points(state, seat), state.holdings[seat], SQUARE[state.mode]

    @cache
    def worth(tile: int, target: Cell) -> int:
        received = TILES[tile]
        return points_of(state.mode, built(holding, tile, squares[target], received.inhabitants, received.energy))

    return [now if move.target is None else worth(state.site[reached(move)], move.target) for move in moves]


def lines_of(mode: str, settled: Settled) -> Mapping[str, int]:
    """The lines of the mode, in points."""
    return {line: settled.lines[line] for line in LINES[mode]}


def points_of(mode: Mode, holding: Holding) -> int:
    return total(mode, holding.city, holding.inhabitants, holding.energy)


def _settled(state: State, seat: int) -> Settled:
    holding = state.holdings[seat]
    return settle(state.mode, holding.city, holding.inhabitants, holding.energy)
