"""Every command to a match or a table is answered as it was at first, whatever has happened between the two times."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, get_args

import pytest

from shared.errors import KeyReused, MatchOver
from shared.games.chance import nonce_hash
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.memory import MemoryLedger
from shared.platform import table
from shared.platform.match import (
    Abort,
    Adjudicate,
    AgreeToPause,
    AgreeToResume,
    AgreeToStandIn,
    AnswerTakeBack,
    AskToTakeBack,
    CallOff,
    Command,
    Credit,
    EndAlone,
    EndPause,
    Match,
    NoteAbsence,
    Play,
    Reclaim,
    Resign,
    RunOut,
    SeatStandIn,
    StandIn,
    Start,
    TakeOver,
    TakeVacation,
    WithdrawTakeBack,
)
from shared.platform.match.commands import OfTakeBack
from shared.platform.streams import Streams
from shared.platform.table import (
    GiveUp,
    LeaveSeat,
    OpenTable,
    SeatBot,
    SendAway,
    ShowNonce,
    StopWaiting,
    TakeSeat,
)
from shared.platform.terms import DAY, Clock, Terms

GAME = GAMES["quadropolis"]
ID = "k1l2m3n4o5p6"
SEED = "5f" * 32
NONCE = "a0" * 32
ADA, BOB, EVE = "person:ada", "person:bob", "person:eve"
DAN = "person:dan"
PLAYERS = (ADA, BOB, EVE, "bot:greedy@1")
START = Start(
    game=GAME, options=GAME.options(), players=PLAYERS, seed=SEED, nonces=(None,) * 4, table=None, practice=False
)
OPEN = OpenTable(by=ADA, game=GAME, options=GAME.options(), seats=3, listed=True, seed=SEED, bots=("bot:greedy@1",))


@dataclass
class Sent:
    """A command, what the sender makes of it the second time, and something else under its key."""

    by: str
    first: Any
    again: Any
    other: Any


def sent(by: str, first: Any, other: Any, **changed: Any) -> Sent:
    return Sent(by, first, replace(first, **changed), other)


def each_command(match: Match) -> list[Sent]:
    """All that can be asked of a match that has just begun."""
    (called,) = match.called
    moves = GAME.legal_moves(match.view(called), called)
    move = Play(player=PLAYERS[called], seat=called, turn=match.turn, move=moves[0])
    absent, (one, two) = called, [seat for seat in range(3) if seat != called]
    agree = AgreeToStandIn(player=PLAYERS[one], absent=absent, turn=match.turn)
    all_agree = replace(agree, waived=frozenset({two}))
    stand_in = SeatStandIn(seat=3)
    return [
        sent(move.player, move, replace(move, move=moves[1])),
        sent(BOB, Resign(player=BOB), Resign(player=EVE)),
        sent("service:game_command", stand_in, Abort(reason="idle"), player="bot:look_ahead@1"),
        sent(agree.player, agree, Resign(player=agree.player), waived=frozenset({two})),  # time has passed
        sent(agree.player, all_agree, replace(agree, absent=two), waived=frozenset()),  # the turn is over
        sent("operator:op", Abort(reason="operator"), Abort(reason="idle")),
        sent("operator:op", Adjudicate(places=(1, 2, 3, 4), note="x"), Adjudicate(places=(2, 1, 3, 4), note="x")),
    ]


def message(command: Any, by: str, cause: str = "the-key", kind: str = "match") -> Message[Any]:
    return Message(stream=f"{kind}:{ID}", by=by, cause=cause, command=command)


def begun() -> tuple[Streams, Match]:
    streams = Streams(MemoryLedger())
    streams.matches.handle(message(START, "service:game_command", "start"))
    return streams, streams.match(ID).state


def go_on(streams: Streams) -> None:
    """The turn ends, everybody leaves, and the match is called off."""
    for player in (ADA, BOB, EVE):
        if streams.match(ID).state.seat_of(player) is not None and not streams.match(ID).state.is_over:
            streams.matches.handle(message(Resign(player=player), player, "leaves"))
    if not streams.match(ID).state.is_over:
        streams.matches.handle(message(Abort(reason="idle"), "service:game_command", "broken-off"))


def test_every_command_is_tried():
    tried = {type(each.first) for each in each_command(begun()[1])}
    of_time = {type(each.first) for _, each in each_command_of_time()}
    assert tried | of_time | {Start, CallOff, StandIn, *get_args(OfTakeBack)} == set(get_args(Command))


def each_command_of_time() -> list[tuple[list[tuple[str, Any]], Sent]]:
    """What can be asked of clocks, each after what has to come before."""
    (called,), turn = begun()[1].called, begun()[1].turn
    paused = [(player, AgreeToPause(player=player, turn=turn)) for player in (ADA, BOB, EVE)]
    back, later = TakeVacation(player=ADA, until=5), TakeVacation(player=ADA, until=6)
    absent = NoteAbsence(seat=called, turn=turn, player="bot:any_move@1", seconds=60)
    run_out = RunOut(seat=called, turn=turn, player="bot:any_move@1")
    stays, *leave = PLAYERS[:3]
    gone = [(player, Resign(player=player)) for player in leave]
    return [
        ([], sent(ADA, paused[0][1], Resign(player=ADA))),
        (paused, sent(ADA, AgreeToResume(player=ADA), Resign(player=ADA))),
        (paused, sent("service:game_command", EndPause(), Abort(reason="idle"))),
        ([], sent("service:game_command", Credit(begin=0, end=2**45), Credit(begin=1, end=2**45))),
        ([], sent("service:game_command", run_out, Abort(reason="idle"), player="bot:look_ahead@1")),
        ([], sent(ADA, back, later)),
        ([], sent("service:game_command", absent, Abort(reason="idle"), player="bot:look_ahead@1")),
        ([("service:game_command", absent)], sent(PLAYERS[called], Reclaim(player=PLAYERS[called]), Abort(reason="x"))),
        ([("service:game_command", absent)], sent(DAN, TakeOver(player=DAN, seat=called), Abort(reason="x"))),
        (gone, sent(stays, EndAlone(player=stays), Abort(reason="x"))),
    ]


@pytest.mark.parametrize("which", range(10))
def test_what_is_asked_of_a_clock_is_answered_as_at_first(which: int):
    before, each = each_command_of_time()[which]
    hour, streams = datetime(2026, 1, 1, tzinfo=UTC), Streams(MemoryLedger())
    streams.matches.now = lambda: hour
    terms = Terms(clock=Clock("days", DAY), out="seat", absent=60, substitutes=True)
    streams.matches.handle(message(replace(START, terms=terms), "service:game_command", "start"))
    for player, command in before:
        streams.matches.handle(message(command, player, f"before-{player}"))
    hour += timedelta(days=3)
    answer = streams.matches.handle(message(each.first, each.by))
    go_on(streams)
    hour += timedelta(days=3)
    for command in (each.first, each.again):
        assert streams.matches.handle(message(command, each.by)) == answer
    with pytest.raises(KeyReused):
        streams.matches.handle(message(each.other, each.by))


def test_a_turn_that_was_played_for_a_bot_is_answered_as_at_first():
    (called,) = begun()[1].called
    people = iter((ADA, BOB, EVE))
    players = tuple("bot:greedy@1" if seat == called else next(people) for seat in range(4))
    streams = Streams(MemoryLedger())
    streams.matches.handle(message(replace(START, players=players), "service:game_command", "start"))
    match = streams.match(ID).state
    moves = GAME.legal_moves(match.view(called), called)
    stands_in = StandIn(player="bot:any_move@1", seat=called, turn=match.turn, move=moves[0], reason="late")
    answer = streams.matches.handle(message(stands_in, stands_in.player))
    go_on(streams)
    assert streams.matches.handle(message(stands_in, stands_in.player)) == answer
    with pytest.raises(KeyReused):
        streams.matches.handle(message(replace(stands_in, move=moves[1]), stands_in.player))


def test_what_was_said_about_taking_back_is_answered_as_at_first():
    """The match has gone back since, so nothing of it would be allowed now."""
    streams, match = begun()
    (called,) = match.called
    moves, mover, turn = GAME.legal_moves(match.view(called), called), PLAYERS[called], match.turn
    one, other = (player for player in PLAYERS[:3] if player != mover)
    streams.matches.handle(message(Play(player=mover, seat=called, turn=turn, move=moves[0]), mover, "moves"))
    first = streams.match(ID).version + 1
    said: list[tuple[str, Command, Command]] = [
        (mover, AskToTakeBack(player=mover, to=turn), AskToTakeBack(player=mover, to=turn + 1)),
        (mover, WithdrawTakeBack(player=mover, request=first), WithdrawTakeBack(player=mover, request=first + 2)),
        (mover, AskToTakeBack(player=mover, to=turn), Resign(player=mover)),
        *(
            (player, AnswerTakeBack(player=player, request=first + 2, agrees=True), no)
            for player, no in (
                (one, Resign(player=one)),
                (other, AnswerTakeBack(player=other, request=first + 2, agrees=False)),
            )
        ),
    ]
    answers = [streams.matches.handle(message(command, by, f"key-{at}")) for at, (by, command, _) in enumerate(said)]
    assert streams.match(ID).state.state == match.state
    go_on(streams)
    for at, (by, command, different) in enumerate(said):
        assert streams.matches.handle(message(command, by, f"key-{at}")) == answers[at]
        with pytest.raises(KeyReused):
            streams.matches.handle(message(different, by, f"key-{at}"))


@pytest.mark.parametrize("which", range(len(each_command(begun()[1]))))
def test_a_command_that_comes_again_later_is_answered_as_at_first(which: int):
    streams, match = begun()
    each = each_command(match)[which]
    answer = streams.matches.handle(message(each.first, each.by))
    go_on(streams)
    before = streams.ledger.read(f"match:{ID}")
    for command in (each.first, each.again):
        assert streams.matches.handle(message(command, each.by)) == answer
    with pytest.raises(KeyReused):
        streams.matches.handle(message(each.other, each.by))
    assert streams.ledger.read(f"match:{ID}") == before


def test_a_match_that_is_started_again_later_is_the_same_match():
    streams, _ = begun()
    go_on(streams)
    assert streams.matches.handle(message(START, "service:game_command", "start")).first == 1


def test_who_resigned_is_known_by_the_seat_of_the_start():
    streams, match = begun()
    assert Match(id=ID, games=GAMES).seating.first_seat_of(ADA) is None
    go_on(streams)
    left = streams.match(ID).state
    assert [left.seating.first_seat_of(player) for player in (ADA, BOB, EVE, "person:zoe")] == [0, 1, 2, None]
    assert left.seat_of(ADA) is None
    assert match.seating.first_seat_of(ADA) == match.seat_of(ADA)


PROMISED = nonce_hash(NONCE)
TABLES: tuple[list[Any], ...] = (
    [
        OPEN,
        SeatBot(by=ADA, bot="bot:any_move@1", seat=1),
        SendAway(by=ADA, seat=1),
        TakeSeat(by=BOB, seat=0),
        LeaveSeat(by=BOB),
        TakeSeat(by=BOB, nonce_hash=PROMISED, seat=1),
        TakeSeat(by=EVE, nonce_hash=PROMISED),
        ShowNonce(by=BOB, nonce=NONCE),
        StopWaiting(),
    ],
    [OPEN, GiveUp(by=ADA)],
    [OPEN, table.CallOff()],
)


def test_every_command_to_a_table_is_answered_as_at_first_when_the_table_is_closed():
    assert {type(command) for commands in TABLES for command in commands} == set(get_args(table.Command))
    for commands in TABLES:
        streams = Streams(MemoryLedger())
        sent = [message(one, getattr(one, "by", ADA), f"key-{at}", "table") for at, one in enumerate(commands)]
        answers = [streams.tables.handle(one) for one in sent]
        assert streams.table(ID).state.closed
        assert [streams.tables.handle(one) for one in sent] == answers


def test_a_table_with_bots_is_opened_and_filled_once_although_a_newer_version_would_sit_down_now():
    tables, seat_bot = Streams(MemoryLedger()).tables, SeatBot(by=ADA, bot="bot:any_move@1", seat=1)
    opened = tables.handle(message(OPEN, ADA, "open", "table"))
    seated = tables.handle(message(seat_bot, ADA, "seat", "table"))
    assert tables.handle(message(replace(OPEN, bots=("bot:greedy@2",)), ADA, "open", "table")) == opened
    assert tables.handle(message(replace(seat_bot, bot="bot:any_move@2"), ADA, "seat", "table")) == seated
    for command, cause in (
        (replace(OPEN, bots=("bot:any_move@1",)), "open"),
        (replace(seat_bot, bot="bot:x@1"), "seat"),
    ):
        with pytest.raises(KeyReused):
            tables.handle(message(command, ADA, cause, "table"))


def test_a_match_that_has_begun_is_not_called_off():
    streams, match = begun()
    assert match.started is not None
    with pytest.raises(MatchOver, match="the match has already started"):
        streams.matches.handle(message(CallOff(started=match.started, reason="never started"), "service:test"))
