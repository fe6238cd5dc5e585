"""How a result came to its ranks: the score pad, and what told players with equal points apart."""

from collections.abc import Sequence
from typing import TypedDict

from frontend.presentation.seats import SeatContext
from frontend.presentation.seen import Seen
from frontend.sentences import Sentence, listed
from shared.platform.score import Score

SHARED = Sentence("Those who share the victory are equal in points and in every tie-break.", is_whole=True)
TIE = Sentence("The points are equal: the rules' tie-break decided.", is_whole=True)


class PadLine(TypedDict):
    name: str
    points_by_seat: list[int]


class TieMeasure(TypedDict):
    """One of the ways to win a tie: its numbers, in the order of the tied seats."""

    name: str
    values: list[int]


class TiedContext(TypedDict):
    seats: list[int]
    measures: list[TieMeasure]


class RanksContext(TypedDict):
    """`places` are the final ranks, `lines` those of the pad.

    `tied` are the seats with equal points, None if there are none or the rules have nothing to tell them apart by.
    """

    places: list[int | None]
    lines: list[PadLine]
    totals: list[int | None]
    tie_break_note: Sentence | None
    tie_breaks: list[Sentence]
    tied: TiedContext | None


def ranks_context(seen: Seen, seats: Sequence[SeatContext]) -> RanksContext:
    return {
        "places": [seat["place"] for seat in seats],
        "lines": lines_by_name(seats),
        "totals": [seat["points"] for seat in seats],
        "tie_break_note": tie_break_note(seen.score) if seen.score and not seen.match.was_left else None,
        "tie_breaks": tie_breaks(seen, [seat["name"] for seat in seats]),
        "tied": tied_context(seen),
    }


def lines_by_name(seats: Sequence[SeatContext]) -> list[PadLine]:
    names = list(seats[0]["lines"])
    return [{"name": name, "points_by_seat": [seat["lines"][name] for seat in seats]} for name in names]


def tie_break_note(score: Score) -> Sentence | None:
    """If the same points led to different ranks."""
    standings = set(zip(score.points, score.places, strict=True))
    return TIE if len(standings) > len(set(score.points)) else None


def tie_breaks(seen: Seen, names: list[str]) -> list[Sentence]:
    """How the rules decided the ranks."""
    game, score = seen.game, seen.score
    if not game.ties or not seen.is_counted or not score or seen.match.was_left:
        return []
    found = game.tie_breaks(seen.match.view(None), score)
    sentences = [Sentence(each.template, each.values(names, listed)) for each in found]
    return [*sentences, SHARED] if score.places.count(1) > 1 else sentences


def tied_context(seen: Seen) -> TiedContext | None:
    if not seen.is_counted or not seen.score or seen.match.was_left:
        return None
    seats, measures = seen.game.tied(seen.match.view(None), seen.score)
    if not seats:
        return None
    shown: list[TieMeasure] = [
        {"name": each.name, "values": [each.values[seat] for seat in seats]} for each in measures
    ]
    return {"seats": list(seats), "measures": shown}
