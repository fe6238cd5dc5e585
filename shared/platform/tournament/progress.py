"""How far a tournament is, in matches: those played, and all that there will be where its format says how many."""

from shared.platform.tournament.due import rounds_left
from shared.platform.tournament.pairings.field import groups_of
from shared.platform.tournament.pairings.schedule import rounds_for
from shared.platform.tournament.pairings.swiss import sizes
from shared.platform.tournament.rules import DUPLICATE, LEAGUE, ROUND_ROBIN, SWISS
from shared.platform.tournament.state import Tournament

SCHEDULES = (ROUND_ROBIN, LEAGUE)
OF_KNOWN_LENGTH = (*SCHEDULES, SWISS, DUPLICATE)


def played(tournament: Tournament) -> int:
    """Tables that have a result."""
    return sum(len(one.results) for one in tournament.rounds)


def all_of_them(tournament: Tournament) -> int | None:
    """So far as is known now, of who is in it now. None where it depends on how matches end, or before the start."""
    if tournament.ended:
        return sum(len(one.tables) for one in tournament.rounds)
    is_known = tournament.format in OF_KNOWN_LENGTH and tournament.groups == 1 and not tournament.rules.final
    if tournament.nonces is None or not is_known:
        return None
    if tournament.format in SCHEDULES:
        return sum(_scheduled(tournament, len(group)) for group in groups_of(tournament) or [tournament.members])
    there = sum(one.is_in for one in tournament.entrants)
    paired = sum(len(one.tables) for one in tournament.rounds)
    return paired + rounds_left(tournament) * _tables(tournament, there)


def _scheduled(tournament: Tournament, members: int) -> int:
    """Of those who play among themselves, also where some have left."""
    rounds = tournament.length or rounds_for(members, tournament.rules.seats)
    return rounds * _tables(tournament, members)


def _tables(tournament: Tournament, there: int) -> int:
    return len(sizes(there, tournament.rules.seats, tournament.rules.shortest))
