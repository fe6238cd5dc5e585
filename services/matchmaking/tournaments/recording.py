"""Results of tables, as soon as their matches are counted; and again where a count is corrected."""

from services.matchmaking.tournaments.acting import act
from shared.ledger.fold import Folded
from shared.platform.cited import Cited
from shared.platform.match import Match
from shared.platform.score.events import ScoreCorrected, ScoreCounted
from shared.platform.streams import Streams, cite
from shared.platform.table import Table
from shared.platform.tournament import Tournament
from shared.platform.tournament.commands import RecordResult
from shared.platform.tournament.decide_tables import is_newer
from shared.platform.tournament.events import Played
from shared.platform.tournament.results import TableResult, result_of_table, without_match

Place = tuple[int, int]  # round and table


class Recording:
    def __init__(self, streams: Streams) -> None:
        self.streams = streams

    def of_table(self, tournament: Tournament, place: Place, id_: str, players: tuple[str, ...]) -> bool:
        """Whether something was recorded now or before, for good."""
        table: Table = self.streams.tables.load(f"table:{id_}").state
        if table.closed is None:
            return False
        if not table.closed.match:
            sat = [table.seats[seat] is not None for seat in range(len(players))]
            return self._record(tournament, place, without_match(sat), None, f"closed-{table.version}")
        match = self.streams.matches.load(f"match:{id_}")
        return match.state.is_over and self._of_match(tournament, place, match, players)

    def _of_match(self, tournament: Tournament, place: Place, match: Folded[Match], players: tuple[str, ...]) -> bool:
        score = self.streams.scores.load(f"score:{match.state.id}")
        found = result_of_table(tournament.rules.absent, players, match.state, score.state.count)
        if found is None:
            return False
        before = tournament.rounds[place[0]].results.get(place[1])
        counted = self._counted(match.state.id) if score.state.count and found.how == "played" else None
        played = Played(match.state.id, *cite(match), *counted) if counted else None
        if before and not is_newer(played, before):
            return True
        if before and isinstance(score.state.count, ScoreCorrected):
            found = found._replace(note=score.state.count.note)
        what = f"{match.version}-{counted.version if counted else 0}"
        return self._record(tournament, place, found, played, what)

    def _counted(self, id_: str) -> Cited | None:
        """The event that counts: an analysis may stand behind it."""
        entries = self.streams.scores.reader.past(f"score:{id_}").entries
        valid = [entry for entry in entries if isinstance(entry.event, ScoreCounted | ScoreCorrected)]
        return Cited(valid[-1].version, valid[-1].envelope.digest) if valid else None

    def _record(
        self, tournament: Tournament, place: Place, found: TableResult, played: Played | None, what: str
    ) -> bool:
        command = RecordResult(
            by=None,
            round=place[0],
            table=place[1],
            how=found.how,
            places=found.places,
            points=found.points,
            played=played,
            note=found.note,
        )
        return act(self.streams, tournament.id, command, f"result-{place[0]}-{place[1]}-{what}")
