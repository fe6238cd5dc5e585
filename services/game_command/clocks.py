"""Keeps the clocks of matches: what was the product's absence is given back, and then time runs out when it is over.

Key: the sorted set `clocks:due` holds the id of each match whose clock runs, or that is paused, by the moment at which
the next thing is due, in milliseconds since 1970. It is made again from the running matches where its member `-` is
missing. Nothing in it is believed: the ledger is asked before anything is done.
"""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import Any

import structlog

from services.game_command.clock_times import now
from services.game_command.credits import credit
from services.game_command.leavers import Leavers
from services.game_command.stand_ins import SERVICE, WENT_ON
from shared.bots import bot, stand_in
from shared.errors import Broken, Busy, IllegalMove, Unavailable
from shared.ledger.absences import Absences
from shared.ledger.decider import Message
from shared.ledger.fold import Folded
from shared.ledger.redis import answering
from shared.people import signs
from shared.platform.match import EndPause, Match, RunOut
from shared.platform.match.by_bot import move_by
from shared.platform.rows import Due, Rows, by_status
from shared.platform.terms import STANDS_IN
from shared.web.ledger import streams
from shared.web.life import ends, still_works

DUE = "clocks:due"
EVERY = 0.2  # seconds between two rounds
LATER = 60_000  # milliseconds
PATIENCE = 1.0  # seconds until the next one after one that failed
WHOLE = "-"  # its member that no match is: the set was made from all running matches
MOST = 50  # matches in one round: the thread has to come round again

log = structlog.get_logger()


class Clocks:
    """One thread's; it leaves signs itself, so that it never believes that time ran while nobody was there."""

    def __init__(self, rows: Rows) -> None:
        self.client: Any = rows.client
        self.absences = Absences(rows.client)
        self.leavers = Leavers(rows.client)
        self.running = Due(rows, MOST)
        self._known: tuple[Any, ...] | None = None
        self._to_credit: deque[str] = deque()

    def round(self) -> None:
        """A few times a second. Raises Unavailable."""
        self.absences.note()
        self._make_again()
        self._give_back()
        for id_ in self._due():
            self._keep(id_)
        for id_ in self.leavers.due():
            self._keep(id_, self.look_for)

    def plan(self, id_: str) -> None:
        """As the ledger says now, when this match is due next."""
        self._plan(streams().match(id_))

    def look_for(self, id_: str) -> None:
        """Those who are called in this match."""
        self.leavers.keep(streams().match(id_), self.absences.periods)
        self.plan(id_)

    def _keep(self, id_: str, keep: Callable[[str], None] | None = None) -> None:
        """One that can't be kept must not stop all others: it is tried again a minute later."""
        try:
            (keep or self.keep)(id_)
        except (Busy, Unavailable):
            raise
        except Exception:
            log.error("clock_not_kept", match=id_, exc_info=True)
            with answering():
                for due in (DUE, signs.DUE):
                    self.client.zadd(due, {id_: now() + LATER}, xx=True)

    def keep(self, id_: str) -> None:
        """What is due in this match."""
        with suppress(*WENT_ON, IllegalMove):  # it went on meanwhile
            folded = credit(id_, self.absences.periods)
            if not folded.state.is_over and folded.state.game and not folded.unknown:
                obey_time(folded.state)
        self.plan(id_)

    def _plan(self, folded: Folded[Match]) -> None:
        match = folded.state
        due = None if match.is_over or folded.unknown or match.game is None else match.time.next_due()
        with answering():
            if due is None:
                self.client.zrem(DUE, match.id)
            else:
                self.client.zadd(DUE, {match.id: due})
        self.leavers.plan(folded, self.absences.periods)

    def _due(self) -> list[str]:
        with answering():
            return [id_.decode() for id_ in self.client.zrangebyscore(DUE, "-inf", now(), 0, MOST)]

    def _give_back(self) -> None:
        """After an absence, in every match whose clock runs: nobody has to wait for a move to see it."""
        if self._known != self.absences.periods:
            self._known = self.absences.periods
            with answering():
                self._to_credit = deque(id_.decode() for id_ in self.client.zrange(DUE, 0, -1) if id_ != WHOLE.encode())
        for _ in range(min(MOST, len(self._to_credit))):
            self._keep(self._to_credit.popleft())

    def _make_again(self) -> None:
        """A few matches a round, until all that run have been looked at."""
        with answering():
            if self.client.zscore(DUE, WHOLE) is not None:
                return
        found = self.running(by_status("playing"))
        for row in found:
            with suppress(Broken):  # nobody can play it, and whoever opens it is told why
                self.plan(row.id)
        if len(found) < MOST:
            with answering():
                self.client.zadd(DUE, {WHOLE: "+inf"})


class Keeping(Thread):
    """Goes round until it is told to end. A round that fails is tried again, whatever the reason; one that hangs ends
    the program.
    """

    def __init__(self, round_: Callable[[], None]) -> None:
        super().__init__(name="clocks", daemon=True)
        self.round = round_
        self._ended = Event()

    def run(self) -> None:
        wait = EVERY
        while not self._ended.wait(wait):
            still_works(self.name)
            try:
                self.round()
                wait = EVERY
            except Exception as error:  # nobody else keeps the clocks
                log.warning("clocks_not_kept", reason=repr(error), exc_info=not isinstance(error, Unavailable | Busy))
                wait = PATIENCE
        ends(self.name)

    def end(self) -> None:
        self._ended.set()
        self.join()


def obey_time(match: Match) -> None:
    """`match` at this moment. Each is done once, whoever else keeps the clocks."""
    if match.time.paused is not None:
        if match.now >= match.time.until:
            _obey(match, SERVICE, f"match:{match.id}#{match.time.pauses}:end_pause", EndPause())
        return
    for seat in match.time.running:
        if match.time.is_out(seat, match.now):
            run_out(match, seat)


def run_out(match: Match, seat: int) -> None:
    """Where the stand-in plays this turn, it writes what its move leads to, as any player does."""
    if match.start.terms.out != STANDS_IN:
        command = RunOut(seat=seat, turn=match.turn, player=stand_in())
        _obey(match, SERVICE, f"match:{match.id}#{match.turn}:time_{seat}", command)
        return
    move = move_by(bot(stand_in()).make, match, seat)
    command = RunOut(seat=seat, turn=match.turn, player=stand_in(), move=move)
    _obey(match, stand_in(), f"time-{match.turn}-{seat}", command)


def _obey(match: Match, by: str, cause: str, command: EndPause | RunOut) -> None:
    streams().matches.handle(Message(stream=f"match:{match.id}", by=by, cause=cause, command=command))
