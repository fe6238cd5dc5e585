"""How far a tournament is, in matches: those played, and all that there will be where its format says how many."""

from shared.platform.tournament.due import rounds_left
from shared.platform.tournament.pairings.swiss import sizes
from shared.platform.tournament.rules import DUPLICATE, LEAGUE, ROUND_ROBIN, SWISS
from shared.platform.tournament.state import Tournament

OF_KNOWN_LENGTH = (SWISS, ROUND_ROBIN, LEAGUE, DUPLICATE)


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
    return sum(len(one.tables) for one in tournament.rounds) + rounds_left(tournament) * _tables(tournament)


def _tables(tournament: Tournament) -> int:
    """Of a round that is still to come: in a schedule also of those who have left."""
    is_fixed = tournament.format in (ROUND_ROBIN, LEAGUE)
    count = len(tournament.members) if is_fixed else sum(one.is_in for one in tournament.entrants)
    return len(sizes(count, tournament.rules.seats, tournament.rules.shortest))
