"""All that game-command does by itself: start matches, call bots, end what nobody plays any more."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial

import structlog
from rq import Queue
from rq.exceptions import DuplicateJobError, NoSuchJobError
from rq.job import Job

from services.game_command.jobs import play_bot_turn
from services.game_command.matches import streams
from shared.errors import MatchOver
from shared.ledger.decider import Command
from shared.ledger.handler import Handler
from shared.ledger.redis import answering
from shared.ledger.rows import Rows
from shared.ledger.store import Notice
from shared.rules.games import GAMES
from shared.rules.match import STAND_IN, Abort, Match, Order, SeatStandIn, Start
from shared.rules.platform import Cited
from shared.settings import settings

SERVICE = "service:game_command"
TRIES = 5  # of a bot's turn that failed; then any_move takes the seat
GIVEN_TIME = 60  # seconds for one bot's move, above its pause

log = structlog.get_logger()


class Reactions:
    """`queue` is RQ's queue `bots`; `rows` says which matches are worth a look."""

    def __init__(self, queue: Queue, rows: Rows) -> None:
        self.queue = queue
        self.rows = rows

    def table(self) -> dict[str, Callable[[Notice], None]]:
        return {
            "table.closed": lambda notice: self.start_match(id_of(notice)),
            "match.turn_started": lambda notice: self.call_bots(id_of(notice)),
            "match.stand_in_seated": lambda notice: self.call_bots(id_of(notice)),
        }

    def duties(self) -> Iterable[tuple[str, Callable[[], None]]]:
        """What the ledger shows as undone, whatever became of notices and jobs."""
        for row in self.rows.listed("starting"):
            yield row.id, partial(self.start_match, row.id)
        for row in self.rows.listed("playing"):
            yield row.id, partial(self.look_after, row.id)

    def start_match(self, id_: str) -> None:
        """The table's last event says that a match follows. A second start is impossible: version 0 is expected."""
        folded = streams().table(id_)
        table, opened = folded.state, folded.state.opened
        if table.closed is None or not table.closed.match:
            return
        assert opened is not None
        assert folded.digest is not None
        game = GAMES[opened.game]
        order = Start(
            game=game,
            options=game.options(**opened.options),
            players=table.players,
            seed=opened.seed,
            nonces=table.nonces,
            table=Cited(folded.version, folded.digest),
            practice=False,
        )
        with suppress(MatchOver):  # it has started
            self.order(id_, order, f"{folded.version}:start_match")

    def call_bots(self, id_: str) -> None:
        match = streams().match(id_).state
        for seat in called_bots(match):
            self.enqueue(match, seat, self.tries(match, seat))

    def enqueue(self, match: Match, seat: int, attempt: int) -> None:
        with answering(), suppress(DuplicateJobError):
            self.queue.enqueue(
                play_bot_turn,
                match.id,
                match.turn,
                seat,
                job_id=job_id(match, seat, attempt),
                unique=True,
                result_ttl=0,
                failure_ttl=3600,
                job_timeout=int(settings().bot_pause) + GIVEN_TIME,
            )

    def look_after(self, id_: str) -> None:
        """A bot that was called long ago is called again; a match that nobody plays is closed."""
        folded = streams().match(id_)
        match, waited = folded.state, seconds_since(datetime.fromisoformat(folded.at))
        if match.is_over:
            return
        if waited > settings().abort_after:
            self.abort_idle(match)
        elif waited > settings().bot_patience:
            for seat in called_bots(match):
                self.call_again(match, seat)

    def call_again(self, match: Match, seat: int) -> None:
        """With the next try's number, as a job's id is taken for as long as the job is remembered."""
        if self.is_under_way(job_id(match, seat, self.tries(match, seat))):
            return
        with answering():
            attempt = int(self.queue.connection.incr(tries_key(match, seat)))
            self.queue.connection.expire(tries_key(match, seat), 86_400)
        if attempt < TRIES or match.players[seat] == STAND_IN:  # nobody stands in for the stand-in
            self.enqueue(match, seat, attempt)
        else:
            log.error("bot_replaced", match=match.id, seat=seat, bot=match.players[seat])
            self.order(match.id, SeatStandIn(seat=seat), f"{match.turn}-{seat}:stand_in")

    def tries(self, match: Match, seat: int) -> int:
        """How often this call was repeated: the number of the newest try."""
        with answering():
            return int(self.queue.connection.get(tries_key(match, seat)) or 0)

    def is_under_way(self, name: str) -> bool:
        """Whether a worker will get to this job, or is at it: one that takes too long was killed."""
        with answering():
            try:
                job = Job.fetch(name, connection=self.queue.connection)
            except NoSuchJobError:
                return False
            if job.is_started and job.started_at is not None:
                return seconds_since(job.started_at) < settings().bot_pause + settings().bot_patience
            return self.queue.get_job_position(job) is not None

    def abort_idle(self, match: Match) -> None:
        self.order(match.id, Abort(reason="idle"), f"{match.version}:idle", streams().blind)

    def order(self, id_: str, order: Order, cause: str, handler: Handler[Match, Order] | None = None) -> None:
        command = Command(stream=f"match:{id_}", by=SERVICE, cause=f"match:{id_}#{cause}", order=order)
        (handler or streams().matches).handle(command)


def called_bots(match: Match) -> list[int]:
    return [seat for seat in match.called if match.players[seat].startswith("bot:")]


def tries_key(match: Match, seat: int) -> str:
    return f"tries:{match.id}:{match.turn}:{seat}"


def job_id(match: Match, seat: int, attempt: int) -> str:
    return f"bot-{match.id}-{match.turn}-{seat}-{attempt}"


def id_of(notice: Notice) -> str:
    return notice.stream.partition(":")[2]


def seconds_since(moment: datetime) -> float:
    return (datetime.now(UTC) - moment.astimezone(UTC)).total_seconds()
