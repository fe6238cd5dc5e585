"""The fold of a match, one event at a time. It never refuses and knows no rules: a game's events go to the game."""

from collections.abc import Iterable, Mapping
from typing import Any

from shared.annotations import is_aside
from shared.evidence import Asked
from shared.games.chance import Draw, Drawn
from shared.games.game import Game
from shared.platform.match.drawn import drawn_things, tells_a_seat
from shared.platform.match.events import (
    AbsenceNoted,
    MatchAborted,
    MatchAdjudicated,
    MatchEnded,
    MatchPaused,
    MatchResumed,
    MatchStarted,
    PauseAgreed,
    ResumeAgreed,
    SeatReclaimed,
    SeatResigned,
    SeatTakenOver,
    StandInAgreed,
    StandInSeated,
    StoodIn,
    TakeBackAnswered,
    TakeBackAsked,
    TakeBackWithdrawn,
    TakenBack,
    TimeRanOut,
    TurnStarted,
)
from shared.platform.match.running import OF_TIME, time_after
from shared.platform.match.state import EMPTY, Match, TakeBack, TurnStart
from shared.platform.terms import STANDS_IN

NOTHING_AGREED: Mapping[str, Any] = {"agreed": EMPTY, "stops": frozenset(), "resumes": frozenset(), "take_back": None}
"""Once a seat changes hands, others have to agree: to a bot, to a pause, to its end, and to what is taken back."""


def after(match: Match, events: Iterable[Any], asked: Asked | None = None) -> Match:
    """The match after the events of one command; `asked` goes with the first of them."""
    for event in events:
        match, asked = evolve(match, event, asked), None
    return match


def timed(match: Match, now: int) -> Match:
    """The match at this time. Where nobody has a clock it does not need to know."""
    return match if match.started and match.clock is None else match._replace(now=now)


def evolve(match: Match, event: Any, asked: Asked | None = None) -> Match:
    """The match after the event; `asked` is the move that led to it, given with the first of its events."""
    changed = _changes(match, event)
    if asked is not None:
        changed["take_back"] = None
    if is_aside(event):
        asked = None  # it answers no turn: who made it is still called
    if asked is not None:
        changed.setdefault("called", tuple(seat for seat in match.called if seat != asked.seat))
    if match.clock or isinstance(event, MatchStarted):
        changed["time"] = time_after(match, event, asked)
    shown = drawn_things(match, event)
    if shown:
        changed["revealed"] = match.revealed.union((label, position) for label, position, _ in shown)
    if shown or tells_a_seat(event):
        changed["starts"] = ()
    return match._replace(version=match.version + 1, **changed)


def _changes(match: Match, event: Any) -> dict[str, Any]:
    match event:
        case TurnStarted():
            return _turn(match, event)
        case MatchStarted():
            game = match._replace(started=event).game
            return {"started": event, "players": event.players, "state": _initial(game, event)}
        case Drawn():
            return {"draws": _draws(event), "state": _evolved(match, event)}
        case SeatResigned():
            return _resigned(match, event)
        case StandInSeated():
            return {"players": _seated(match, event), **NOTHING_AGREED}
        case StoodIn():
            return {}  # the move beside it is all that changes the match
        case TimeRanOut():
            return {"ran_out": match.ran_out | {event.seat}} if match.start.terms.out != STANDS_IN else {}
        case AbsenceNoted():
            return {"absent": match.absent | {event.seat}}
        case SeatReclaimed():
            players, absent = _seated(match, event), match.absent - {event.seat}
            return {"players": players, "absent": absent, **NOTHING_AGREED}
        case SeatTakenOver():
            return _taken_over(match, event)
        case PauseAgreed():
            return {"stops": match.stops | {event.seat}}
        case ResumeAgreed():
            return {"resumes": match.resumes | {event.seat}}
        case MatchPaused() | MatchResumed():
            return {"stops": frozenset(), "resumes": frozenset()}
        case _ if type(event) in OF_TIME:
            return {}
        case StandInAgreed(absent=absent):
            return {"agreed": {**match.agreed, absent: match.agreed.get(absent, frozenset()) | {event.seat}}}
        case TakeBackAsked():
            return {"take_back": TakeBack(match.version + 1, event.seat, event.to)}
        case TakeBackAnswered():
            return {"take_back": _answered(match.take_back, event)}
        case TakeBackWithdrawn():
            return {"take_back": None}
        case TakenBack():
            return _gone_back(match, event)
        case MatchEnded() | MatchAborted() | MatchAdjudicated():
            return {"end": event, "called": (), "starts": (), "take_back": None}
        case _:
            return {"state": _evolved(match, event)}


def _resigned(match: Match, event: SeatResigned) -> dict[str, Any]:
    resigners = match.resigners.union(match.players[event.seat : event.seat + 1])
    return {"resigned": match.resigned | {event.seat}, "resigners": resigners, "take_back": None}


def _taken_over(match: Match, event: SeatTakenOver) -> dict[str, Any]:
    """What was played before is not theirs to take back."""
    return {
        "players": _seated(match, event),
        "took_over": {**match.took_over, event.player: event.seat},
        "later_keys": {**match.later_keys, event.player: event.key} if event.key else match.later_keys,
        "absent": match.absent - {event.seat},
        "resigned": match.resigned - {event.seat},
        "starts": (),
        **NOTHING_AGREED,
    }


def _seated(match: Match, event: StandInSeated | SeatReclaimed | SeatTakenOver) -> tuple[str, ...]:
    return (*match.players[: event.seat], event.player, *match.players[event.seat + 1 :])


def _turn(match: Match, event: TurnStarted) -> dict[str, Any]:
    """Without the game's rules there is no state to go back to."""
    turn = match.version + 1
    starts = match.starts if match.state is None else (*match.starts, TurnStart(turn, event.seats, match.state))
    return {
        "turn": turn,
        "called": event.seats,
        "agreed": {},
        "stops": frozenset(),
        "starts": starts,
        "take_back": None,
    }


def _answered(request: TakeBack | None, event: TakeBackAnswered) -> TakeBack | None:
    if request is None or not event.agrees:
        return None
    return request._replace(agreed=request.agreed | {event.seat})


def _gone_back(match: Match, event: TakenBack) -> dict[str, Any]:
    """Nobody is called until the new turn starts, from where one can go back as from the old one."""
    start = match.start_of(event.to)
    earlier = tuple(each for each in match.starts if each.turn < event.to)
    return {"state": start.state if start else match.state, "called": (), "starts": earlier, "take_back": None}


def _initial(game: Game | None, event: MatchStarted) -> Any:
    return game and game.initial(len(event.players), game.options(**event.options), event.rules)


def _evolved(match: Match, event: Any) -> Any:
    return match.game and match.game.evolve(match.state, event)


def _draws(event: Drawn) -> dict[str, Draw]:
    pairs = zip(event.draws, event.orders, strict=True)
    return {public.label: Draw(public.label, public.items, order, public.seals) for public, order in pairs}
