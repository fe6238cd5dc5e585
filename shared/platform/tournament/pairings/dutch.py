"""FIDE's Dutch system for tables of two, by the library py4swiss, which takes the tournament so far and is checked.

Source: FIDE Handbook C.04.3, as in force until January 2026, which is what the library implements.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from importlib.metadata import version

from shared.platform.tournament.pairings.field import field_of
from shared.platform.tournament.pairings.swiss import Pairing
from shared.platform.tournament.rules import POINT, SWISS
from shared.platform.tournament.state import Tournament
from shared.platform.tournament.trf import (
    AWAY,
    DRAWN,
    LOST,
    TENTHS,
    WON,
    WON_BY_FORFEIT,
    Game,
    games,
    starting_numbers,
)

MOST = 200  # entrants: for as many a round takes the library 2 seconds, and for a thousand two minutes


def by() -> str:
    return f"py4swiss {version('py4swiss')}"


def fits(tournament: Tournament) -> bool:
    """Whether the rules are those of the Dutch system: a point for a win and for a bye, half of one for a draw."""
    rules = tournament.rules
    return (
        tournament.format == SWISS
        and rules.points == (POINT, 0)
        and rules.bye == POINT
        and rules.seats == 2
        and tournament.groups == 1
    )


def has_won_alone(played: Sequence[Game]) -> bool:
    """Whether somebody did not come to play against them: C2 counts that as a bye."""
    return any(one.result == WON_BY_FORFEIT for one in played)


def is_out_of_turn(table: Sequence[int], played: Mapping[int, Sequence[Game]], tops: AbstractSet[int]) -> bool:
    """Whether C3 or E2 is broken: who must have a seat has the other one. Only topscorers (A.7) may both want one."""
    wanted = [seat_wanted(played[entrant]) for entrant in table]
    if None not in wanted and wanted[0] == wanted[1]:
        return tops.isdisjoint(table)
    return any(seat is not None and seat != own for own, seat in enumerate(wanted))


def seat_wanted(played: Sequence[Game]) -> int | None:
    """The seat that somebody must have (A.6.a): after the other one twice in a row, or twice more often."""
    had = ["wb".index(one.colour) for one in played if one.result in (WON, DRAWN, LOST)]
    more = had.count(0) - had.count(1)
    if abs(more) < 2 and (len(had) < 2 or had[-1] != had[-2]):
        return None
    return int(more > 0) if more else 1 - had[-1]


def dutch(tournament: Tournament) -> Pairing:
    """Of all who are there. Raises whatever the library raises, as where nobody is left to be paired with."""
    from py4swiss.engines import DutchEngine  # pydantic takes half a second, which only this needs
    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.codes import PlayerCode
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
    from py4swiss.trf.sections import PlayerSection, XSection

    there = {one.entrant for one in field_of(tournament).contenders}
    numbers = starting_numbers(tournament)

    def section(entrant: int, played: tuple[Game, ...]) -> PlayerSection:
        row = [
            RoundResult(id=one.opponent, color=ColorToken(one.colour), result=ResultToken(one.result))
            for one in (*played, *([] if entrant in there else [Game(0, "-", AWAY)]))
        ]
        tenths = sum(TENTHS[one.result] for one in played)
        return PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=numbers[entrant],
            points_times_ten=tenths,
            rank=numbers[entrant],
            results=row,
        )

    sections = [section(entrant, row) for entrant, row in games(tournament).items()]
    report = ParsedTrf(player_sections=sections, x_section=XSection(number_of_rounds=tournament.length))
    report.validate_contents()
    made = DutchEngine.generate_pairings(report)
    entrants = {number: entrant for entrant, number in numbers.items()}
    tables = tuple((entrants[one.white], entrants[one.black]) for one in made if one.black)
    return Pairing(tables, tuple(entrants[one.white] for one in made if not one.black))
