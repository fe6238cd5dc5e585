"""All that game-command does by itself: start matches, call bots, end what nobody plays any more."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial

import structlog
from rq import Queue

from services.game_command.jobs import play_bot_turn
from shared.bots import maker
from shared.errors import MatchOver, NotAllowed, NotFound, StaleTurn
from shared.games.registry import GAMES
from shared.ledger.absences import Absences
from shared.ledger.decider import Message
from shared.ledger.fold import Folded
from shared.ledger.handler import Handler
from shared.ledger.store import Notice
from shared.platform.branches import branched
from shared.platform.match import STAND_IN, Abort, Command, Match, SeatStandIn, Start
from shared.platform.player import is_bot
from shared.platform.rows import CALLS_BOT, IDLE, Due, Row, Rows, by_status, idle_since
from shared.platform.streams import cite
from shared.settings import settings
from shared.web.jobs import Jobs
from shared.web.ledger import streams

SERVICE = "service:game_command"
TRIES = 5  # of a bot's turn that failed; then any_move takes the seat
LONG = 5  # seconds: bots that may take longer for a move have a queue of their own
WENT_ON = (MatchOver, NotAllowed, StaleTurn)  # somebody was faster

log = structlog.get_logger()


class Reactions:
    """`quick` and `slow` are RQ's queues `bots` and `slow_bots`; `rows` says which matches are worth a look."""

    def __init__(self, quick: Queue, slow: Queue, rows: Rows) -> None:
        self.quick = quick
        self.slow = slow
        self.due = Due(rows)
        self.absences = Absences(rows.client)

    def table(self) -> dict[str, Callable[[Notice], None]]:
        return {
            "table.closed": lambda notice: self.start_match(notice.id),
            "match.turn_started": lambda notice: self.call_bots(notice.id),
            "match.stand_in_seated": lambda notice: self.call_bots(notice.id),
        }

    def duties(self) -> Iterable[tuple[str, Callable[[], None]]]:
        """What the ledger shows as undone, whatever became of notices and jobs."""
        for row in self.due(by_status("starting")):
            yield row.id, partial(self.start_match, row.id)
        for row in (*self.due(CALLS_BOT, settings().bot_patience), *self.due(IDLE, settings().abort_after)):
            if self.is_waiting(row):
                yield row.id, partial(self.look_after, row.id)

    def is_waiting(self, row: Row) -> bool:
        """By a row, which may be late: the ledger is asked before anything is done."""
        calls_bot, what = any(map(is_bot, row.called)), (f"row:{row.id}", row.version)
        if calls_bot and self.absences.is_due(row.at, settings().bot_patience, what):
            return True
        return self.absences.is_due(row.idle_since, settings().abort_after, what)

    def start_match(self, id_: str) -> None:
        """The table's last event says that a match follows. A second start is impossible: version 0 is expected."""
        folded = streams().table(id_)
        table, opened = folded.state, folded.state.opening
        if table.closed is None or not table.closed.match:
            return
        game = GAMES[opened.game]
        command = Start(
            game=game,
            options=game.options(**opened.options),
            players=table.players,
            seed=opened.seed,
            nonces=table.nonces,
            table=cite(folded),
            practice=opened.branch is not None,
            branched=branched(streams(), opened.branch) if opened.branch else None,
        )
        with suppress(MatchOver):  # it has started
            self.send(id_, command, f"table:{id_}#{folded.version}:start_match")

    def call_bots(self, id_: str) -> None:
        folded = streams().match(id_)
        for seat in called_bots(folded):
            self.enqueue(folded.state, seat)

    def enqueue(self, match: Match, seat: int) -> None:
        self.jobs_of(match, seat).enqueue(work(match, seat), play_bot_turn, match.id, match.turn, seat)

    def jobs_of(self, match: Match, seat: int) -> Jobs:
        """Who is quick never waits for who is slow."""
        seconds = given_time(match.players[seat])
        return Jobs(self.slow if seconds > LONG else self.quick, int(settings().bot_pause) + seconds)

    def look_after(self, id_: str) -> None:
        """A bot that was called long ago is called again; a match that nobody plays is closed."""
        folded = streams().blind.load(f"match:{id_}")  # what nobody can play on is closed too
        if folded.state.is_over:
            return
        what = (id_, folded.version)
        if self.absences.is_due(idle_since(folded), settings().abort_after, what):
            self.abort_idle(folded.state)
        elif self.absences.is_due(folded.at, settings().bot_patience, what):
            known = streams().match(id_)
            for seat in called_bots(known):
                self.call_again(known.state, seat)

    def call_again(self, match: Match, seat: int) -> None:
        name, jobs = work(match, seat), self.jobs_of(match, seat)
        if jobs.is_under_way(name):
            return
        if jobs.next_try(name) < TRIES or match.players[seat] == STAND_IN:  # nobody stands in for the stand-in
            self.enqueue(match, seat)
        else:
            self.replace(match, seat)

    def replace(self, match: Match, seat: int) -> None:
        log.error("bot_replaced", match=match.id, seat=seat, bot=match.players[seat])
        with suppress(*WENT_ON):
            cause = f"match:{match.id}#{match.turn}:stand_in_{seat}"
            self.send(match.id, SeatStandIn(seat=seat, turn=match.turn), cause)

    def abort_idle(self, match: Match) -> None:
        with suppress(*WENT_ON):
            cause = f"match:{match.id}#{match.version}:idle"
            self.send(match.id, Abort(reason="idle", at=match.version), cause, streams().blind)

    def send(self, id_: str, command: Command, cause: str, handler: Handler[Match, Command] | None = None) -> None:
        message = Message(stream=f"match:{id_}", by=SERVICE, cause=cause, command=command)
        (handler or streams().matches).handle(message)


def called_bots(folded: Folded[Match]) -> list[int]:
    """None where a newer release wrote something: who is called now, this one can't know."""
    match = folded.state
    if folded.unknown:
        return []
    return [seat for seat in match.called if is_bot(match.players[seat])]


def given_time(player: str) -> int:
    """Seconds for a move, above the pause before it."""
    try:
        return maker(player).seconds
    except NotFound:  # of another release; its job will say so
        return LONG


def work(match: Match, seat: int) -> str:
    """The name of a bot's turn in the queue."""
    return f"bot-{match.id}-{match.turn}-{seat}"
