"""Holds tournaments: asks what is due, does one step, and asks again. Whoever looks next goes on where this one ended.

Nothing is remembered here that matters: times come from the record, and each step has a key of its own, so any number
of these may look at the same tournament.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime

from services.matchmaking.tournaments.acting import act
from services.matchmaking.tournaments.bots import Presence
from services.matchmaking.tournaments.deadlines import Deadlines, awaits_nonces
from services.matchmaking.tournaments.dealing import Dealing
from services.matchmaking.tournaments.pairing import Pairings
from services.matchmaking.tournaments.recording import Recording
from services.matchmaking.tournaments.seating import Seating, players_at
from shared.games.registry import GAMES
from shared.ledger.absences import Absences
from shared.ledger.envelope import stamp
from shared.ledger.fold import Folded
from shared.platform.streams import Streams
from shared.platform.tournament import Tournament, due
from shared.platform.tournament.commands import BeginFinal, EndRound, EndTime, EndTournament, StartTournament
from shared.platform.tournament.due import is_ready
from shared.platform.tournament.state import Round
from shared.settings import Settings
from shared.tournaments import Announcement, Announcements, Times, TournamentRows
from shared.web.of_house import note_round_robin

MOST_STEPS = 200  # of one tournament in one look

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
        self.presence = Presence(streams, absences)
        self.recording = Recording(streams)
        self.dealing = Dealing(streams)
        self.deadlines = Deadlines(absences, Times(streams.ledger))
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
        """Its row comes last: whoever dies before finds in its list one that is not over, and goes on."""
        if self._listed.get(folded.state.id) == folded.version:
            return
        note_round_robin(folded, self.announcements)
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
            folded = self.streams.tournaments.load(f"tournament:{id_}")
            note_round_robin(folded, self.announcements)
            self.rows.put(folded)
        self._are_remade = True

    def waits_at(self, id_: str, match: str) -> bool:
        """Whether this table's result is still to come."""
        tournament = self.streams.tournaments.load(f"tournament:{id_}").state
        tables = (tournament.rounds[round_].matches.get(table) for round_, table, _ in tournament.playing())
        return match in tables

    def _has_gone_on(self, folded: Folded[Tournament]) -> bool:
        """What a newer release wrote, or a game that this one lacks, is left to a release that knows it."""
        tournament = folded.state
        if folded.unknown or tournament.opened is None or tournament.opening.game not in GAMES:
            return False
        self.dealing.open(tournament)
        if not tournament.ended and self.deadlines.is_time_over(folded):
            return act(self.streams, tournament.id, EndTime(), "time")
        step = self._steps.get(due(tournament, self.deadlines.may_be_contradicted(folded)))
        return step is not None and step(folded, self.announcements.of(tournament.id))

    def _start(self, folded: Folded[Tournament], announced: Announcement) -> bool:
        """At its time, and a moment later where nonces are awaited; with nobody there it is called off."""
        tournament = folded.state
        if announced.start is None:
            is_forgotten = self.deadlines.is_due(folded, folded.at, self.settings.abort_after, "forgotten")
            return is_forgotten and act(self.streams, tournament.id, EndTournament(by=None), "forgotten")
        begins = stamp(datetime.fromtimestamp(announced.start / 1000, UTC))
        if self.absences.now() * 1000 < announced.start:
            return False
        if awaits_nonces(tournament) and not self.deadlines.is_due(folded, begins, self.settings.nonce_wait, "start"):
            return False
        return act(self.streams, tournament.id, StartTournament(by=None), "start") or act(
            self.streams, tournament.id, EndTournament(by=None), "called-off"
        )

    def _pair(self, folded: Folded[Tournament], announced: Announcement) -> bool:
        if self.deadlines.rests(folded, announced):
            return False
        here = self.presence
        return here.bring_back(folded.state) or here.leave_out(folded.state) or self.pairings.ask(folded.state)

    def _end_round(self, folded: Folded[Tournament], announced: Announcement) -> bool:
        """What one player of a real table has said alone, the others may still contradict for a while."""
        waiting = self.deadlines.may_be_contradicted(folded)
        ready = [one.number for one in folded.state.of_stage if is_ready(one) and one.number not in waiting]
        return any(act(self.streams, folded.state.id, EndRound(round=over), f"round-{over}-end") for over in ready)

    def _final(self, folded: Folded[Tournament], announced: Announcement) -> bool:
        return not self.deadlines.waits_for_more(folded, announced) and (
            self.presence.bring_back(folded.state) or act(self.streams, folded.state.id, BeginFinal(), "final")
        )

    def _end(self, folded: Folded[Tournament], announced: Announcement) -> bool:
        return not self.deadlines.waits_for_more(folded, announced) and (
            self.presence.bring_back(folded.state) or act(self.streams, folded.state.id, EndTournament(by=None), "end")
        )

    def _play(self, folded: Folded[Tournament], announced: Announcement) -> bool:
        """Results are recorded also in a pause; nobody's time runs there. On real tables people say how it ended."""
        tournament = folded.state
        unended = [one for one in tournament.rounds if not one.is_ended]
        for one in unended if not tournament.is_paused else ():
            if self.deadlines.is_over(folded, one):
                late = EndRound(round=one.number, late=True)
                return act(self.streams, tournament.id, late, f"round-{one.number}-late")
        if announced.in_person:
            return False
        return (
            sum([self._see_to_tables(folded, one, self.deadlines.is_late(folded, announced, one)) for one in unended])
            > 0
        )

    def _see_to_tables(self, folded: Folded[Tournament], one: Round, is_late: bool) -> bool:
        """Whether anything has happened; each of them is seen to."""
        self.dealing.commit(folded.state, one)
        return sum([self._see_to_one(folded.state, one, table, is_late) for table in one.open]) > 0

    def _see_to_one(self, tournament: Tournament, one: Round, table: int, is_late: bool) -> bool:
        place, players = (one.number, table), players_at(tournament, one, table)
        if tournament.is_paused and table not in one.matches:
            return False
        id_ = one.matches.get(table) or self.seating.link(tournament, place)
        if id_ is None:
            return False
        if not tournament.is_paused:
            self.seating.see_to(tournament, id_, players, is_late=is_late)
        return table not in one.matches or self.recording.of_table(tournament, place, id_, players)

    def duties(self) -> Iterator[tuple[str, Callable[[], None]]]:
        """Of all that are not over."""
        for id_ in self.rows.under_way():
            yield id_, lambda id_=id_: self.see_to(id_)  # type: ignore[misc]
