"""The luck of the rounds of a duplicate: committed before their tables open, shown to all once they have ended."""

from contextlib import suppress

from services.matchmaking.tournaments.acting import SERVICE
from shared.errors import NotAllowed
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.envelope import stamp
from shared.platform.deal import Command, End
from shared.platform.streams import Streams
from shared.platform.tournament import Tournament
from shared.platform.tournament.duplicate import commit_of, deal_of
from shared.platform.tournament.state import Round


class Dealing:
    """However many do this at the same time, each deal is committed and ended once.

    What this process knows to be done isn't looked at again.
    """

    def __init__(self, streams: Streams) -> None:
        self.streams = streams
        self._committed: set[str] = set()
        self._ended: set[str] = set()

    def commit(self, tournament: Tournament, one: Round) -> None:
        """Before any table of the round is linked."""
        if one.deal is None or one.deal in self._committed:
            return
        id_ = deal_of(tournament, one.number)
        if not self.streams.ledger.last(f"deal:{id_}"):
            now = stamp(self.streams.deals.now())
            self._send(id_, commit_of(tournament, one.number, GAMES[tournament.opening.game], now), "commit")
        self._committed.add(one.deal)

    def open(self, tournament: Tournament) -> None:
        """Those of all rounds that have ended, by themselves or with the tournament."""
        for one in tournament.rounds:
            is_over = one.is_ended or tournament.ended is not None
            if one.deal and is_over and one.deal not in self._ended:
                self._open(one.deal, deal_of(tournament, one.number))

    def _open(self, name: str, id_: str) -> None:
        """On real tables nothing was ever dealt here."""
        deal = self.streams.deals.load(f"deal:{id_}").state
        if deal.committed and not deal.is_ended:
            self._send(id_, End(), "end")
        self._ended.add(name)

    def _send(self, id_: str, command: Command, what: str) -> None:
        message = Message(stream=f"deal:{id_}", by=SERVICE, cause=f"deal:{id_}:{what}", command=command)
        with suppress(NotAllowed):  # somebody was faster
            self.streams.deals.handle(message)
