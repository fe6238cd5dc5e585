"""The rules of a tournament as values for sentences, and what an organiser's form offers."""

from typing import TypedDict

from frontend.presentation.clocks import PolicyContext, policy_of
from frontend.presentation.tournament.fractions import points
from frontend.presentation.tournament.standings import named_in
from shared.platform.tournament.rules import ARENA, DUPLICATE, KNOCK_OUT, SWISS, Rules, lasts


class FinalContext(TypedDict):
    format: str
    rounds: int
    entrants: int


class RulesContext(TypedDict):
    """`points` by place, in words of people; `rounds` None where the format has its own end.

    `lasts`: it is played for a span of time, its `minutes`.
    """

    format: str
    seats: int
    shortest: int
    rounds: int | None
    lasts: bool
    points: list[str]
    bye: str
    tie_breaks: list[str]
    columns: list[str]
    clock: PolicyContext | None
    rated: bool
    check_in: str
    absent: str
    late: bool
    bots: bool
    most: int
    minutes: int
    go_on: int
    groups: int
    third_place: bool
    has_byes: bool
    final: FinalContext | None


def rules_context(rules: Rules) -> RulesContext:
    return {
        "format": rules.format,
        "seats": rules.seats,
        "shortest": rules.shortest,
        "rounds": rules.rounds or None,
        "lasts": lasts(rules),
        "points": [points(each) for each in rules.points],
        "bye": points(rules.bye),
        "tie_breaks": list(rules.tie_breaks),
        "columns": named_in(rules, rules.format if rules.format in (DUPLICATE, ARENA) else SWISS),
        "clock": policy_of(rules.terms),
        "rated": rules.terms.rated and rules.format != DUPLICATE,
        "check_in": rules.check_in,
        "absent": rules.absent,
        "late": rules.late,
        "bots": rules.bots,
        "most": rules.most,
        "minutes": rules.minutes,
        "go_on": rules.go_on,
        "groups": rules.groups,
        "third_place": rules.third_place,
        "has_byes": rules.format not in (*KNOCK_OUT, ARENA),
        "final": rules.final._asdict() if rules.final else None,  # type: ignore[typeddict-item]  # its fields
    }
