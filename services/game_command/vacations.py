"""A vacation is a person's, for all matches with a clock of days; an event in each of them says so."""

from contextlib import suppress
from functools import cache

import redis

from services.game_command.clock_times import now
from services.game_command.stand_ins import WENT_ON
from shared.errors import NotYourSeat
from shared.ledger.decider import Message
from shared.ledger.fold import Answer, Folded
from shared.people.vacations import Vacations
from shared.platform.match import Command, Match, TakeVacation
from shared.platform.player import is_person
from shared.platform.rows import Rows
from shared.platform.terms import DAYS
from shared.settings import settings
from shared.web.ledger import streams


@cache
def vacations() -> Vacations:
    return Vacations(redis.Redis.from_url(settings().redis_url, decode_responses=True))


def take_vacation(seen: Folded[Match], player: str, days: int, cause: str) -> Answer:
    """Raises NotAllowed, NotYourSeat: then no days are taken."""
    if answer := seen.answers.get((player, cause)):
        return answer
    at = now()
    streams().matches.decider.decide(seen.state, TakeVacation(player=player, until=at))
    command = TakeVacation(player=player, until=vacations().take(player, days, at).until)
    return streams().matches.handle(Message(stream=seen.stream, by=player, cause=cause, command=command))


def spread(rows: Rows, id_: str) -> None:
    """To all running matches of those who are on vacation in this one, or no longer."""
    match = streams().match(id_).state
    for player in {match.players[seat] for seat, hand in enumerate(match.time.hands) if hand.away}:
        for row in rows.of_person(player) if is_person(player) else ():
            if row.status == "playing":
                apply(streams().match(row.id).state)


def apply(match: Match) -> None:
    """What this match's people have said of their vacations, in this match or another one."""
    if match.clock is None or match.clock.kind != DAYS or match.is_over or match.game is None:
        return
    moment = now()
    for player, hand in zip(match.players, match.time.hands, strict=True):
        until = vacations().of(player, moment).until if is_person(player) else 0
        if until != hand.away and max(until, hand.away) > moment:
            command, cause = TakeVacation(player=player, until=until), f"vacation-{until}"
            with suppress(*WENT_ON, NotYourSeat):
                message: Message[Command] = Message(stream=f"match:{match.id}", by=player, cause=cause, command=command)
                streams().matches.handle(message)
