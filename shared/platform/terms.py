"""What a match is played under beside its rules: time, people who are away, moves taken back, and whether it is rated.

They are chosen when a table is opened, and hold for its match until the end.
"""

from collections.abc import Mapping
from typing import NamedTuple

from shared.annotations import Json
from shared.errors import NotAllowed

SECOND, MINUTE, HOUR, DAY = 1, 60, 3600, 86_400
TURN, TOTAL, DAYS = "turn", "total", "days"
STANDS_IN, TAKES_OVER, LOSES = "turn", "seat", "loss"
OUT = (STANDS_IN, TAKES_OVER, LOSES)
LONGEST_AWAY = DAY
VACATION_DAYS = 30  # a person, a year


class Clock(NamedTuple):
    """Times are in seconds.

    `turn`: `seconds` for each turn. `total`: `seconds` for the whole match; of each turn the first `delay` are free,
    and each move brings `increment`. `days`: as `turn`, in whole days, and a vacation stops it.
    """

    kind: str
    seconds: int
    increment: int = 0
    delay: int = 0


class Terms(NamedTuple):
    """`out` says what follows when somebody's time runs out: `turn`, the stand-in plays this turn; `seat`, it plays on
    for good; `loss`, it plays on, and the seat has the last place.

    After `absent` seconds without a sign of whoever is to move, the stand-in plays on for them; 0: only the others can
    agree to that. `take_back`: whether a move can be taken back, if the others agree. `substitutes`: whether somebody
    else may take over a seat that a bot keeps for who left.
    """

    clock: Clock | None = None
    out: str = STANDS_IN
    absent: int = 0
    rated: bool = False
    take_back: bool = True
    substitutes: bool = False


USUAL = Terms()
RANGES: Mapping[str, range] = {
    TURN: range(5, DAY + 1),
    TOTAL: range(30, 10 * DAY + 1),
    DAYS: range(DAY, 31 * DAY + 1, DAY),
}


def check_terms(terms: Terms) -> None:
    """Raises NotAllowed, with a sentence for whoever opens the table."""
    if terms.out not in OUT:
        raise NotAllowed("when time runs out, the stand-in plays a turn, or on for good, or the match is lost")
    if terms.absent not in (0, *range(30, LONGEST_AWAY + 1)):
        raise NotAllowed("a bot plays on for who is away after 30 seconds to 24 hours, or never")
    if terms.rated and terms.clock is None:
        raise NotAllowed("a rated match needs a clock, so that nobody can hold it up for ever")
    if terms.clock:
        _check_clock(terms.clock)


def _check_clock(clock: Clock) -> None:
    if clock.kind not in RANGES:
        raise NotAllowed("a clock counts each turn, the whole match, or days")
    if clock.seconds not in RANGES[clock.kind]:
        if clock.kind == TURN:
            raise NotAllowed("a turn takes 5 seconds to 24 hours")
        if clock.kind == TOTAL:
            raise NotAllowed("a match takes each player 30 seconds to 10 days")
        raise NotAllowed("a turn takes 1 to 31 whole days")
    if clock.kind != TOTAL and (clock.increment or clock.delay):
        raise NotAllowed("only a clock for the whole match has an increment or a delay")
    if not (0 <= clock.increment <= HOUR and 0 <= clock.delay <= HOUR):
        raise NotAllowed("an increment and a delay take an hour at most")


def plain(terms: Terms) -> Json:
    """As programs read and write them."""
    return {**terms._asdict(), "clock": terms.clock and terms.clock._asdict()}


def terms_in(told: Json) -> Terms:
    """What `plain` gave. Whatever is missing is usual."""
    clock = told.get("clock")
    return Terms(**{**told, "clock": clock and Clock(**clock)})
