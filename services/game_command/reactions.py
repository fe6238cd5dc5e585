"""All that game-command does by itself: start matches, call bots, end matches that nobody plays any more."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial

from rq import Queue

from services.game_command import remote, vacations
from services.game_command.clocks import Clocks
from services.game_command.rounds import deal_at, keys_at, start_in
from services.game_command.stand_ins import (
    SERVICE,
    WENT_ON,
    is_built_in,
    is_here,
    replace_failing,
    replace_missing,
    stand_in_once,
)
from services.game_command.turns import Turns
from shared.bots import stand_in
from shared.errors import MatchOver
from shared.games.game import Game
from shared.games.registry import GAMES
from shared.ledger.absences import LONGEST_MARGIN, Absences
from shared.ledger.consumer import Newest, Reaction
from shared.ledger.decider import Message
from shared.ledger.fold import Folded
from shared.ledger.store import Notice
from shared.marked import marked
from shared.platform.branches import branched
from shared.platform.match import Abort, Command, Match, Start
from shared.platform.player import is_bot
from shared.platform.rows import CALLS_BOT, IDLE, Due, Row, Rows, by_status, idle_since
from shared.platform.streams import cite
from shared.platform.table import Table
from shared.platform.terms import DAY, DAYS, VACATION_DAYS, Clock
from shared.platform.unstarted import call_off
from shared.settings import settings
from shared.web.ledger import streams
from shared.web.rosters import roster

OF_TIME = (
    "match.time_credited",
    "match.paused",
    "match.resumed",
)
SITS_DOWN = ("match.seat_reclaimed", "match.seat_taken_over")
TRIES = 5  # of a bot's turn; when all have failed, the stand-in takes the seat


class Reactions:
    """`quick` and `slow` are the queues of bots of this release; `rows` say which matches to look at."""

    def __init__(self, quick: Queue, slow: Queue, rows: Rows) -> None:
        self.turns = Turns(quick, slow)
        self.due = Due(rows)
        self.absences = Absences(rows.client)
        self.rows = rows
        self.clocks = Clocks(rows)

    def reactions(self) -> dict[str, Reaction]:
        return {
            "table.closed": lambda notice: self.start_match(notice.id),
            "match.turn_started": Newest(self.start_turn),
            "match.stand_in_seated": Newest(lambda notice: self.call_bots(notice.id)),
            **dict.fromkeys(OF_TIME, Newest(lambda notice: self.clocks.plan(notice.id))),
            **dict.fromkeys(SITS_DOWN, Newest(lambda notice: self.on_sitting_down(notice.id))),
            "match.vacation_taken": Newest(lambda notice: self.on_vacation(notice.id)),
        }

    def duties(self) -> Iterable[tuple[str, Callable[[], None]]]:
        """What is still undone according to the ledger, whatever became of notices and jobs."""
        for row in self.due(by_status("starting")):
            yield row.id, partial(self.start_match, row.id)
        for row in self.due(IDLE, settings().abort_after):
            if self.has_waited(row, row.idle_since, settings().abort_after):
                yield row.id, partial(self.end_idle, row.id)
        for row in self.due(CALLS_BOT, settings().bot_patience):
            if self.has_waited(row, row.at, settings().bot_patience):
                yield row.id, partial(self.call_bots_again, row.id)
        for turn in remote.overdue():
            yield turn.match, partial(self.end_turn, turn)

    def end_turn(self, turn: remote.Turn) -> None:
        """Of a remote bot. Time for which the product was away does not count."""
        folded = streams().match(turn.match)
        match = folded.state
        offer = remote.remote(match.players[turn.seat]) if match.turn_of(turn.seat) == turn.turn else None
        called = folded.last_of.get("match.turn_started", folded.at)
        if offer:
            limit = remote.patience_for(offer, called)
            waited = self.absences.age(called, (str(turn), match.turn), min(limit, LONGEST_MARGIN))
            if waited < limit:
                remote.put_off(turn, limit - waited)
                return
            remote.play_for(turn, *remote.why_late(offer, called))
        remote.settle(turn)

    def has_waited(self, row: Row, since: str, limit: float) -> bool:
        """According to a row, which may lag behind: the ledger is asked before anything is done."""
        return self.absences.is_due(since, limit, (f"row:{row.id}", row.version))

    def start_match(self, id_: str) -> None:
        """If the table's last event says so. A match can't start twice: its stream must be at version 0.

        A release with newer rules would ask for another start, so a match that has started is left alone.
        """
        if streams().ledger.last(f"match:{id_}"):
            return
        folded = streams().table(id_)
        table, opened = folded.state, folded.state.opening
        if table.closed is None or not table.closed.match:
            return
        if (game := GAMES.get(opened.game)) is None:
            self.call_off_when_old(folded, id_)
            return
        deal = deal_at(table, id_)
        if deal and deal.state.facts.rules > game.rules:
            return  # the round began under a newer release, which will start it
        command = start_in(deal, game, table, cite(folded)) if deal else start_of(folded, game)
        roster().sits_in(filter(is_bot, table.players), id_)
        message = message_to(id_, command, f"table:{id_}#{folded.version}:start_match")
        with suppress(MatchOver):  # it has already started
            streams().matches.handle(message, streams().matches.folder.nothing(message.stream))

    def call_off_when_old(self, folded: Folded[Table], id_: str) -> None:
        """A match whose game is gone can't start. Another release may still have the game, so that takes its time."""
        if self.absences.is_due(folded.at, settings().abort_after, (id_, folded.version)):
            command = call_off(streams(), id_, "idle", None)
            with suppress(MatchOver):
                streams().blind.handle(message_to(id_, command, f"table:{id_}#{folded.version}:call_off"))

    def start_turn(self, notice: Notice) -> None:
        """Where it is known that only people are called, the ledger is not asked.

        Whoever sits down later is heard of by a notice of another type, which always looks.
        """
        kept = streams().matches.folder.kept(notice.stream)
        if kept is None or kept.state.clock or kept.state.patience:
            vacations.apply(streams().match(notice.id).state)
            self.clocks.plan(notice.id)
        players = kept.state.players if kept else ()
        if kept is None or any(is_bot(player) for seat, player in enumerate(players) if seat in notice.seats):
            self.call_bots(notice.id)

    def on_sitting_down(self, id_: str) -> None:
        """Where somebody's turn has begun already, no other notice tells of their vacation before it is over."""
        vacations.apply(streams().match(id_).state)
        self.clocks.plan(id_)

    def on_vacation(self, id_: str) -> None:
        vacations.spread(self.rows, id_)
        self.clocks.plan(id_)

    def call_bots(self, id_: str) -> None:
        folded = streams().match(id_)
        for seat in called_bots(folded):
            self.call(folded.state, seat)

    def call(self, match: Match, seat: int) -> None:
        """A bot that isn't here is replaced at once; the event that says so calls whoever plays on."""
        if not is_here(match, seat):
            replace_missing(match, seat)
        elif offer := remote.remote(match.players[seat]):
            remote.expect(match, seat, offer)
        else:
            self.turns.enqueue(match, seat)

    def call_bots_again(self, id_: str) -> None:
        """If they were called long ago."""
        folded = streams().match(id_)
        if self.absences.is_due(folded.at, settings().bot_patience, (id_, folded.version)):
            for seat in called_bots(folded):
                self.call_again(folded.state, seat)

    def call_again(self, match: Match, seat: int) -> None:
        player = match.players[seat]
        if not is_here(match, seat):
            replace_missing(match, seat, anew=True)
        elif offer := remote.remote(player):
            remote.expect(match, seat, offer)
        elif not is_built_in(player) and not roster().is_up(player):
            stand_in_once(match, seat, "away", marked("nobody runs it"))
        elif not self.turns.is_under_way(match, seat):
            if self.turns.next_try(match, seat) < TRIES or player == stand_in():  # nobody stands in for it
                self.turns.enqueue(match, seat)
            elif is_built_in(player):
                replace_failing(match, seat)
            else:
                stand_in_once(match, seat, "failed", marked("its worker was lost again and again"))

    def end_idle(self, id_: str) -> None:
        """A match that nobody plays is closed, even one that can no longer be played."""
        folded = streams().blind.load(f"match:{id_}")
        match = folded.state
        patience = settings().abort_after + longest_turn(match.clock)
        if match.is_over or not self.absences.is_due(idle_since(folded), patience, (id_, folded.version)):
            return
        command, cause = Abort(reason="idle", at=match.version), f"match:{id_}#{match.version}:idle"
        with suppress(*WENT_ON):
            streams().blind.handle(message_to(id_, command, cause), folded)


def longest_turn(clock: Clock | None) -> float:
    """Seconds for which nobody has to move: a turn, a pause, and where days are counted a vacation."""
    if clock is None:
        return 0.0
    return clock.seconds + clock.delay + DAY + (VACATION_DAYS * DAY if clock.kind == DAYS else 0)


def message_to(id_: str, command: Command, cause: str) -> Message[Command]:
    return Message(stream=f"match:{id_}", by=SERVICE, cause=cause, command=command)


def called_bots(folded: Folded[Match]) -> list[int]:
    """Nobody if this release can't know who is called, because a newer one wrote something, or lacks the rules."""
    match = folded.state
    if folded.unknown or match.game is None:
        return []
    return [seat for seat in match.called if is_bot(match.players[seat])]


def start_of(folded: Folded[Table], game: Game) -> Start:
    """By luck of its own, as its table collected it."""
    table, opened = folded.state, folded.state.opening
    return Start(
        game=game,
        options=game.options(**opened.options),
        players=table.players,
        seed=opened.seed,
        nonces=table.nonces,
        table=cite(folded),
        practice=opened.branch is not None,
        branched=branched(streams(), opened.branch) if opened.branch else None,
        hints=opened.hints,
        terms=opened.terms,
        keys=keys_at(table),
    )
