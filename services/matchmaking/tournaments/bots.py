"""Entrants that others run: remote bots, which are asked to each table, and those of packages.

A bot of this release is always there. Of all others the roster says whether somebody runs them now; who is away or
benched is not paired where there is no schedule, and is paired again once it is there.
"""

import time
from collections.abc import Collection, Mapping
from contextlib import suppress
from datetime import UTC, datetime

from services.matchmaking.remote import Asking, ask_to_come
from services.matchmaking.tournaments.acting import act
from shared.errors import KeyReused, MatchOver, NotAllowed, TableNotOpen
from shared.ledger.absences import Absences
from shared.ledger.decider import Message
from shared.ledger.envelope import stamp
from shared.platform.player import is_bot
from shared.platform.streams import Streams
from shared.platform.table import Table
from shared.platform.tournament import Command, Tournament
from shared.platform.tournament.commands import Return, Withdraw
from shared.platform.tournament.decide_entrants import AWAY, LATE
from shared.platform.tournament.due import rounds_left
from shared.platform.tournament.rules import ROUND_ROBIN
from shared.roster import LAPSES, Kind, Offer, is_of_this_release
from shared.roster.asked import DECLINED
from shared.tournaments import opener_of
from shared.web.reservations import reservations
from shared.web.rosters import roster

PATIENCE = LAPSES + 15.0  # seconds from when a program was last heard of: it may be starting again
COMES_BACK = (*LATE, ROUND_ROBIN)  # where there is a next round for who was away


def is_brought(player: str) -> bool:
    """Whether it is a bot of others."""
    return is_bot(player) and not is_of_this_release(player)


def remote(player: str) -> Offer | None:
    """What is known of a remote bot; None of everybody else."""
    offer = roster().offer(player) if is_brought(player) else None
    return offer if offer and offer.kind is Kind.REMOTE else None


def comes_at_once(player: str, absences: Absences) -> bool:
    """A bot of this release, or of a package that somebody runs now."""
    return is_bot(player) and remote(player) is None and not is_away(player, absences)


def is_away(player: str, absences: Absences) -> bool:
    """Whether nobody runs it now, or it is benched."""
    if not is_brought(player):
        return False
    return is_silent(roster().last_up(player), absences) or roster().is_benched(player)


def is_silent(at: float | None, absences: Absences) -> bool:
    """Whether a program that was heard of last at this time has had the time to come back since."""
    if at is None:
        return True
    if abs(time.time() - at) <= PATIENCE:
        return False
    since = stamp(datetime.fromtimestamp(at, UTC))
    return absences.age(since, (f"up:{since}", 0), PATIENCE) > PATIENCE


def plays_there(offer: Offer, tournament: Tournament) -> bool:
    """At all tables that there may be."""
    opened, rules = tournament.opening, tournament.rules
    sizes = range(rules.shortest, rules.seats + 1)
    return all(offer.plays(opened.game, seats, opened.options) for seats in sizes)


def ask_remote(offer: Offer, tournament: Tournament, id_: str, table: Table, seat: int) -> None:
    """Again and again: each invitation lapses, and the next one is told again.

    One that plays as many matches as it takes at once is asked as soon as one of them is over.
    """
    cause = f"tournament:{tournament.id}:bot-{seat}"
    asking = Asking(table=id_, by=opener_of(tournament.id), cause=cause, seat=seat)
    with suppress(NotAllowed, TableNotOpen):
        ask_to_come(offer, table, asking)


def declined(id_: str, missing: Collection[str]) -> frozenset[str]:
    """Those who have said that they don't come to this table."""
    said: Mapping[str, str] = reservations().asked(id_) if any(map(is_brought, missing)) else {}
    return frozenset(player for player in missing if said.get(player) == DECLINED)


class Presence:
    """Which bots of others are paired."""

    def __init__(self, streams: Streams, absences: Absences) -> None:
        self.streams = streams
        self.absences = absences

    def leave_out(self, tournament: Tournament) -> bool:
        """Those that are away, where nobody has a place in a schedule or a bracket. Whether there were any."""
        if tournament.format not in LATE:
            return False
        return sum([self._withdraw(tournament, number) for number in brought(tournament, is_in=True)]) > 0

    def bring_back(self, tournament: Tournament) -> bool:
        """Those that were away and are here again. Whether there were any."""
        if tournament.format not in COMES_BACK or not rounds_left(tournament):
            return False
        gone = brought(tournament, is_in=False)
        return sum([self._return(tournament, number) for number in gone if is_gone_away(tournament, number)]) > 0

    def _withdraw(self, tournament: Tournament, number: int) -> bool:
        if not is_away(tournament.entrants[number].player or "", self.absences):
            return False
        command = Withdraw(by=None, entrant=number, away=True)
        return act(self.streams, tournament.id, command, f"away-{tournament.version}-{number}")

    def _return(self, tournament: Tournament, number: int) -> bool:
        """In its own name: that it is here again is what it says."""
        player = tournament.entrants[number].player or ""
        if is_away(player, self.absences):
            return False
        message: Message[Command] = Message(
            stream=f"tournament:{tournament.id}",
            by=player,
            cause=f"tournament:{tournament.id}:back-{tournament.version}-{number}",
            command=Return(by=player, entrant=number),
        )
        with suppress(NotAllowed, MatchOver, KeyReused):
            self.streams.tournaments.handle(message)
            return True
        return False


def brought(tournament: Tournament, *, is_in: bool) -> list[int]:
    return [
        number
        for number, one in enumerate(tournament.entrants)
        if one.is_in is is_in and one.player and is_brought(one.player)
    ]


def is_gone_away(tournament: Tournament, number: int) -> bool:
    """Not by its own will, nor by the organiser's, nor because it did not answer while it was here."""
    return tournament.entrants[number].gone == AWAY
