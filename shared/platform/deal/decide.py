"""Judges every command for a deal, and gives the event that an allowed one leads to.

One that is committed too late begins at that moment. That of a round of a tournament is over when the round is, which
its service knows.
"""

from dataclasses import asdict
from typing import Any, assert_never

from shared.errors import NotAllowed
from shared.games.chance import commitment
from shared.ledger.envelope import at, moment, stamp
from shared.platform.deal.commands import Command, Commit, End
from shared.platform.deal.events import DealCommitted, DealEnded
from shared.platform.deal.state import Deal
from shared.platform.player import is_bot


def decide(deal: Deal, command: Command) -> list[Any]:
    """The event that the command leads to. Raises NotAllowed."""
    match command:
        case Commit():
            return [_committed(deal, command)]
        case End():
            return [_ended(deal)]
        case _:
            assert_never(command)


def _committed(deal: Deal, command: Commit) -> DealCommitted:
    if deal.committed is not None:
        raise NotAllowed("this deal was committed already")
    begins = max(command.begins, stamp(at(deal.now)))
    if begins >= command.ends:
        raise NotAllowed("a deal ends after it was committed and has begun")
    if len(command.bots) not in command.game.seats or not all(bot is None or is_bot(bot) for bot in command.bots):
        raise NotAllowed("each seat of a deal is for a bot or for whoever plays")
    return DealCommitted(
        name=command.name,
        game=command.game.slug,
        rules=command.game.rules,
        options=asdict(command.options),
        bots=command.bots,
        entrants=command.entrants,
        begins=begins,
        ends=command.ends,
        commitment=commitment(command.seed),
        seed=command.seed,
    )


def _ended(deal: Deal) -> DealEnded:
    if deal.is_ended:
        raise NotAllowed("this deal has ended already")
    if not deal.facts.entrants and deal.now < moment(deal.facts.ends):
        raise NotAllowed("this deal has not come to its end")
    return DealEnded()
