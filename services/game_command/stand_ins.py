"""Who plays on for a bot that is gone or fails: a newer version of it, or the stand-in. Either way an event says so."""

from contextlib import suppress

import structlog

from shared.bots import plays_on, stand_in
from shared.errors import MatchOver, NotAllowed, StaleTurn
from shared.ledger.decider import Message
from shared.ledger.fold import Answer
from shared.platform.match import Command, Match, SeatStandIn
from shared.platform.player import player_from
from shared.web.ledger import streams

SERVICE = "service:game_command"
WENT_ON = (MatchOver, NotAllowed, StaleTurn)  # somebody was faster

log = structlog.get_logger()


def is_here(match: Match, seat: int) -> bool:
    """Whether this release has the version of the bot that sits there."""
    return plays_on(match.players[seat]) == match.players[seat]


def replace_missing(match: Match, seat: int, *, anew: bool = False) -> None:
    """At once: where this release doesn't have the version that sits there, trying it would change nothing.

    Only who has waited replaces it `anew` in the same turn: two releases side by side can't chase each other.
    """
    gone = match.players[seat]
    bot = player_from(gone)
    reaction = f"replace_{seat}_{bot.name}@{bot.version}"
    if heir := plays_on(gone):
        if _seat(match, seat, heir, reaction, anew=anew):
            log.info("bot_replaced", match=match.id, seat=seat, bot=gone, by=heir, reason="a newer version replaces it")
    elif _seat(match, seat, stand_in(), reaction, anew=anew):
        reason = "this release has neither this version nor one that replaces it"
        log.error("bot_replaced", match=match.id, seat=seat, bot=gone, by=stand_in(), reason=reason)


def replace_failing(match: Match, seat: int) -> None:
    if _seat(match, seat, stand_in(), f"stand_in_{seat}", anew=True):
        gone, reason = match.players[seat], "every try of its turn failed"
        log.error("bot_replaced", match=match.id, seat=seat, bot=gone, by=stand_in(), reason=reason)


def _seat(match: Match, seat: int, player: str, reaction: str, *, anew: bool) -> bool:
    """Once a turn; whether it was done now.

    `anew`: try once more under a new key if another release has reversed the replacement.
    """
    before = streams().matches.load(f"match:{match.id}").version
    command, cause = SeatStandIn(seat=seat, turn=match.turn, player=player), f"match:{match.id}#{match.turn}:{reaction}"
    with suppress(*WENT_ON):
        answer = _obeyed(match, command, cause)
        if anew and answer.last <= match.version:
            answer = _obeyed(match, command, f"{cause}_{match.version}")
        return answer.first > before
    return False


def _obeyed(match: Match, command: Command, cause: str) -> Answer:
    message: Message[Command] = Message(stream=f"match:{match.id}", by=SERVICE, cause=cause, command=command)
    return streams().matches.handle(message)
