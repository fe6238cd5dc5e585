"""What a bot says of every turn of a match: what each seat gave away on average, and which turns surely cost points."""

import json
from collections.abc import Iterable, Sequence
from math import isqrt
from typing import TypedDict

from frontend.logs import Line
from frontend.people.who import seat_name
from frontend.presentation.log import LogEntry, entry_of
from frontend.presentation.seen import Seen
from frontend.site import Site
from shared.errors import IllegalMove, Malformed, NotYourTurn
from shared.platform.match import Match
from shared.platform.moves import move_from
from shared.platform.score.events import Judged
from shared.platform.streams import REGISTRY

MOST_IN_WORDS = 5  # turns


class JudgedTurn(TypedDict):
    """`number` counts the turns of all seats from 1, `turn` is the version that leads there."""

    number: int
    turn: int
    given_away: int
    doubt: int | None


class Lane(TypedDict):
    """`average` is what a turn gave away, None without a turn; its doubt None where nobody said how sure it is."""

    average: int | None
    doubt: int | None
    turns: list[JudgedTurn]


class CostlyTurn(JudgedTurn):
    """`played` and `better` are None if they can't be put into words any more."""

    seat: int
    played: LogEntry | None
    better: LogEntry | None


class JudgedNow(JudgedTurn):
    seat: int
    played: LogEntry
    better: LogEntry


class AnalysisContext(TypedDict):
    """Points are in thousandths, expected by the end; `lanes` are by seat, their turns in order.

    `doubts`: whether the bot said how sure it was.
    """

    bot: str
    doubts: bool
    most: int
    lanes: list[Lane]
    worst: list[CostlyTurn]


Numbered = Sequence[tuple[int, Judged]]


def analysis_context(site: Site, seen: Seen) -> AnalysisContext | None:
    """None if nobody has analysed the match yet."""
    analysis = site.streams.analysis(seen.id)
    if analysis is None or not seen.is_counted:
        return None
    seats, numbered = range(len(seen.started.players)), list(enumerate(analysis.turns, 1))
    worst = _worst(numbered, seats)
    then = site.streams.matches.folder.at_each(f"match:{seen.id}", {judged.turn for _, judged in worst})
    return {
        "bot": seat_name(site.accounts.names([analysis.bot]), analysis.bot),
        "doubts": all(judged.doubt is not None for judged in analysis.turns),
        "most": max((judged.given_away for judged in analysis.turns), default=0),
        "lanes": [_lane([each for each in numbered if each[1].seat == seat]) for seat in seats],
        "worst": [_costly(seen.log.lines, then[judged.turn], number, judged) for number, judged in worst],
    }


def _lane(own: Numbered) -> Lane:
    doubts = [judged.doubt for _, judged in own]
    return {
        "average": sum(judged.given_away for _, judged in own) // len(own) if own else None,
        "doubt": _of_the_average([doubt for doubt in doubts if doubt is not None])
        if own and None not in doubts
        else None,
        "turns": [_turn(number, judged) for number, judged in own],
    }


def _of_the_average(doubts: Sequence[int]) -> int:
    """What is off in one turn has nothing to do with what is off in another."""
    return isqrt(sum(doubt**2 for doubt in doubts)) // len(doubts)


def _turn(number: int, judged: Judged) -> JudgedTurn:
    return {"number": number, "turn": judged.turn, "given_away": judged.given_away, "doubt": judged.doubt}


def _worst(turns: Numbered, seats: range) -> Numbered:
    """Only what is more than its doubt: luck alone would find some costly turns in every match."""
    costly = [
        (number, judged) for number, judged in turns if judged.given_away > (judged.doubt or 0) and judged.seat in seats
    ]
    return sorted(costly, key=lambda each: (-each[1].given_away, each[0]))[:MOST_IN_WORDS]


def _costly(lines: Iterable[Line], then: Match, number: int, judged: Judged) -> CostlyTurn:
    made = next((line for line in lines if line.version > judged.turn and is_made(line, judged)), None)
    return {
        **_turn(number, judged),
        "seat": judged.seat,
        "played": entry_of(made.type, made.data) if made else None,
        "better": _better(then, judged),
    }


def is_made(line: Line, judged: Judged) -> bool:
    return line.is_move and line.seat == judged.seat


def _better(then: Match, judged: Judged) -> LogEntry | None:
    """The first event of the best move. An analysis from another server may make no sense here."""
    if then.game is None:
        return None
    try:
        move = move_from(then.game.moves, json.loads(judged.best))
        first, *_ = then.game.decide(then.state, judged.seat, move)
    except (IllegalMove, Malformed, NotYourTurn, ValueError):  # other rules found it
        return None
    written = REGISTRY.write(first)
    return entry_of(written.type, written.data)


def judged_now(site: Site, seen: Seen) -> JudgedNow | None:
    """What is drawn over the boards of a replay, at a turn that cost points: the move made, and a better one."""
    if not (seen.is_replay and seen.has_ended):
        return None
    analysis = site.streams.analysis(seen.id)
    turns = analysis.turns if analysis else ()
    judged = next((each for each in turns if each.turn == seen.version and each.given_away > 0), None)
    better = judged and _better(seen.match, judged)
    made = judged and next(
        (line for line in seen.log.lines if line.version > seen.version and is_made(line, judged)), None
    )
    if judged is None or better is None or made is None:
        return None
    number = turns.index(judged) + 1
    return {**_turn(number, judged), "seat": judged.seat, "played": entry_of(made.type, made.data), "better": better}
