"""What a bot said of every turn of a match: who gave away how much, and the turns that cost most, in words."""

import json
from collections.abc import Iterable

from frontend.logs import Line
from frontend.people.who import seat_name
from frontend.presentation.log import entry_of
from frontend.presentation.match import Seen
from frontend.site import Site
from shared.annotations import Json
from shared.errors import IllegalMove, Malformed, NotYourTurn
from shared.platform.match import Match
from shared.platform.moves import move_from
from shared.platform.score.events import Judged
from shared.platform.streams import REGISTRY

MOST_TOLD = 5  # turns in words


def analysis_context(site: Site, seen: Seen) -> Json | None:
    """None where nobody has looked at it yet. `lanes` are by seat, their turns in order; points are in thousandths."""
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
        "worst": [_told(seen.log.lines, then[judged.turn], judged) for judged in worst],
    }


def _lane(turns: tuple[Judged, ...], seat: int) -> Json:
    """`at` counts the turns of all seats, from 0."""
    own = [(at, judged) for at, judged in enumerate(turns) if judged.seat == seat]
    return {
        "given_away": sum(judged.given_away for _, judged in own),
        "turns": [{"at": at, "turn": judged.turn, "given_away": judged.given_away} for at, judged in own],
    }


def _worst(turns: tuple[Judged, ...], seats: range) -> list[Judged]:
    costly = [judged for judged in turns if judged.given_away > 0 and judged.seat in seats]
    return sorted(costly, key=lambda judged: (-judged.given_away, judged.turn))[:MOST_TOLD]


def _told(lines: Iterable[Line], then: Match, judged: Judged) -> Json:
    """`played` and `better` are like lines of the log; None where they can't be told any more."""
    made = next((line for line in lines if line.version > judged.turn and is_made(line, judged)), None)
    return {
        "turn": judged.turn,
        "seat": judged.seat,
        "given_away": judged.given_away,
        "played": made and entry_of(made.type, made.data),
        "better": _better(then, judged),
    }


def is_made(line: Line, judged: Judged) -> bool:
    return line.is_move and line.seat == judged.seat


def _better(then: Match, judged: Judged) -> Json | None:
    """What the best move would have led to first. What another server wrote may make no sense here."""
    if then.game is None:
        return None
    try:
        move = move_from(then.game.moves, json.loads(judged.best))
        first, *_ = then.game.decide(then.state, judged.seat, move)
    except (IllegalMove, Malformed, NotYourTurn, ValueError):  # other rules found it
        return None
    written = REGISTRY.write(first)
    return entry_of(written.type, written.data)
