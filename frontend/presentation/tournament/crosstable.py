"""Everybody against everybody, for fields that fit on a page; for others what each did round by round."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from frontend.presentation.tournament.entrant import ahead
from frontend.presentation.tournament.fractions import points
from frontend.presentation.tournament.shown import EntrantContext, Shown
from frontend.presentation.tournament.standings import order_of
from shared.platform.tournament.standings import Sat

SQUARE = 24  # entrants who fit side by side
PAGE = 100


class MeetingContext(TypedDict):
    """`of` 2 for each time they met: `ahead` has two for a better place and one for a shared one. `plays`: just now."""

    ahead: int
    of: int
    plays: bool


class CrossRow(TypedDict):
    """`met` is None on the diagonal."""

    place: int
    who: EntrantContext
    met: list[MeetingContext | None]
    points: str


class StepContext(TypedDict):
    """A round of an entrant: `earned` None while they play or if they were away; `others` are places from 1."""

    earned: str | None
    others: list[int]
    is_bye: bool


class WayRow(TypedDict):
    place: int
    who: EntrantContext
    steps: list[StepContext]
    points: str


class CrosstableContext(TypedDict):
    """`square` where all fit side by side, `ways` where they don't."""

    square: list[CrossRow] | None
    ways: list[WayRow] | None
    rounds: list[int]
    page: int
    pages: int


def crosstable_context(shown: Shown, page: int = 1) -> CrosstableContext:
    """Pages count from 1."""
    order = order_of(shown)
    fits = len(order) <= SQUARE
    start = (page - 1) * PAGE
    return {
        "square": _square(shown, order) if fits else None,
        "ways": None if fits else _ways(shown, order, start),
        "rounds": [one.number + 1 for one in shown.held.of_stage],
        "page": page,
        "pages": 1 if fits else -(-len(order) // PAGE),
    }


def _square(shown: Shown, order: Sequence[int]) -> list[CrossRow]:
    playing = {frozenset((one, other)) for _, _, seats in shown.held.playing() for one in seats for other in seats}
    return [
        {
            "place": place,
            "who": shown.entrants[entrant],
            "met": [
                None if other == entrant else _meeting(shown, entrant, other, frozenset((entrant, other)) in playing)
                for other in order
            ],
            "points": points(shown.numbers.points.get(entrant, 0)),
        }
        for place, entrant in enumerate(order, 1)
    ]


def _meeting(shown: Shown, entrant: int, other: int, plays: bool) -> MeetingContext:
    met = [sat for sat in shown.numbers.sat.get(entrant, ()) if other in sat.others]
    return {"ahead": sum(ahead(sat, other) for sat in met), "of": 2 * len(met), "plays": plays}


def _ways(shown: Shown, order: Sequence[int], start: int) -> list[WayRow]:
    places = {entrant: place for place, entrant in enumerate(order, 1)}
    rows: list[WayRow] = []
    for entrant in order[start : start + PAGE]:
        by_round = {sat.round: sat for sat in shown.numbers.sat.get(entrant, ())}
        steps = [_step(shown, entrant, one.number, by_round, places) for one in shown.held.of_stage]
        total = points(shown.numbers.points.get(entrant, 0))
        rows.append({"place": places[entrant], "who": shown.entrants[entrant], "steps": steps, "points": total})
    return rows


def _step(
    shown: Shown, entrant: int, number: int, by_round: Mapping[int, Sat], places: Mapping[int, int]
) -> StepContext:
    sat = by_round.get(number)
    is_bye = entrant in shown.held.rounds[number].byes
    return {
        "earned": points(sat.points) if sat else points(shown.rules.bye) if is_bye else None,
        "others": [places[other] for other in sat.others if other != entrant and other in places] if sat else [],
        "is_bye": is_bye,
    }
