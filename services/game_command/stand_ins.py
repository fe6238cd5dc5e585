"""Who plays for a bot that is gone or fails: a newer version of it, or the stand-in. Either way an event says so.

A bot of this release that fails again and again in one turn loses its seat. Bots that others bring keep theirs: the
stand-in plays that turn, and the failure counts until the bot is benched.
"""

from collections.abc import Sequence
from contextlib import suppress

import structlog

from shared.bots import bot, plays_on, stand_in
from shared.errors import KeyReused, MatchOver, NotAllowed, NotYourSeat, NotYourTurn, StaleTurn
from shared.ledger.decider import Message
from shared.ledger.fold import Answer
from shared.platform.match import Command, Match, SeatStandIn, StandIn
from shared.platform.match.by_bot import move_by
from shared.platform.player import player_from
from shared.web.ledger import streams
from shared.web.rosters import roster

SERVICE = "service:game_command"
WENT_ON = (MatchOver, NotAllowed, StaleTurn)  # somebody was faster
MOVED_ON = (KeyReused, MatchOver, NotAllowed, NotYourSeat, NotYourTurn, StaleTurn)  # the same, or the bot itself was

log = structlog.get_logger()


def is_here(match: Match, seat: int) -> bool:
    """Whether this release has the version of the bot that sits there, or knows it from others and lets it play."""
    player = match.players[seat]
    return plays_on(player) == player or (roster().offer(player) is not None and not roster().is_benched(player))


def is_built_in(player: str) -> bool:
    return plays_on(player) is not None


def seconds_of(player: str) -> int:
    """What a move of this bot may take. Of one that is here."""
    if is_built_in(player):
        return bot(player).seconds
    offer = roster().offer(player)
    return offer.seconds if offer else 0


def stand_in_once(match: Match, seat: int, reason: str, detail: str, beside: Sequence[str] = ()) -> None:
    """The stand-in plays this turn, unless the bot or somebody else was faster: then nobody has failed.

    `detail` is for the bot's page alone, never for the log: it may be the bot's own text, which holds what it sees here
    and in the matches `beside`.
    """
    player, move = match.players[seat], move_by(bot(stand_in()).make, match, seat)
    command: Command = StandIn(player=stand_in(), seat=seat, turn=match.turn, move=move, reason=reason)
    cause = f"bot-{match.turn}-{seat}"
    with suppress(*MOVED_ON):
        streams().matches.handle(Message(stream=f"match:{match.id}", by=stand_in(), cause=cause, command=command))
        log.warning("bot_stood_in", match=match.id, seat=seat, bot=player, reason=reason)
        count_failure(player, match, reason, detail, beside)


def count_failure(player: str, match: Match, reason: str, detail: str, beside: Sequence[str]) -> None:
    """That nobody runs a bot is no failure of its own. What a crash keeps from being counted is forgiven."""
    if reason != "away" and roster().failed(player, match.id, match.turn, detail, beside):
        log.error("bot_benched", bot=player, match=match.id, reason=reason)


def replace_missing(match: Match, seat: int, *, anew: bool = False) -> None:
    """At once: where this release doesn't have the version that sits there, trying it would change nothing.

    Only who has waited replaces it `anew` in the same turn: two releases side by side can't chase each other.
    """
    gone = match.players[seat]
    named = player_from(gone)
    reaction = f"replace_{seat}_{named.name}@{named.version}"
    if heir := plays_on(gone):
        if _seat(match, seat, heir, reaction, anew=anew):
            log.info("bot_replaced", match=match.id, seat=seat, bot=gone, by=heir, reason="a newer version replaces it")
    elif _seat(match, seat, stand_in(), reaction, anew=anew):
        reason = "it is benched, or nobody knows this version, nor one that replaces it"
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
