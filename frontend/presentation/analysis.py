"""What a bot says of every turn of a match: how much each seat gave away, and which turns cost most."""

import json
from collections.abc import Iterable
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
    """`at` is the index among all turns, `turn` the version."""

    at: int
    turn: int
    given_away: int


class Lane(TypedDict):
    given_away: int
    turns: list[JudgedTurn]


class CostlyTurn(TypedDict):
    """`played` and `better` are None if they can't be put into words any more."""

    turn: int
    seat: int
    given_away: int
    played: LogEntry | None
    better: LogEntry | None


class AnalysisContext(TypedDict):
    """Points are in thousandths; `lanes` are by seat, their turns in order."""

    bot: str
    most: int
    lanes: list[Lane]
    worst: list[CostlyTurn]


def analysis_context(site: Site, seen: Seen) -> AnalysisContext | None:
    """None if nobody has analysed the match yet."""
    analysis = site.streams.analysis(seen.id)
    if analysis is None or not seen.is_counted:
        return None
    seats = range(len(seen.started.players))
    worst = _worst(analysis.turns, seats)
    then = site.streams.matches.folder.at_each(f"match:{seen.id}", {judged.turn for judged in worst})
    return {
        "bot": seat_name(site.accounts.names([analysis.bot]), analysis.bot),
        "most": max((judged.given_away for judged in analysis.turns), default=0),
        "lanes": [_lane(analysis.turns, seat) for seat in seats],
        "worst": [_costly(seen.log.lines, then[judged.turn], judged) for judged in worst],
    }


def _lane(turns: tuple[Judged, ...], seat: int) -> Lane:
    """`at` counts the turns of all seats, from 0."""
    own = [(at, judged) for at, judged in enumerate(turns) if judged.seat == seat]
    return {
        "given_away": sum(judged.given_away for _, judged in own),
        "turns": [{"at": at, "turn": judged.turn, "given_away": judged.given_away} for at, judged in own],
    }


def _worst(turns: tuple[Judged, ...], seats: range) -> list[Judged]:
    costly = [judged for judged in turns if judged.given_away > 0 and judged.seat in seats]
    return sorted(costly, key=lambda judged: (-judged.given_away, judged.turn))[:MOST_IN_WORDS]


def _costly(lines: Iterable[Line], then: Match, judged: Judged) -> CostlyTurn:
    made = next((line for line in lines if line.version > judged.turn and is_made(line, judged)), None)
    return {
        "turn": judged.turn,
        "seat": judged.seat,
        "given_away": judged.given_away,
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
