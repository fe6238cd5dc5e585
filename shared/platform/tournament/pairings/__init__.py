"""Who plays whom: one function for all formats, which gives the same for the same tournament on every machine."""

from collections.abc import Sequence
from typing import NamedTuple

from shared.errors import NotAllowed
from shared.platform.tournament.pairings import dutch
from shared.platform.tournament.pairings.elimination import knocked_out
from shared.platform.tournament.pairings.field import Field, field_of
from shared.platform.tournament.pairings.lately import LATELY, pairs
from shared.platform.tournament.pairings.schedule import in_groups, scheduled
from shared.platform.tournament.pairings.swiss import Pairing, swiss
from shared.platform.tournament.rules import ARENA, DUPLICATE, KNOCK_OUT, LEAGUE, POINT, ROUND_ROBIN
from shared.platform.tournament.state import Tournament
from shared.platform.tournament.trf import games

OURS = "urbanist 1"
FAILED, LATE, LARGE = INSTEAD = ("failed", "late", "large")

__all__ = ["FAILED", "INSTEAD", "LARGE", "LATE", "OURS", "Made", "Pairing", "input_of", "made", "ours", "wrong"]


class Made(NamedTuple):
    """A pairing, who made it, and why not the one that the rules name first: failed, late, large, or None."""

    pairing: Pairing
    by: str
    instead: str | None = None


def made(tournament: Tournament) -> Made:
    """The pairing of the next round, by the library where the rules are FIDE's, and by our own where it can't."""
    if not dutch.fits(tournament):
        return Made(ours(tournament), OURS)
    if len(field_of(tournament).contenders) > dutch.MOST:
        return Made(ours(tournament), OURS, LARGE)
    try:
        found = dutch.dutch(tournament)
    except Exception:  # whatever a library raises, the round is paired: the record says that it failed
        return Made(ours(tournament), OURS, FAILED)
    return Made(found, dutch.by()) if wrong(tournament, found) is None else Made(ours(tournament), OURS, FAILED)


def ours(tournament: Tournament) -> Pairing:
    """Anybody can make it again from the record: docs/ledger.md, "Tournaments"."""
    if tournament.format in KNOCK_OUT:
        return knocked_out(tournament)
    field = field_of(tournament)
    if field.groups:
        return in_groups(field)
    if tournament.format in (ROUND_ROBIN, LEAGUE):
        return scheduled(field)
    found = swiss(field, is_flat=tournament.format == DUPLICATE)
    return in_arena(field, found) if tournament.format == ARENA else found


def in_arena(field: Field, found: Pairing) -> Pairing:
    """Nobody has a bye there. Those who have just left a table wait for others, where others play."""
    tables = [seats for seats in found.tables if not field.lasts or _is_new(field, seats)]
    seated = {who for table in tables for who in table}
    return Pairing(tuple(tables), (), tuple(who for who in found.pulled if who in seated))


def _is_new(field: Field, seats: Sequence[int]) -> bool:
    return any(field.times_met(*two) < LATELY for two in pairs(seats))


def wrong(tournament: Tournament, pairing: Pairing) -> NotAllowed | None:
    """What a pairing by a library breaks of its own rules: C1, nobody meets twice; C2, nobody has two byes, and whoever
    won because nobody came has had one; C3 and E2, nobody has the same seat too often.
    """
    field = field_of(tournament)
    if sorted(_all_of(pairing)) != sorted(one.entrant for one in field.contenders) or pairing.pulled:
        return NotAllowed("this pairing breaks its own rules: somebody is missing or sits twice")
    if any(len(table) != field.seats for table in pairing.tables) or len(pairing.byes) > 1:
        return NotAllowed("this pairing breaks its own rules: a table has too many or too few seats")
    byes = {one.entrant: one.byes for one in field.contenders}
    if any(field.times_met(*pair) for table in pairing.tables for pair in pairs(table)):
        return NotAllowed("this pairing breaks its own rules: two have met before")
    played = games(tournament)
    if any(byes[entrant] or dutch.has_won_alone(played[entrant]) for entrant in pairing.byes):
        return NotAllowed("this pairing breaks its own rules: a second bye")
    points = {one.entrant: one.points for one in field.contenders}
    is_last = len(tournament.of_stage) == tournament.length - 1
    tops = {one for one in points if is_last and 2 * points[one] > POINT * len(tournament.of_stage)}
    if any(dutch.is_out_of_turn(table, played, tops) for table in pairing.tables):
        return NotAllowed("this pairing breaks its own rules: somebody has the same seat once more than FIDE allows")
    return None


def _all_of(pairing: Pairing) -> list[int]:
    return [*(entrant for table in pairing.tables for entrant in table), *pairing.byes]


def input_of(tournament: Tournament) -> str:
    """The hash of all that the pairing of the next round follows from."""
    return field_of(tournament).digest()
