"""What happened since the viewer's own last move, and where a page may stop to show one move after the other."""

from collections.abc import Sequence
from itertools import pairwise
from math import inf
from typing import TypedDict

from frontend.logs import Line
from frontend.presentation.log import LogLine
from frontend.presentation.seen import Seen
from shared.platform.player import is_bot


class StopContext(TypedDict):
    """`version`: the last one that belongs to the move."""

    version: int
    by_bot: bool


class SinceContext(TypedDict):
    """`own` is the viewer's last move, `moves` are those of the others since, oldest first; a spectator has the last.

    `pace`: milliseconds that pass on a page before a bot's move is shown.
    """

    own: LogLine | None
    moves: list[LogLine]
    stops: list[StopContext]
    pace: int


def since_context(seen: Seen, lines: Sequence[Line], told: Sequence[LogLine], pace: float) -> SinceContext:
    """`told` are the same lines as the log has them, the newest first."""
    seat = None if seen.is_replay else seen.you
    recent = recent_moves(lines, seat, len(seen.match.players))
    moves = [told[len(lines) - line.version] for line in recent]
    own = moves[0] if moves and seat is not None and moves[0]["seat"] == seat else None
    return {
        "own": own,
        "moves": moves[-1:] if seat is None else moves[1:] if own else moves,
        "stops": stops(recent, len(lines)),
        "pace": round(pace * 1000) if has_people(seen) else 0,
    }


def recent_moves(lines: Sequence[Line], seat: int | None, seats: int) -> list[Line]:
    """The seat's own last move and all after it; for who has no seat, as many as there are seats.

    Moves that were taken back are none.
    """
    found: list[Line] = []
    last = inf
    for line in reversed(lines):
        if line.type == "match.taken_back":
            last = min(last, line.data["to"] + 1)
        elif line.is_move and line.version < last:
            found.insert(0, line)
            if line.seat == seat or (seat is None and len(found) == seats):
                break
    return found


def stops(recent: Sequence[Line], head: int) -> list[StopContext]:
    """After each move, up to the next one."""
    ends = [*(after.version - 1 for _, after in pairwise(recent)), head]
    return [{"version": end, "by_bot": is_bot(line.by)} for line, end in zip(recent, ends, strict=False)]


def has_people(seen: Seen) -> bool:
    """Whether anybody is there to watch: bots among themselves are shown as they are."""
    return not all(map(is_bot, seen.match.players))
