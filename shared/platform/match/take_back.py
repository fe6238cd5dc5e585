"""Taking moves back by consent: who may ask for what, who has to agree, and what that leads to.

At most one request is open at a time, and it is over as soon as anybody moves. Bots agree at once.
"""

from typing import Any, assert_never

from shared.errors import NotAllowed, NotYourSeat, StaleTurn
from shared.platform.match.commands import AnswerTakeBack, AskToTakeBack, OfTakeBack, WithdrawTakeBack
from shared.platform.match.events import TakeBackAnswered, TakeBackAsked, TakeBackWithdrawn, TakenBack
from shared.platform.match.evolve import after
from shared.platform.match.follow import and_what_follows
from shared.platform.match.state import Match, TakeBack
from shared.platform.player import is_person


def decide_take_back(match: Match, command: OfTakeBack) -> list[Any]:
    """Raises NotYourSeat, NotAllowed, StaleTurn."""
    seat = match.seat_of(command.player)
    if seat is None or not is_person(command.player):
        raise NotYourSeat("you do not sit at this match")
    match command:
        case AskToTakeBack():
            return _ask(match, seat, command.to)
        case AnswerTakeBack():
            return _answer(match, seat, command)
        case WithdrawTakeBack():
            return _withdraw(match, seat, command.request)
        case _:
            assert_never(command)


def who_must_agree(match: Match, request: TakeBack) -> frozenset[int]:
    """All other persons who have not agreed yet."""
    people = {seat for seat, player in enumerate(match.players) if is_person(player)}
    return frozenset(people - {request.seat} - request.agreed)


def _ask(match: Match, seat: int, to: int) -> list[Any]:
    if not match.start.terms.take_back:
        raise NotAllowed("at this table, no move is taken back")
    if match.take_back:
        raise NotAllowed("a request to take back a move is open: it has to be answered or withdrawn first")
    start = match.start_of(to)
    if start is None:
        raise NotAllowed("the match can't go back there: something hidden became known since, or no turn started there")
    if not match.has_moved_since(seat, start):
        raise NotAllowed("you can only take back a move of your own")
    return _and_taken_back(match, [TakeBackAsked(seat=seat, to=to)])


def _answer(match: Match, seat: int, command: AnswerTakeBack) -> list[Any]:
    request = _open(match, command.request)
    if seat == request.seat:
        raise NotAllowed("this is your own request: the others answer it")
    if seat in request.agreed:
        raise NotAllowed("you have agreed already")
    answered = TakeBackAnswered(seat=seat, request=command.request, agrees=command.agrees)
    return _and_taken_back(match, [answered])


def _withdraw(match: Match, seat: int, version: int) -> list[Any]:
    if seat != _open(match, version).seat:
        raise NotAllowed("only who asked for it can withdraw a request")
    return [TakeBackWithdrawn(seat=seat, request=version)]


def _open(match: Match, version: int) -> TakeBack:
    if match.take_back is None or match.take_back.request != version:
        raise StaleTurn("this request to take back a move is over", request=version)
    return match.take_back


def _and_taken_back(match: Match, events: list[Any]) -> list[Any]:
    """Once nobody has to agree any more, the match goes back and a new turn starts there."""
    now = after(match, events)
    request = now.take_back
    if request is None or who_must_agree(now, request):
        return events
    events = [*events, TakenBack(to=request.to, request=request.request)]
    return and_what_follows(after(match, events), events)
