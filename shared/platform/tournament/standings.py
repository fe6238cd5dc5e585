"""Points of tables and what breaks ties, in whole numbers and with every player's own numbers.

A table shares out the same points however it ends, and places that are tied share the mean of what they bring: so no
agreement brings its players more than playing on. Buchholz and Sonneborn-Berger are FIDE's (Handbook C.07), with
every opponent of a table counting; no unplayed round counts in either.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from shared.games.chance import Chance
from shared.platform.tournament.divisions import divisions_of
from shared.platform.tournament.duplicate import compared, is_duplicate, top
from shared.platform.tournament.events import Standing
from shared.platform.tournament.rules import ELIMINATION, KNOCK_OUT, POINT, Rules
from shared.platform.tournament.state import Round, Tournament


class Sat(NamedTuple):
    """An entrant at a table that has a result; `place` None: forfeited. `others` has their places by entrant.

    `difference`: in a duplicate, twelfths of points above the mean of who had the same seat elsewhere.
    """

    round: int
    table: int
    place: int | None
    points: int
    scored: int
    others: Mapping[int, int | None]
    difference: int = 0


@dataclass(frozen=True, slots=True)
class Numbers:
    """All that is counted of a stage, by entrant."""

    rules: Rules
    points: Mapping[int, int]
    sat: Mapping[int, Sequence[Sat]]
    byes: Mapping[int, int]


def table_points(worth: Sequence[int], places: Sequence[int | None]) -> tuple[int, ...]:
    """In twelfths, by seat. Who forfeits has nothing; a short table spreads the places of a full one evenly."""
    return _table_points(tuple(worth), tuple(places))


@lru_cache(4096)  # a table ends in few ways, and a tournament has thousands of tables
def _table_points(worth: tuple[int, ...], places: tuple[int | None, ...]) -> tuple[int, ...]:
    there = sorted(place for place in places if place is not None)
    by_rank = worth_of(worth, len(places))
    shared = {
        place: sum(by_rank[there.index(place) : there.index(place) + there.count(place)]) // there.count(place)
        for place in set(there)
    }
    return tuple(0 if place is None else shared[place] for place in places)


def worth_of(worth: Sequence[int], seats: int) -> tuple[int, ...]:
    """What the places of a table of so many bring: at three of four seats the second is the mean of two places."""
    gaps, steps = len(worth) - 1, seats - 1
    found = []
    for rank in range(seats):
        below, part = divmod(rank * gaps, steps)
        upper = worth[min(below + 1, gaps)]
        found.append(worth[below] + (upper - worth[below]) * part // steps)
    return tuple(found)


def numbers(tournament: Tournament) -> Numbers:
    """Of the running stage."""
    rules, members = tournament.rules, tournament.members
    points, byes = dict.fromkeys(members, 0), dict.fromkeys(members, 0)
    sat: dict[int, list[Sat]] = {member: [] for member in members}
    for one in tournament.of_stage:
        seated = _compared(one) if is_duplicate(tournament) else _seated(one, rules)
        for entrant in one.byes:
            points[entrant] += worth_of_bye(tournament, one)
            byes[entrant] += 1
        for entrant, place in seated:
            sat[entrant].append(place)
            points[entrant] += place.points
    return Numbers(rules, points, sat, byes)


def _seated(one: Round, rules: Rules) -> Iterable[tuple[int, Sat]]:
    for table, result in one.results.items():
        seats = one.tables[table]
        earned = table_points(rules.points, result.places)
        others = dict(zip(seats, result.places, strict=True))
        for seat, entrant in enumerate(seats):
            place = result.places[seat]
            yield entrant, Sat(one.number, table, place, earned[seat], result.points[seat], others)


def worth_of_bye(tournament: Tournament, one: Round) -> int:
    """In a duplicate the average of the round, once it is over."""
    if not is_duplicate(tournament):
        return tournament.rules.bye
    return 0 if one.open else POINT * top(one)


def _compared(one: Round) -> Iterable[tuple[int, Sat]]:
    """Of a round of a duplicate, which counts once all its tables have ended."""
    found = compared(one)
    for table, result in one.results.items() if not one.open else ():
        seats = one.tables[table]
        others = dict(zip(seats, result.places, strict=True))
        for seat, entrant in enumerate(seats):
            own, place = found.get((table, seat)), result.places[seat]
            points, difference = (own.points, own.difference) if own else (0, 0)
            yield entrant, Sat(one.number, table, place, points, result.points[seat], others, difference)


def standings(tournament: Tournament) -> tuple[Standing, ...]:
    """Of all who have a place in this stage, the best first. No two share a place: the last tie is drawn."""
    counted = numbers(tournament)
    members = tournament.members
    keys = _keys(tournament, counted)
    order = sorted(members, key=lambda entrant: keys[entrant], reverse=True)
    return tuple(
        Standing(entrant, place, counted.points[entrant], keys[entrant]) for place, entrant in enumerate(order, 1)
    )


def _keys(tournament: Tournament, counted: Numbers) -> dict[int, tuple[int, ...]]:
    members = tournament.members
    drawn = draw_order(tournament)
    season = tournament.season
    divisions = divisions_of(tournament, season, by_strength(tournament)) if season else ()
    of = {one: at for at, division in enumerate(divisions) for one in division}
    found = {}
    groups: dict[int, set[int]] = {}
    for entrant, points in counted.points.items():
        groups.setdefault(points, set()).add(entrant)
    for entrant in members:
        points = counted.points[entrant]
        breaks = [TIE_BREAKS[name](counted, entrant, groups[points]) for name in counted.rules.tie_breaks]
        reached = _reached(tournament, counted, entrant) if tournament.format in KNOCK_OUT else ()
        average = (_average(counted, entrant),) if tournament.lasts else ()
        division = (-of[entrant],) if divisions else ()
        found[entrant] = (*division, *reached, points, *average, _attended(counted, entrant), *breaks, -drawn[entrant])
    return found


def by_strength(tournament: Tournament) -> list[int]:
    """The members of this stage, and of those who are equally strong whom the committed seed puts first."""
    drawn = draw_order(tournament)
    return sorted(tournament.members, key=lambda one: (-tournament.entrants[one].strength, drawn[one]))


def draw_order(tournament: Tournament) -> Mapping[int, int]:
    """Where the committed seed puts each entrant: what parts those whom nothing else parts."""
    order = Chance(tournament.key).order(f"ties_{tournament.stage}", len(tournament.entrants))
    return {entrant: position for position, entrant in enumerate(order)}


def _attended(counted: Numbers, entrant: int) -> int:
    """Rounds played, and byes: who was there ranks above who was not."""
    return sum(one.place is not None for one in counted.sat[entrant]) + counted.byes[entrant]


def _average(counted: Numbers, entrant: int) -> int:
    """Thousandths of a point for each table one sat at, also where one forfeited: in an arena some play more than
    others, and sums that break ties can be compared among those alone who needed as many tables for as many points.
    """
    return 1000 * counted.points[entrant] // (POINT * len(counted.sat[entrant])) if counted.sat[entrant] else 0


def _reached(tournament: Tournament, counted: Numbers, entrant: int) -> tuple[int, int]:
    """The last round somebody was in, and minus their place there; the match for the third place is none."""
    last = max(tournament.of_stage, key=lambda one: one.number, default=None)
    for one in reversed(tournament.of_stage):
        if entrant in one.byes:
            return one.number + 1, -1
        for sat in counted.sat[entrant]:
            if sat.round == one.number:
                is_small = tournament.format == ELIMINATION and one is last and sat.table and len(one.tables) == 2
                third = int(bool(is_small and tournament.rules.third_place))
                return one.number + 1 - third, -(sat.place or len(sat.others) + 1)
        if any(entrant in seats for seats in one.tables):
            return one.number + 1, 0
    return 0, 0


def buchholz(counted: Numbers, entrant: int, tied: set[int]) -> int:
    """The points of all opponents."""
    return sum(counted.points[other] for sat in counted.sat[entrant] for other in _opponents(sat, entrant))


def sonneborn_berger(counted: Numbers, entrant: int, tied: set[int]) -> int:
    """Twice the points of opponents whom one was ahead of, and once those of whom one shared a place with."""
    return sum(
        _ahead(sat, other) * counted.points[other] for sat in counted.sat[entrant] for other in _opponents(sat, entrant)
    )


def head_to_head(counted: Numbers, entrant: int, tied: set[int]) -> int:
    """At tables with those who have as many points: two for each one was ahead of, one for each shared place."""
    return sum(
        _ahead(sat, other) for sat in counted.sat[entrant] for other in _opponents(sat, entrant) if other in tied
    )


def points_scored(counted: Numbers, entrant: int, tied: set[int]) -> int:
    """Points of the game itself."""
    return sum(sat.scored for sat in counted.sat[entrant] if sat.place is not None)


def wins(counted: Numbers, entrant: int, tied: set[int]) -> int:
    """First places that nobody shared."""
    return sum(sat.place == 1 and list(sat.others.values()).count(1) == 1 for sat in counted.sat[entrant])


def difference(counted: Numbers, entrant: int, tied: set[int]) -> int:
    """Twelfths of points above the mean of those who had the same seat at the other tables."""
    return sum(sat.difference for sat in counted.sat[entrant])


TieBreak = Callable[[Numbers, int, set[int]], int]
TIE_BREAKS: Mapping[str, TieBreak] = {
    "buchholz": buchholz,
    "sonneborn_berger": sonneborn_berger,
    "head_to_head": head_to_head,
    "points_scored": points_scored,
    "wins": wins,
    "difference": difference,
}


def _opponents(sat: Sat, entrant: int) -> Iterable[int]:
    """Those one played against: nobody plays who forfeits."""
    if sat.place is None:
        return ()
    return [other for other, place in sat.others.items() if other != entrant and place is not None]


def _ahead(sat: Sat, other: int) -> int:
    """2 for a better place than the other's, 1 for the same, 0 for a worse one."""
    own, theirs = sat.place or 0, sat.others[other] or 0
    return 2 if own < theirs else int(own == theirs)
