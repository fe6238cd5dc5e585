"""Who enters, leaves and comes back."""

import re

from shared.errors import NotAllowed
from shared.games.chance import nonce_hash
from shared.platform.player import is_bot, is_operator
from shared.platform.tournament.commands import CheckIn, Enter, Return, ShowNonce, Withdraw
from shared.platform.tournament.events import CheckedIn, Entered, NonceShown, Returned, Withdrew
from shared.platform.tournament.rules import ARENA, DUPLICATE, SWISS
from shared.platform.tournament.state import Entrant, Tournament

ABSENT, AWAY = "absent", "away"
LATE = (SWISS, ARENA, DUPLICATE)  # formats without a schedule


def enter(tournament: Tournament, command: Enter) -> Entered:
    opened, rules = tournament.opening, tournament.rules
    if command.player is None or command.player != command.by:
        _check_organiser(opened.organiser, command.by)
    if command.player and is_bot(command.player) and not rules.bots:
        raise NotAllowed("this tournament is for people alone")
    is_alone = command.player and (command.once or not is_bot(command.player))
    if is_alone and tournament.entrant_of(command.player or "") is not None:
        raise NotAllowed("this player has entered already")
    if tournament.nonces is not None and not is_open_late(tournament):
        raise NotAllowed("this tournament has started, and nobody can enter any more")
    _check_room(tournament)
    if command.nonce_hash is not None and not re.fullmatch("[0-9a-f]{64}", command.nonce_hash):
        raise NotAllowed("{name} must be 64 lower-case hexadecimal digits", name="nonce_hash")
    return Entered(
        entrant=len(tournament.entrants),
        player=command.player,
        nonce_hash=command.nonce_hash,
        strength=command.strength,
    )


def check_in(tournament: Tournament, command: CheckIn) -> CheckedIn:
    entrant = own(tournament, command.by, command.entrant)
    if not entrant.is_in:
        raise NotAllowed("this entrant has left the tournament")
    if len(tournament.rounds) in entrant.checked_in:
        raise NotAllowed("this entrant has checked in already")
    return CheckedIn(entrant=command.entrant, round=len(tournament.rounds))


def show(tournament: Tournament, command: ShowNonce) -> NonceShown:
    number = tournament.entrant_of(command.by)
    entrant = None if number is None else tournament.entrants[number]
    if number is None or entrant is None or entrant.nonce_hash is None or entrant.nonce:
        raise NotAllowed("this entrant has no nonce to show")
    if tournament.nonces is not None:
        raise NotAllowed("this tournament has started without this nonce")
    if not re.fullmatch("[0-9a-f]{64}", command.nonce) or nonce_hash(command.nonce) != entrant.nonce_hash:
        raise NotAllowed("this is not the nonce whose hash was given on entering")
    return NonceShown(entrant=number, nonce=command.nonce)


def withdraw(tournament: Tournament, command: Withdraw) -> Withdrew:
    entrant = entrant_at(tournament, command.entrant)
    if not entrant.is_in:
        raise NotAllowed("this entrant has left the tournament")
    if command.by is None:
        return Withdrew(entrant=command.entrant, reason=AWAY if command.away else ABSENT, note=command.note)
    if command.by == entrant.player:
        return Withdrew(entrant=command.entrant, reason="left", note=command.note)
    _check_organiser(tournament.opening.organiser, command.by)
    if not command.note:
        raise NotAllowed("whoever is dropped is told why")
    return Withdrew(entrant=command.entrant, reason="dropped", note=command.note)


def return_(tournament: Tournament, command: Return) -> Returned:
    """To a schedule or bracket one comes back to the own place; where there is none, from the next round on."""
    entrant = own(tournament, command.by, command.entrant)
    if entrant.is_in:
        raise NotAllowed("this entrant has not left")
    if entrant.gone == "dropped" and command.by == entrant.player:
        _check_organiser(tournament.opening.organiser, command.by)
    if command.entrant not in tournament.members and not is_open_late(tournament):
        raise NotAllowed("this tournament has started, and nobody can enter any more")
    if tournament.nonces is None or tournament.format in LATE:
        _check_room(tournament)
    return Returned(entrant=command.entrant)


def _check_room(tournament: Tournament) -> None:
    if sum(one.is_in for one in tournament.entrants) >= tournament.rules.most:
        raise NotAllowed("this tournament is full")


def is_open_late(tournament: Tournament) -> bool:
    """Schedules, brackets and groups are full once they are drawn, and nobody is paired after the time of an arena."""
    is_one = not tournament.stage and tournament.rules.groups == 1
    return tournament.rules.late and tournament.format in LATE and is_one and not tournament.is_time_over


def own(tournament: Tournament, by: str, number: int) -> Entrant:
    """The entrant, for themselves or the organiser."""
    entrant = entrant_at(tournament, number)
    if by != entrant.player:
        _check_organiser(tournament.opening.organiser, by)
    return entrant


def entrant_at(tournament: Tournament, number: int) -> Entrant:
    if not 0 <= number < len(tournament.entrants):
        raise NotAllowed("nobody has entered under this number")
    return tournament.entrants[number]


def _check_organiser(organiser: str, by: str) -> None:
    if by != organiser and not is_operator(by):
        raise NotAllowed("only the organiser of a tournament can do this")
