"""What a tournament is played under: format, tables, points, tie-breaks, and what is done about who does not come.

They are chosen when it is opened, and hold until its end. Points are whole numbers: twelfths of what a table calls a
point, so that two, three or four players can share places.
"""

from collections.abc import Sequence
from typing import NamedTuple

from shared.errors import NotAllowed
from shared.games.game import Game
from shared.platform.terms import USUAL, Terms, check_terms

POINT = 12  # twelfths: the mean of any places of a table of up to four is a whole number
SWISS, ROUND_ROBIN, ELIMINATION, DOUBLE, ARENA, LEAGUE, DUPLICATE = FORMATS = (
    "swiss",
    "round_robin",
    "elimination",
    "double_elimination",
    "arena",
    "league",
    "duplicate",
)
OVERLAPPING = (ARENA, LEAGUE)  # a round may be paired while tables of another one still play
KNOCK_OUT = (ELIMINATION, DOUBLE)
DIFFERENCE = "difference"  # to the mean of who had the same seat elsewhere: in a duplicate alone
TIE_BREAKS = ("buchholz", "sonneborn_berger", "head_to_head", "points_scored", "wins", DIFFERENCE)
USUAL_TIE_BREAKS = ("buchholz", "sonneborn_berger", "head_to_head", "points_scored")
OF_DUPLICATE = (DIFFERENCE, "points_scored")
NEVER, AT_START, EACH_ROUND = CHECK_INS = ("never", "start", "rounds")
STANDS_IN, FORFEITS = ABSENCES = ("stand_in", "forfeit")
MOST_ROUNDS = 100
MOST_GROUPS = 64
MOST_ENTRANTS = 2000


class Final(NamedTuple):
    """A second stage among the best `entrants` of the first one. They begin it without points."""

    format: str
    rounds: int
    entrants: int


class Rules(NamedTuple):
    """`seats` at a table, never fewer than `shortest`: who then is left has a bye, which is worth `bye`.

    `points` by place at a full table. `go_on`: how many of a table are not knocked out. `absent`: a stand-in plays on
    for who does not come, or they forfeit. `late`: whether anybody may enter after the start. `minutes` a round may
    take at most, 0: for ever. `check_in`: never, before the start, or before each round. `third_place`: whether those
    who lost the semi-finals play for it. `groups`: in how many the first stage is played, before its
    final. `rounds`: 0 where the format has its own end; an arena then lasts for `minutes` in all.
    In a duplicate places bring nothing: `points` and `bye` have no meaning there, as everybody is compared with those
    who had the same seat at the other tables.
    """

    format: str
    seats: int
    shortest: int
    rounds: int
    points: tuple[int, ...]
    bye: int
    tie_breaks: tuple[str, ...]
    terms: Terms
    check_in: str
    absent: str
    late: bool
    bots: bool
    most: int
    minutes: int
    go_on: int
    third_place: bool
    groups: int
    final: Final | None


def rules_for(
    game: Game,
    format_: str,
    seats: int,
    rounds: int = 0,
    *,
    shortest: int | None = None,
    points: Sequence[int] | None = None,
    bye: int | None = None,
    tie_breaks: Sequence[str] | None = None,
    terms: Terms = USUAL,
    check_in: str = NEVER,
    absent: str = STANDS_IN,
    late: bool = True,
    bots: bool = True,
    most: int = MOST_ENTRANTS,
    minutes: int = 0,
    third_place: bool = False,
    groups: int = 1,
    final: Final | None = None,
) -> Rules:
    """With what is usual in place of what is not said."""
    worth = tuple(points or place_points(seats))
    return Rules(
        format=format_,
        seats=seats,
        shortest=usual_shortest(game, format_, seats) if shortest is None else shortest,
        rounds=rounds,
        points=worth,
        bye=(worth[0] if seats == 2 else sum(worth) // seats) if bye is None else bye,
        tie_breaks=tuple(usual_tie_breaks(format_) if tie_breaks is None else tie_breaks),
        terms=terms,
        check_in=check_in,
        absent=absent,
        late=late,
        bots=bots,
        most=most,
        minutes=minutes,
        go_on=1 if seats == 2 else 2,
        third_place=third_place,
        groups=groups,
        final=final,
    )


def usual_shortest(game: Game, format_: str, seats: int) -> int:
    """Tables of a duplicate have the same draws, and so the same seats."""
    return seats if format_ == DUPLICATE else max(game.seats[0], 2, seats - 1)


def usual_tie_breaks(format_: str) -> tuple[str, ...]:
    return OF_DUPLICATE if format_ == DUPLICATE else USUAL_TIE_BREAKS


def lasts(rules: Rules) -> bool:
    """Whether it is played for a span of time, and not for a number of rounds."""
    return rules.format == ARENA and rules.rounds == 0


def formats_of(rules: Rules) -> tuple[str, ...]:
    """Of its stages."""
    return (rules.format, *([rules.final.format] if rules.final else []))


def place_points(seats: int) -> tuple[int, ...]:
    """A point for each player of a full table whom one is ahead of: 1 and 0, or 3, 2, 1 and 0."""
    return tuple(POINT * beaten for beaten in reversed(range(seats)))


def check_rules(game: Game, rules: Rules) -> None:
    """Raises NotAllowed, with a sentence for whoever opens the tournament."""
    check_terms(rules.terms)
    _check_tables(game, rules)
    _check_points(rules)
    if not set(rules.tie_breaks) <= set(TIE_BREAKS) or len(set(rules.tie_breaks)) < len(rules.tie_breaks):
        raise NotAllowed("there is no such tie-break, or it is named twice")
    if rules.check_in not in CHECK_INS or rules.absent not in ABSENCES:
        raise NotAllowed("there is no such rule for check-in or for who is absent")
    if not 2 <= rules.most <= MOST_ENTRANTS:
        raise NotAllowed("a tournament has room for 2 to {most} entrants", most=MOST_ENTRANTS)
    if not 0 <= rules.minutes <= 366 * 24 * 60:
        raise NotAllowed("a round takes a year at most")
    if lasts(rules) and not rules.minutes:
        raise NotAllowed("an arena lasts for some minutes, or for a number of rounds")
    if lasts(rules) and rules.check_in == EACH_ROUND:
        raise NotAllowed("nobody checks in for each table of an arena: whoever does not come is not paired again")


def _check_tables(game: Game, rules: Rules) -> None:
    formats = formats_of(rules)
    if not set(formats) <= set(FORMATS):
        raise NotAllowed("there is no such format of tournaments")
    if rules.seats not in game.seats or not 2 <= rules.shortest <= rules.seats or rules.shortest not in game.seats:
        raise NotAllowed("{game} has no tables of so many seats", game=game.title)
    if rules.seats != 2 and DOUBLE in formats:
        raise NotAllowed("double elimination is for tables of two")
    if DUPLICATE in formats and rules.shortest != rules.seats:
        raise NotAllowed("in a duplicate all tables have the same number of seats")
    if DIFFERENCE in rules.tie_breaks and DUPLICATE not in formats:
        raise NotAllowed("only in a duplicate others have had the same seat and the same draws")
    _check_length(rules.format, rules.rounds)
    if rules.final:
        _check_length(rules.final.format, rules.final.rounds)
    if rules.groups != 1 and not (
        2 <= rules.groups <= MOST_GROUPS and rules.final and rules.format in (SWISS, ROUND_ROBIN)
    ):
        raise NotAllowed("only Swiss and round robins are played in groups, 64 at most, and a final follows them")
    if rules.final and (rules.final.entrants < 2 or rules.format in KNOCK_OUT or rules.final.format in OVERLAPPING):
        raise NotAllowed("this can't be followed by such a final")


def _check_length(format_: str, rounds: int) -> None:
    least = 0 if format_ in (*KNOCK_OUT, ROUND_ROBIN, LEAGUE, ARENA) else 1
    if not least <= rounds <= MOST_ROUNDS:
        raise NotAllowed("a tournament has 1 to {most} rounds", most=MOST_ROUNDS)


def _check_points(rules: Rules) -> None:
    """Ties share the mean of their places, so that no agreement brings a table more than playing on does."""
    falling = list(rules.points) == sorted(rules.points, reverse=True)
    if len(rules.points) != rules.seats or not falling or rules.points[-1] < 0 or rules.points[0] < POINT:
        raise NotAllowed("a better place never brings fewer points, and the first one brings some")
    if any(points % POINT for points in rules.points) or rules.points[0] > 100 * POINT:
        raise NotAllowed("a place brings a whole number of points, 100 at most")
    if not 0 <= rules.bye <= rules.points[0]:
        raise NotAllowed("a bye brings no more than a first place")


def columns(rules: Rules, format_: str, is_divided: bool = False) -> tuple[str, ...]:
    """What the numbers are by which standings are sorted, the first counting most. `is_divided`: in divisions."""
    division = ("division",) if is_divided else ()
    reached = ("reached", "last_place") if format_ in KNOCK_OUT else ()
    average = ("average",) if lasts(rules) and format_ == ARENA else ()
    return (*division, *reached, "points", *average, "attended", *rules.tie_breaks, "draw")
