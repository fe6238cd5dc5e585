"""Turns of remote bots: nobody queues them, their programs hear of them. Who answers too late, or twice with what the
rules do not allow, has this turn played by the stand-in, and it counts as a failure.

Keys: the sorted set `bots:due` of `<match> <turn> <seat>` by the second in which an answer is due; the set
`bots:illegal:<match>:<turn>:<seat>` of the keys of moves that were not allowed.
"""

import math
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from services.game_command.stand_ins import is_built_in, stand_in_once
from shared.ledger.redis import answering
from shared.marked import marked
from shared.platform.match import Match
from shared.platform.player import is_bot
from shared.roster import LAPSES, Kind, Offer
from shared.roster.failures import NO_ANSWER
from shared.settings import settings
from shared.web.client import shared_client
from shared.web.ledger import streams
from shared.web.rosters import roster

DUE = "bots:due"
AT_ONCE = 100  # turns in one round
KEPT = 3600  # seconds for which a refused move is remembered
ENOUGH = 2  # refused moves: the first one is told back


class Turn(NamedTuple):
    match: str
    turn: int
    seat: int

    def __str__(self) -> str:
        return f"{self.match} {self.turn} {self.seat}"


def remote(player: str) -> Offer | None:
    """What is known of a remote bot; None of everybody else."""
    if not is_bot(player) or is_built_in(player):
        return None
    offer = roster().offer(player)
    return offer if offer and offer.kind is Kind.REMOTE else None


def expect(match: Match, seat: int, offer: Offer) -> None:
    """Its answer is due in some seconds from now; whoever repeats this moves nothing."""
    client, seconds = shared_client(), offer.seconds if roster().is_up(offer.player) else unheard(offer)
    with answering():
        due = client.time()[0] + math.ceil(seconds)
        client.zadd(DUE, {str(Turn(match.id, match.turn, seat)): due}, nx=True)


def overdue() -> Iterator[Turn]:
    client = shared_client()
    with answering():
        found = client.zrange(DUE, "-inf", client.time()[0], byscore=True, offset=0, num=AT_ONCE)
    for text in found:
        match, turn, seat = text.split()
        yield Turn(match, int(turn), int(seat))


def put_off(turn: Turn, seconds: float) -> None:
    """Until its time has come, as where the bot was registered anew with more of it: or it would be in others' way."""
    client = shared_client()
    with answering():
        client.zadd(DUE, {str(turn): client.time()[0] + max(1, math.ceil(seconds))}, xx=True)


def settle(turn: Turn) -> None:
    with answering():
        shared_client().zrem(DUE, str(turn))


def refused(turn: Turn, cause: str) -> bool:
    """Note a move that the rules do not allow, once for each key. Whether that was the last one of this turn."""
    key = f"bots:illegal:{turn.match}:{turn.turn}:{turn.seat}"
    with answering(), shared_client().pipeline() as pipe:
        pipe.sadd(key, cause)
        pipe.expire(key, KEPT)
        pipe.scard(key)
        return bool(pipe.execute()[2] >= ENOUGH)


def patience_for(offer: Offer, called: str) -> float:
    """How long an answer to this call is waited for: not as long of a bot whose program was never there meanwhile."""
    return offer.seconds if was_up(offer, called) else unheard(offer)


def unheard(offer: Offer) -> float:
    """Seconds in which the program of a bot that is away may come back."""
    return min(offer.seconds, settings().bot_patience)


def was_up(offer: Offer, called: str) -> bool:
    """At any time since this call. Announcements are noted to the second."""
    at = roster().last_up(offer.player)
    return at is not None and at + LAPSES + 1 >= datetime.fromisoformat(called).timestamp()


def why_late(offer: Offer, called: str) -> tuple[str, str]:
    """The reason that the match keeps, and the one for the bot's page."""
    if not was_up(offer, called):
        return "away", marked("its program was not connected")
    return "late", NO_ANSWER.format(seconds=offer.seconds)


def play_for(turn: Turn, reason: str, detail: str) -> None:
    """The stand-in makes this move, unless it was made meanwhile. Safe to repeat."""
    match = streams().match(turn.match).state
    if match.turn_of(turn.seat) == turn.turn and match.game is not None and is_bot(match.players[turn.seat]):
        stand_in_once(match, turn.seat, reason, detail)
