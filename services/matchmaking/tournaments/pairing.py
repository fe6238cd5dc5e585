"""Asks for pairings: a job makes each, and where none is made in time a simple one is made here."""

import time
from collections.abc import Callable

from rq import Queue

from services.matchmaking.jobs import pair_round
from services.matchmaking.tournaments.acting import act
from shared.platform.streams import Streams
from shared.platform.tournament import Tournament
from shared.platform.tournament.commands import PairRound
from shared.platform.tournament.pairings import FAILED, LATE, dutch
from shared.web.jobs import Jobs

GIVEN_TIME = 60  # seconds for a job: the largest field takes a few
PATIENCE = 30.0  # seconds from when it was first asked for until nobody waits for it any more
TRIES = 3


class Pairings:
    """`queue` is one of RQ's."""

    def __init__(self, queue: Queue, streams: Streams, clock: Callable[[], float] = time.monotonic) -> None:
        self.jobs = Jobs(queue, GIVEN_TIME)
        self.streams = streams
        self.clock = clock
        self._asked: dict[str, float] = {}  # when this process first asked for it, by the name of the work

    def ask(self, tournament: Tournament) -> bool:
        """Whether the round was paired here and now, because no job did it."""
        name = f"pair-{tournament.id}-{len(tournament.rounds)}"
        asked = self._asked.setdefault(name, self.clock())
        if self.clock() - asked > PATIENCE:
            return self._simple(tournament, name, LATE)
        if self.jobs.is_under_way(name):
            return False
        if self.clock() > asked and self.jobs.next_try(name) >= TRIES:  # it was asked for before, and is not paired
            return self._simple(tournament, name, FAILED)
        self.jobs.enqueue(name, pair_round, tournament.id, len(tournament.rounds))
        return False

    def _simple(self, tournament: Tournament, name: str, why: str) -> bool:
        """The event says why only where a library's pairing was wanted."""
        self._asked.pop(name, None)
        instead = why if dutch.fits(tournament) else None
        number = len(tournament.rounds)
        return act(self.streams, tournament.id, PairRound(round=number, instead=instead), f"pair-{number}-here")
