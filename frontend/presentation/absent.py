"""Players who were called and have never moved: what the others can do about it, and what the page says afterwards."""

from collections.abc import Sequence
from typing import TypedDict

from frontend.logs import Line
from frontend.presentation.seats import SeatContext
from shared.platform.match import Match
from shared.platform.player import is_person


class AbsentContext(TypedDict):
    """`agreed` are the names of the players who want a bot in this seat."""

    seat: int
    name: str
    agreed: list[str]
    you_agreed: bool


def absent_context(
    match: Match, you: int | None, seats: Sequence[SeatContext], lines: Sequence[Line]
) -> list[AbsentContext]:
    """The players whom the viewer's seat may help to replace."""
    if you is None:
        return []
    moved = {line.by for line in lines if line.is_move or line.is_aside}
    return [
        {
            "seat": seat,
            "name": seats[seat]["name"],
            "agreed": [seats[other]["name"] for other in sorted(match.agreed.get(seat, ()))],
            "you_agreed": you in match.agreed.get(seat, ()),
        }
        for seat in match.called
        if seat != you and is_person(match.players[seat]) and match.players[seat] not in moved
    ]


def was_replaced(match: Match, player: str) -> bool:
    """Whether a bot plays on for this player, who didn't resign and had time."""
    return any(seat not in match.resigned | match.ran_out | match.absent for seat in _left(match, player))


def was_away(match: Match, player: str) -> bool:
    """Whether a bot keeps this player's seat until they come back."""
    return any(seat in match.absent for seat in _left(match, player))


def has_run_out(match: Match, player: str) -> bool:
    """Whether a bot plays on for this player, whose time was over."""
    return any(seat in match.ran_out for seat in _left(match, player))


def has_resigned(match: Match, player: str) -> bool:
    return any(seat in match.resigned for seat in _left(match, player))


def was_taken_over(match: Match, player: str) -> bool:
    """Whether somebody else has this player's seat now."""
    return player in match.seating.passed_on


def _left(match: Match, player: str) -> list[int]:
    """The seats of this player where a bot plays."""
    now = zip(match.seating.owners, match.players, strict=True)
    return [seat for seat, (before, after) in enumerate(now) if before == player != after]
