"""When something in a tournament is due: pauses count for nobody, nor does time in which the product was away."""

from shared.ledger.absences import LONGEST_MARGIN, Absences
from shared.ledger.fold import Folded
from shared.platform.tournament import Tournament
from shared.platform.tournament.due import is_ready, rounds_left
from shared.platform.tournament.rules import ARENA, EACH_ROUND, KNOCK_OUT
from shared.platform.tournament.state import Round
from shared.tournaments import Announcement, Times

MINUTE = 60.0
CONFIRM = 120.0  # seconds in which players may contradict the last word of a round that nobody has confirmed
TOGETHER = 5.0  # seconds between two pairings of an arena: those who become free within them are paired together
MARGIN = LONGEST_MARGIN / 10  # seconds to come back in, after the product was away


class Deadlines:
    def __init__(self, absences: Absences, times: Times) -> None:
        self.absences = absences
        self.times = times

    def rests(self, folded: Folded[Tournament], announced: Announcement) -> bool:
        """Whether the next round waits: for those who check in, for a pause, or for more who are free."""
        tournament = folded.state
        moments, last = self.times.of(tournament.id), len(tournament.rounds) - 1
        if tournament.format == ARENA:
            return last >= 0 and not self.is_due(folded, moments.paired[last], TOGETHER, "together")
        ended = moments.ended.get(last)
        if ended is None or (asks_to_check_in(tournament) and have_all_checked_in(tournament)):
            return False
        return self._worked(folded, ended, "rest") < announced.rest * MINUTE

    def waits_for_more(self, folded: Folded[Tournament], announced: Announcement) -> bool:
        """Nobody can be paired before somebody has checked in, which they may do until the rest is over."""
        tournament = folded.state
        is_possible = asks_to_check_in(tournament) and rounds_left(tournament) > 0
        return is_possible and self.rests(folded, announced)

    def is_over(self, folded: Folded[Tournament], one: Round) -> bool:
        """By the clock."""
        minutes = folded.state.minutes_of(one)
        began = self.times.of(folded.state.id).paired.get(one.number)
        return bool(minutes and began) and self._worked(folded, began or "", f"round-{one.number}") >= minutes * MINUTE

    def may_be_contradicted(self, folded: Folded[Tournament]) -> frozenset[int]:
        """Rounds with a result that one player of a real table has said alone, and not long ago."""
        alone = [one.number for one in folded.state.of_stage if is_ready(one) and one.unconfirmed]
        said = self.times.of(folded.state.id).said if alone else {}
        worked = {one: self._worked(folded, said[one], f"confirm-{one}", CONFIRM) for one in alone}
        return frozenset(one for one in alone if worked[one] < CONFIRM)

    def is_time_over(self, folded: Folded[Tournament]) -> bool:
        """Of an arena; a pause is no part of its time."""
        tournament = folded.state
        if not tournament.lasts or tournament.is_time_over or tournament.is_paused:
            return False
        began = self.times.of(tournament.id).started
        return began is not None and self._worked(folded, began, "time") >= tournament.rules.minutes * MINUTE

    def is_late(self, folded: Folded[Tournament], announced: Announcement, one: Round) -> bool:
        """Whether the time to sit down at its tables is over."""
        began = self.times.of(folded.state.id).paired.get(one.number, folded.at)
        return self._worked(folded, began, f"sit-{one.number}") >= announced.to_sit * MINUTE

    def _worked(self, folded: Folded[Tournament], since: str, what: str, margin: float = MARGIN) -> float:
        """Seconds in which players could do something, with a margin after the product was away."""
        moments = self.times.of(folded.state.id)
        return moments.worked(self.absences, since, f"{folded.state.id}:{what}", margin)

    def is_due(self, folded: Folded[Tournament], since: str, limit: float, what: str) -> bool:
        return self.absences.is_due(since, limit, (f"{folded.state.id}:{what}", folded.version))


def awaits_nonces(tournament: Tournament) -> bool:
    return any(one.is_in and one.nonce_hash and one.nonce is None for one in tournament.entrants)


def asks_to_check_in(tournament: Tournament) -> bool:
    return tournament.rules.check_in == EACH_ROUND and tournament.format not in KNOCK_OUT


def have_all_checked_in(tournament: Tournament) -> bool:
    """For the next round, of those who are in."""
    number = len(tournament.rounds)
    return all(
        number in one.checked_in or not one.is_in or tournament.is_bot(entrant)
        for entrant, one in enumerate(tournament.entrants)
    )
