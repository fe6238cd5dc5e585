"""One entrant's way through a tournament, with all that their numbers are made of."""

from collections.abc import Sequence
from typing import TypedDict

from frontend.presentation.tournament.fractions import points, signed, written
from frontend.presentation.tournament.rounds import may_look
from frontend.presentation.tournament.shown import EntrantContext, Shown
from frontend.presentation.tournament.standings import StandingContext, columns_of, row_of
from shared.platform.tournament.rules import DIFFERENCE, POINT
from shared.platform.tournament.standings import Sat, worth_of_bye


class MetContext(TypedDict):
    """An opponent with their place at that table and all points so far. `ahead`: 2, 1 for the same place, or 0."""

    who: EntrantContext
    place: int | None
    points: str
    ahead: int


class SatContext(TypedDict):
    """Round and table count from 1. `table` is None in a bye, and where they were not paired."""

    round: int
    table: int | None
    match: str | None
    place: int | None
    scored: int | None
    earned: str | None
    is_bye: bool
    met: list[MetContext]


class TermContext(TypedDict):
    """What a sum counts for an opponent, or for a round alone. `halved`: their places were shared."""

    who: EntrantContext | None
    round: int
    value: str
    halved: bool


class SumContext(TypedDict):
    """`column` names the number; `terms` make `total`."""

    column: str
    terms: list[TermContext]
    total: str


class EntrantPage(TypedDict):
    who: EntrantContext
    standing: StandingContext | None
    columns: list[str]
    rounds: list[SatContext]
    sums: list[SumContext]


def entrant_context(shown: Shown, entrant: int) -> EntrantPage:
    """`entrant` from 0, who has a place in the running stage or is none of it."""
    standing = next((one for one in shown.standings if one.entrant == entrant), None)
    return {
        "who": shown.entrants[entrant],
        "standing": row_of(shown, standing) if standing else None,
        "columns": columns_of(shown),
        "rounds": [_round(shown, entrant, number) for number in range(len(shown.held.rounds))],
        "sums": _sums(shown, entrant) if standing else [],
    }


def _round(shown: Shown, entrant: int, number: int) -> SatContext:
    one = shown.held.rounds[number]
    table = next((at for at, seats in enumerate(one.tables) if entrant in seats), None)
    is_bye = entrant in one.byes
    sat = next((sat for sat in shown.numbers.sat.get(entrant, ()) if sat.round == number), None)
    return {
        "round": number + 1,
        "table": None if table is None else table + 1,
        "match": None if table is None or not may_look(shown, one, table) else one.matches.get(table),
        "place": sat.place if sat else None,
        "scored": sat.scored if sat and sat.place is not None else None,
        "earned": points(sat.points) if sat else points(worth_of_bye(shown.held, one)) if is_bye else None,
        "is_bye": is_bye,
        "met": _met(shown, entrant, number, table, sat),
    }


def _met(shown: Shown, entrant: int, number: int, table: int | None, sat: Sat | None) -> list[MetContext]:
    if table is None:
        return []
    others = [other for other in shown.held.rounds[number].tables[table] if other != entrant]
    return [
        {
            "who": shown.entrants[other],
            "place": sat.others[other] if sat else None,
            "points": points(shown.numbers.points.get(other, 0)),
            "ahead": ahead(sat, other) if sat else 0,
        }
        for other in others
    ]


def ahead(sat: Sat, other: int) -> int:
    """2 for a better place than the other's, 1 for the same, 0 for a worse one and for who forfeits."""
    own, theirs = sat.place, sat.others[other]
    if own is None or theirs is None:
        return 0
    return 2 if own < theirs else int(own == theirs)


def _sums(shown: Shown, entrant: int) -> list[SumContext]:
    """Those that are sums over rounds; what else a column holds needs no reckoning."""
    sat = shown.numbers.sat.get(entrant, ())
    found = [_of_points(shown, entrant, sat)]
    found += [_of_opponents(shown, entrant, sat, name) for name in shown.rules.tie_breaks if name in WEIGHED]
    if "points_scored" in shown.rules.tie_breaks:
        terms = [_term(None, one.round, str(one.scored)) for one in sat if one.place is not None]
        total = sum(one.scored for one in sat if one.place is not None)
        found.append({"column": "points_scored", "terms": terms, "total": str(total)})
    if DIFFERENCE in shown.rules.tie_breaks:
        terms = [_term(None, one.round, signed(one.difference)) for one in sat if one.place is not None]
        found.append({"column": DIFFERENCE, "terms": terms, "total": signed(sum(one.difference for one in sat))})
    return found


def _of_points(shown: Shown, entrant: int, sat: Sequence[Sat]) -> SumContext:
    byes = [one for one in shown.held.of_stage if entrant in one.byes]
    earned = [(one.round, one.points) for one in sat] + [(one.number, worth_of_bye(shown.held, one)) for one in byes]
    terms = [_term(None, number, points(each)) for number, each in sorted(earned)]
    column = "points" if "points" in columns_of(shown) else "match_points"
    return {"column": column, "terms": terms, "total": points(sum(each for _, each in earned))}


WEIGHED = ("buchholz", "sonneborn_berger", "head_to_head")


def _of_opponents(shown: Shown, entrant: int, sat: Sequence[Sat], column: str) -> SumContext:
    """In halves of a twelfth, as a shared place counts half."""
    counted, own = shown.numbers.points, shown.numbers.points[entrant]
    terms, total = [], 0
    for one in sat:
        others = [other for other, place in one.others.items() if other != entrant and place is not None]
        for other in others if one.place is not None else ():
            if column == "head_to_head" and counted[other] != own:
                continue
            weight = 2 if column == "buchholz" else ahead(one, other)
            worth = POINT if column == "head_to_head" else counted[other]
            total += weight * worth
            if weight:
                value = written(weight * worth, 2 * POINT)
                terms.append(_term(shown.entrants[other], one.round, value, weight == 1))
    return {"column": column, "terms": terms, "total": written(total, 2 * POINT)}


def _term(who: EntrantContext | None, number: int, value: str, halved: bool = False) -> TermContext:
    return {"who": who, "round": number + 1, "value": value, "halved": halved}
