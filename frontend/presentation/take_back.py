"""Moves that are taken back by consent: what a viewer may ask for, and the request that is open."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from frontend.people.who import seat_name
from frontend.presentation.seats import distinct_names
from frontend.presentation.seen import Seen
from shared.platform.match.state import TakeBack
from shared.platform.match.take_back import who_must_agree

BACK = "back"
"""In the address of a page."""


class RequestContext(TypedDict):
    """`turn` as people count. `waits_for` are the names of those who have not answered yet."""

    request: int
    name: str
    turn: int
    is_yours: bool
    can_answer: bool
    waits_for: list[str]


class TakeBackContext(TypedDict):
    """`to` is the viewer's last turn by its version, None where it stands for good; `turn` the same as people count.

    `is_chosen`: the page asks whether that is meant. `others` are the names of all who would have to agree.
    """

    to: int | None
    turn: int | None
    is_chosen: bool
    others: list[str]
    request: RequestContext | None


def take_back_context(seen: Seen, names: Mapping[str, str], is_chosen: bool) -> TakeBackContext:
    """`is_chosen`: the address says so."""
    match, you = seen.match, seen.you
    if seen.is_replay or seen.unknown or match.is_over:
        return {"to": None, "turn": None, "is_chosen": False, "others": [], "request": None}
    called = distinct_names([seat_name(names, player) for player in match.seating.owners])
    to = max(match.ways_back(you), default=None) if you is not None and not match.take_back else None
    others = who_must_agree(match, TakeBack(0, you, to)) if you is not None and to else frozenset[int]()
    return {
        "to": to,
        "turn": seen.log.turns[to - 1] if to else None,
        "is_chosen": to is not None and is_chosen,
        "others": [called[seat] for seat in sorted(others)],
        "request": _request(seen, match.take_back, called) if match.take_back else None,
    }


def _request(seen: Seen, open_: TakeBack, called: Sequence[str]) -> RequestContext:
    waits_for = who_must_agree(seen.match, open_)
    return {
        "request": open_.request,
        "name": called[open_.seat],
        "turn": seen.log.turns[open_.to - 1],
        "is_yours": open_.seat == seen.you,
        "can_answer": seen.you in waits_for,
        "waits_for": [called[seat] for seat in sorted(waits_for)],
    }
