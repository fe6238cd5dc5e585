"""The moments that people talk about after a match, by stated measures of the points that everybody would have had."""

from collections.abc import Sequence
from typing import NamedTuple


class Moved(NamedTuple):
    """A move, and everybody's points after it, by seat, as if the match had ended then."""

    version: int
    seat: int
    points: tuple[int, ...]


class Moment(NamedTuple):
    """`turn` counts moves from 1. `before` and `after` are the points of the seat that moved."""

    turn: int
    version: int
    seat: int
    before: int
    after: int

    @property
    def gain(self) -> int:
        return self.after - self.before


def best_moment(moves: Sequence[Moved], start: Sequence[int]) -> Moment | None:
    """The move that gained its player most at once, of equal ones the last; None where no move gained anything."""
    gains = [moment for moment in moments(moves, start) if moment.gain > 0]
    return max(gains, key=lambda moment: (moment.gain, moment.turn), default=None)


def turning_point(moves: Sequence[Moved], start: Sequence[int], winners: Sequence[int]) -> Moment | None:
    """The move after which the only winner was ahead for good; where the points are equal in the end, never behind.

    None if several share the victory, or if it was so from the first move on.
    """
    if len(winners) != 1 or not moves:
        return None
    (winner,) = winners
    margin = min(1, _lead(moves[-1].points, winner))
    if margin < 0:  # an operator corrected the count
        return None
    return _since(moves, start, [_lead(move.points, winner) >= margin for move in moves])


def crossing(moves: Sequence[Moved], start: Sequence[int], target: int) -> Moment | None:
    """For those who play together: the move after which the target was reached, or missed, for good.

    None if it was so from the first move on.
    """
    reached = [move.points[0] >= target for move in moves]
    return _since(moves, start, [each == reached[-1] for each in reached])


def moments(moves: Sequence[Moved], start: Sequence[int]) -> list[Moment]:
    before = [tuple(start), *(move.points for move in moves)]
    return [
        Moment(turn, move.version, move.seat, before[turn - 1][move.seat], move.points[move.seat])
        for turn, move in enumerate(moves, 1)
    ]


def _since(moves: Sequence[Moved], start: Sequence[int], holds: Sequence[bool]) -> Moment | None:
    """The first of the moves for which this holds to the end, as it does for the last one; None if for all."""
    last = max((at for at, each in enumerate(holds) if not each), default=None)
    return None if last is None else moments(moves, start)[last + 1]


def _lead(points: Sequence[int], seat: int) -> int:
    """How far ahead of the best of the others."""
    return points[seat] - max((each for other, each in enumerate(points) if other != seat), default=0)
