"""What people talk about after a match: its best moment, and the turn that decided it. Found once for each match."""

from typing import NamedTuple, TypedDict

from frontend.logs import Line, Log
from frontend.presentation.log import LogEntry, entry_of
from frontend.presentation.seen import Seen
from frontend.site import Site
from shared.platform.match.moments import Moment, Moved, best_moment, crossing, turning_point
from shared.recent import Recent

MOST = 512  # matches


class MomentContext(TypedDict):
    """`turn` counts moves from 1; `at` is where the replay shows it; `made` is the move as the log tells it."""

    turn: int
    turns: int
    at: int
    seat: int
    before: int
    after: int
    made: LogEntry


class MomentsContext(TypedDict):
    """`is_reached`: the target of those who play together, None where everybody plays for themselves.

    `decided` is None if no turn decided: it was so from the first move on, or several share the victory.
    """

    best: MomentContext | None
    decided: MomentContext | None
    is_reached: bool | None


class Told(NamedTuple):
    """The points after every move, and at the start."""

    moves: tuple[Moved, ...]
    start: tuple[int, ...]


# By the digest of the last event: a record that is over never changes.
_told = Recent[Told](MOST)


def moments_context(site: Site, seen: Seen) -> MomentsContext | None:
    """None for a match that was not counted."""
    if seen.score is None or not seen.is_counted:
        return None
    told = _told.get((seen.id, seen.log.digest), lambda: points_by_move(site, seen))
    result = seen.game.result(seen.match.view(None))
    winners = [seat for seat, place in enumerate(seen.score.places) if place == 1]
    if result.target is None:
        decided = turning_point(told.moves, told.start, winners)
    else:
        decided = crossing(told.moves, told.start, result.target)
    return {
        "best": _shown(seen, told, best_moment(told.moves, told.start)),
        "decided": _shown(seen, told, decided),
        "is_reached": None if result.target is None else bool(winners),
    }


def points_by_move(site: Site, seen: Seen) -> Told:
    """From one fold of the record: of each move, what all would have if the match had ended before the next one."""
    made = moves_of(seen.log)
    after = [*(line.version - 1 for line in made[1:]), len(seen.log.lines)]
    first = made[0].version - 1 if made else len(seen.log.lines)
    then = site.streams.matches.folder.at_each(f"match:{seen.id}", {first, *after})
    seats = range(len(seen.started.players))
    points = {version: tuple(seen.game.points(match.state, seat) for seat in seats) for version, match in then.items()}
    moves = [Moved(line.version, line.seat or 0, points[end]) for line, end in zip(made, after, strict=False)]
    return Told(tuple(moves), points[first])


def moves_of(log: Log) -> list[Line]:
    """Those that stand."""
    undone = log.undone
    return [line for line in log.lines if line.is_move and line.seat is not None and line.version not in undone]


def _shown(seen: Seen, told: Told, moment: Moment | None) -> MomentContext | None:
    if moment is None:
        return None
    made = seen.log.lines[moment.version - 1]
    at = next((step for step in seen.log.steps if step >= moment.version), moment.version)
    return {
        "turn": moment.turn,
        "turns": len(told.moves),
        "at": at,
        "seat": moment.seat,
        "before": moment.before,
        "after": moment.after,
        "made": entry_of(made.type, made.data),
    }
