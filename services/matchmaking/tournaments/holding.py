"""Holds tournaments: asks what is due, does one step, and asks again. Whoever looks next goes on where this one ended.

Nothing is remembered here that matters: times come from the record, and each step has a key of its own, so any number
of these may look at the same tournament.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime

from services.matchmaking.tournaments.acting import act
from services.matchmaking.tournaments.dealing import Dealing
from services.matchmaking.tournaments.pairing import Pairings
from services.matchmaking.tournaments.recording import Recording
from services.matchmaking.tournaments.seating import Seating
from shared.games.registry import GAMES
from shared.ledger.absences import LONGEST_MARGIN, Absences
from shared.ledger.envelope import stamp
from shared.ledger.fold import Folded
from shared.platform.streams import Streams
from shared.platform.tournament import Tournament, due
from shared.platform.tournament.commands import BeginFinal, EndRound, EndTournament, StartTournament
from shared.platform.tournament.due import rounds_left
from shared.platform.tournament.rules import ARENA, EACH_ROUND, KNOCK_OUT
from shared.platform.tournament.state import Round
from shared.settings import Settings
from shared.tournaments import Announcement, Announcements, Moments, Times, TournamentRows

MINUTE = 60.0
MOST_STEPS = 200  # of one tournament in one look
TOGETHER = 5.0  # seconds: in an arena, those who become free within them are paired together

Step = Callable[[Folded[Tournament], Announcement], bool]


class Holding:
    def __init__(
        self,
        streams: Streams,
        rows: TournamentRows,
        absences: Absences,
        settings: Settings,
        pairings: Pairings,
        seating: Seating,
    ) -> None:
        self.streams = streams
        self.rows = rows
        self.announcements: Announcements = rows.announcements
        self.absences = absences
        self.settings = settings
        self.pairings = pairings
        self.seating = seating
        self.recording = Recording(streams)
        self.dealing = Dealing(streams)
        self.times = Times(streams.ledger)
        self._listed: dict[str, int] = {}  # the versions of the rows that this process has put
        self._are_remade = False
        self._steps: Mapping[str, Step] = {
            "start": self._start,
            "pair": self._pair,
            "play": self._play,
            "end_round": self._end_round,
            "final": self._final,
            "end": self._end,
        }

    def see_to(self, id_: str) -> None:
        """All that is due now. Raises Busy, Unavailable."""
        for _ in range(MOST_STEPS):
            folded = self.streams.tournaments.load(f"tournament:{id_}")
            if not self._has_gone_on(folded):
                break
        self.list(folded)

    def list(self, folded: Folded[Tournament]) -> None:
        if self._listed.get(folded.state.id) != folded.version:
            self.rows.put(folded)
            self._listed[folded.state.id] = folded.version
        if folded.state.ended:
            self._listed.pop(folded.state.id, None)

    def see_to_table(self, id_: str, match: str) -> None:
        """Of a match that has just ended: its result, and what follows from it."""
        tournament = self.streams.tournaments.load(f"tournament:{id_}").state
        for one in reversed(tournament.rounds):
            for table, linked in one.matches.items():
                if linked == match:
                    self.recording.of_table(tournament, (one.number, table), match, players_at(tournament, one, table))
        self.see_to(id_)

    def remake(self) -> None:
        """Once in a process: the rows of all tournaments, where a release with other fields made them, or nobody."""
        if self._are_remade:
            return
        ids = self.streams.ledger.ids("tournament")
        for id_ in ids if self.rows.are_others(ids) else ():
            self.rows.put(self.streams.tournaments.load(f"tournament:{id_}"))
        self._are_remade = True

    def waits_at(self, id_: str, match: str) -> bool:
        """Whether this table's result is still to come."""
        tournament = self.streams.tournaments.load(f"tournament:{id_}").state
        tables = (tournament.rounds[round_].matches.get(table) for round_, table, _ in tournament.playing())
        return tournament.ended is None and match in tables

    def _has_gone_on(self, folded: Folded[Tournament]) -> bool:
        """What a newer release wrote, or a game that this one lacks, is left to a release that knows it."""
        tournament = folded.state
        if folded.unknown or tournament.opened is None or tournament.opening.game not in GAMES:
            return False
        self.dealing.open(tournament)
        step = self._steps.get(due(tournament))
        return step is not None and step(folded, self.announcements.of(tournament.id))

    def _start(self, folded: Folded[Tournament], announced: Announcement) -> bool:
        """At its time, and a moment later where nonces are awaited; with nobody there it is called off."""
        tournament = folded.state
        if announced.start is None:
            is_forgotten = self._is_due(folded, folded.at, self.settings.abort_after, "forgotten")
            return is_forgotten and act(self.streams, tournament.id, EndTournament(by=None), "forgotten")
        begins = stamp(datetime.fromtimestamp(announced.start / 1000, UTC))
        if self.absences.now() * 1000 < announced.start:
            return False
        if awaits_nonces(tournament) and not self._is_due(folded, begins, self.settings.nonce_wait, "start"):
            return False
        return act(self.streams, tournament.id, StartTournament(by=None), "start") or act(
            self.streams, tournament.id, EndTournament(by=None), "called-off"
        )

    def _pair(self, folded: Folded[Tournament], announced: Announcement) -> bool:
        return not self._rests(folded, announced) and self.pairings.ask(folded.state)

    def _rests(self, folded: Folded[Tournament], announced: Announcement) -> bool:
        """Whether the next round waits: for those who check in, for a pause, or for more who are free."""
        tournament = folded.state
        if tournament.format == ARENA:
            return bool(tournament.rounds) and not self._is_due(folded, folded.at, TOGETHER, "together")
        ended = self.times.of(tournament.id).ended.get(len(tournament.rounds) - 1)
        if ended is None or (asks_to_check_in(tournament) and have_all_checked_in(tournament)):
            return False
        return self._worked(folded, ended, "rest") < announced.rest * MINUTE

    def _end_round(self, folded: Folded[Tournament], announced: Announcement) -> bool:
        over = next(one.number for one in folded.state.of_stage if not one.is_ended and not one.open)
        return act(self.streams, folded.state.id, EndRound(round=over), f"round-{over}-end")

    def _final(self, folded: Folded[Tournament], announced: Announcement) -> bool:
        return not self._waits_for_more(folded, announced) and act(self.streams, folded.state.id, BeginFinal(), "final")

    def _end(self, folded: Folded[Tournament], announced: Announcement) -> bool:
        return not self._waits_for_more(folded, announced) and act(
            self.streams, folded.state.id, EndTournament(by=None), "end"
        )

    def _waits_for_more(self, folded: Folded[Tournament], announced: Announcement) -> bool:
        """Nobody can be paired before somebody has checked in, which they may do until the rest is over."""
        tournament = folded.state
        is_possible = asks_to_check_in(tournament) and rounds_left(tournament) > 0
        return is_possible and self._rests(folded, announced)

    def _play(self, folded: Folded[Tournament], announced: Announcement) -> bool:
        """Results are recorded also in a pause; nobody's time runs there. On real tables people say how it ended."""
        tournament = folded.state
        unended = [one for one in tournament.rounds if not one.is_ended]
        for one in unended if not tournament.is_paused else ():
            if self.is_over(folded, one):
                late = EndRound(round=one.number, late=True)
                return act(self.streams, tournament.id, late, f"round-{one.number}-late")
        if announced.in_person:
            return False
        return sum([self._see_to_tables(folded, one, self._is_late(folded, announced, one)) for one in unended]) > 0

    def _see_to_tables(self, folded: Folded[Tournament], one: Round, is_late: bool) -> bool:
        """Whether anything has happened; each of them is seen to."""
        self.dealing.commit(folded.state, one)
        return sum([self._see_to_one(folded.state, one, table, is_late) for table in one.open]) > 0

    def _see_to_one(self, tournament: Tournament, one: Round, table: int, is_late: bool) -> bool:
        place, players = (one.number, table), players_at(tournament, one, table)
        if table not in one.matches:
            if not tournament.is_paused:
                self.seating.link(tournament, place)
            return not tournament.is_paused
        id_ = one.matches[table]
        if not tournament.is_paused:
            self.seating.see_to(tournament, id_, players, is_late=is_late)
        return self.recording.of_table(tournament, place, id_, players)

    def is_over(self, folded: Folded[Tournament], one: Round) -> bool:
        minutes = folded.state.rules.minutes
        began = self.times.of(folded.state.id).paired.get(one.number)
        return bool(minutes and began) and self._worked(folded, began or "", f"round-{one.number}") >= minutes * MINUTE

    def _is_late(self, folded: Folded[Tournament], announced: Announcement, one: Round) -> bool:
        """Whether the time to sit down at its tables is over."""
        began = self.times.of(folded.state.id).paired.get(one.number, folded.at)
        return self._worked(folded, began, f"sit-{one.number}") >= announced.to_sit * MINUTE

    def _worked(self, folded: Folded[Tournament], since: str, what: str) -> float:
        """Seconds in which players could do something, with a margin after the product was away."""
        moments: Moments = self.times.of(folded.state.id)
        return moments.worked(self.absences, since, f"{folded.state.id}:{what}", LONGEST_MARGIN / 10)

    def _is_due(self, folded: Folded[Tournament], since: str, limit: float, what: str) -> bool:
        return self.absences.is_due(since, limit, (f"{folded.state.id}:{what}", folded.version))

    def duties(self) -> Iterator[tuple[str, Callable[[], None]]]:
        """Of all that are not over."""
        for id_ in self.rows.under_way():
            yield id_, lambda id_=id_: self.see_to(id_)  # type: ignore[misc]


def players_at(tournament: Tournament, one: Round, table: int) -> tuple[str, ...]:
    """By seat; who is known by a name alone is no player."""
    return tuple(tournament.entrants[entrant].player or "" for entrant in one.tables[table])


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
