"""Moves are taken back by consent: to the start of a turn, never past what became known, and the record keeps all."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infra.verify import verify
from shared.errors import NotAllowed, NotYourSeat, Refused, StaleTurn
from shared.games.registry import GAMES
from shared.ledger.decider import Message, no_moves
from shared.ledger.handler import Handler
from shared.ledger.memory import MemoryLedger
from shared.platform.again.decided_again import first_difference
from shared.platform.again.difference import Difference
from shared.platform.branches import branch_from, branched
from shared.platform.match import (
    Abort,
    AnswerTakeBack,
    AskToTakeBack,
    Command,
    Match,
    Play,
    Resign,
    SeatStandIn,
    Start,
    WithdrawTakeBack,
)
from shared.platform.match.events import TakeBackAnswered, TakeBackAsked, TakeBackWithdrawn, TakenBack, TurnStarted
from shared.platform.match.state import TakeBack
from shared.platform.match.take_back import who_must_agree
from shared.platform.moves import move_from
from shared.platform.records.export import export, streams_of
from shared.platform.records.read_export import read_export
from shared.platform.standing import moves_that_stand
from shared.platform.streams import MATCH, REGISTRY, Streams
from shared.platform.terms import USUAL

ID = "takenback001"
GAME = GAMES["quadropolis"]
ADA, BOB, EVE, BOT = "person:ada", "person:bob", "person:eve", "bot:any_move@1"
FRIENDS = (ADA, BOB, EVE)
PAST = "the match can't go back there: something hidden became known since, or no turn started there"
OPEN = "a request to take back a move is open: it has to be answered or withdrawn first"


class Played:
    """A match in memory, and all that can be asked of it."""

    def __init__(self, players: tuple[str, ...] = FRIENDS, game: str = GAME.slug, **more: Any) -> None:
        self.streams, self.asked, self.game = Streams(MemoryLedger()), 0, GAMES[game]
        facts: dict[str, Any] = {"game": self.game, "options": self.game.options(), "nonces": (None,) * len(players)}
        self.give("service:test", Start(players=players, seed="5e" * 32, table=None, practice=True, **facts, **more))

    @property
    def now(self) -> Match:
        return self.streams.match(ID).state

    def give(self, by: str, command: Command, cause: str | None = None) -> int:
        """The version after the command."""
        self.asked += 1
        message = Message(stream=f"match:{ID}", by=by, cause=cause or f"key-{self.asked:05}", command=command)
        return self.streams.matches.handle(message).last

    def move(self, choice: int = 0) -> tuple[str, int]:
        """Who moved, and in which turn."""
        match = self.now
        seat = match.called[0]
        moves = self.game.legal_moves(match.view(seat), seat)
        player, turn = match.players[seat], match.turn
        self.give(player, Play(player=player, seat=seat, turn=turn, move=moves[choice % len(moves)]))
        return player, turn

    def ask(self, player: str, to: int) -> int:
        """The request."""
        return self.give(player, AskToTakeBack(player=player, to=to))

    def answer(self, player: str, request: int, agrees: bool = True) -> int:
        return self.give(player, AnswerTakeBack(player=player, request=request, agrees=agrees))

    def withdraw(self, player: str, request: int) -> int:
        return self.give(player, WithdrawTakeBack(player=player, request=request))

    def others(self, player: str) -> list[str]:
        return [each for each in self.now.players if each != player]

    def events(self) -> list[Any]:
        return [entry.event for entry in self.streams.matches.reader.past(f"match:{ID}").entries]

    def check_record(self) -> None:
        """Running and ended, by the rules and by the verifier that stands alone."""
        assert first_difference(ID, streams_of(self.streams.ledger, ID)) is None
        if not self.now.is_over:
            assert verify(export(self.streams.ledger, ID)).holds
            self.give("service:test", Abort(reason="idle"))
        whole = export(self.streams.ledger, ID)
        assert verify(whole).holds
        assert first_difference(ID, read_export(whole, REGISTRY).streams) is None


def refused(kind: type[Refused], words: str, act: Any, *args: Any) -> None:
    with pytest.raises(kind, match=words):
        act(*args)


def test_once_all_others_agree_the_match_stands_where_the_turn_started() -> None:
    played = Played()
    before = played.now
    mover, turn = played.move()
    one, other = played.others(mover)
    request = played.ask(mover, turn)
    seat = before.called[0]
    assert played.now.take_back == TakeBack(request, seat, turn)
    assert who_must_agree(played.now, TakeBack(request, seat, turn)) == {0, 1, 2} - {seat}
    played.answer(one, request)
    assert played.now.state != before.state
    played.answer(other, request)
    assert played.events()[-2:] == [TakenBack(to=turn, request=request), TurnStarted(seats=before.called)]
    after = played.now
    assert (after.state, after.called, after.take_back) == (before.state, before.called, None)
    assert after.turn == after.version > turn
    played.check_record()


def test_among_bots_it_is_taken_back_by_the_same_command() -> None:
    played = Played((ADA, BOT))
    while played.now.players[played.now.called[0]] != ADA:
        played.move()
    before = played.now
    _, turn = played.move()
    played.move()  # the bot's answer is taken back with it
    request = before.version + 3
    assert played.ask(ADA, turn) == played.now.version
    kinds = [type(event) for event in played.events()[-3:]]
    assert kinds == [TakeBackAsked, TakenBack, TurnStarted]
    assert played.now.state == before.state
    assert request < played.now.turn
    played.check_record()


def test_after_going_back_one_can_go_back_further() -> None:
    played = Played((ADA,) + (BOT,) * 3)
    turns = list[tuple[str, int]]()
    states = dict[int, Any]()
    while len(turns) < 11:
        states[played.now.turn] = played.now.state
        turns.append(played.move())
    own = [turn for player, turn in turns if player == ADA]
    assert len(own) > 1
    assert set(own) == set(played.now.ways_back(0))
    for turn in reversed(own):
        played.ask(ADA, turn)
        assert played.now.state == states[turn]
        refused(NotAllowed, PAST, played.ask, ADA, turn)
    played.check_record()


def test_nobody_goes_back_past_what_became_known() -> None:
    """The first move of a round can be taken back until the next site is dealt."""
    played = Played((ADA, BOT))
    while played.now.players[played.now.called[0]] != ADA:
        played.move()
    _, turn = played.move()
    while played.now.start_of(turn):
        assert turn in played.now.ways_back(0)
        played.move()
    assert played.now.starts[0].turn == played.now.turn
    refused(NotAllowed, PAST, played.ask, ADA, turn)
    assert played.now.ways_back(0) == []
    played.check_record()


def test_a_hand_that_is_passed_on_closes_the_way_back() -> None:
    """In Sprawlopolis each move shows a card to everybody, or to whoever plays next."""
    played = Played((ADA, BOT), "sprawlopolis")
    for _ in range(6):
        player, turn = played.move()
        if player == ADA:
            refused(NotAllowed, PAST, played.ask, ADA, turn)
    played.check_record()


def test_a_request_is_over_as_soon_as_anybody_moves() -> None:
    played = Played()
    mover, turn = played.move()
    one, other = played.others(mover)
    request = played.ask(mover, turn)
    played.answer(one, request)
    played.move()
    for act, *args in (
        (played.answer, other, request),
        (played.answer, one, request),
        (played.withdraw, mover, request),
    ):
        refused(StaleTurn, "this request to take back a move is over", act, *args)
    again = played.ask(mover, turn)
    refused(StaleTurn, "over", played.answer, one, request)
    assert played.now.take_back
    assert (played.now.take_back.request, played.now.take_back.agreed) == (again, frozenset())


def test_a_request_is_over_when_it_is_withdrawn_or_refused() -> None:
    played = Played()
    mover, turn = played.move()
    one, other = played.others(mover)
    request = played.ask(mover, turn)
    refused(NotAllowed, "only who asked for it can withdraw a request", played.withdraw, one, request)
    played.withdraw(mover, request)
    assert played.events()[-1] == TakeBackWithdrawn(seat=played.now.players.index(mover), request=request)
    refused(StaleTurn, "over", played.answer, one, request)
    request = played.ask(mover, turn)
    played.answer(one, request, False)
    refused(StaleTurn, "over", played.answer, other, request)
    assert played.now.take_back is None
    played.check_record()


def test_a_request_is_over_when_somebody_else_plays_for_a_seat() -> None:
    played = Played((*FRIENDS, BOT))
    mover = ""
    while mover not in FRIENDS:
        mover, turn = played.move()
    one, other = (player for player in FRIENDS if player != mover)
    request = played.ask(mover, turn)
    played.give(one, Resign(player=one))
    refused(StaleTurn, "over", played.answer, other, request)
    request = played.ask(mover, turn)
    played.give("service:test", SeatStandIn(seat=3, player="bot:greedy@1"))
    refused(StaleTurn, "over", played.answer, other, request)
    request = played.ask(mover, turn)
    assert who_must_agree(played.now, TakeBack(request, 0, turn)) >= {played.now.players.index(other)}
    players = played.now.players
    played.answer(other, request)
    assert played.now.players == players  # going back seats nobody again
    played.check_record()


def test_one_asks_for_a_move_of_ones_own_and_one_thing_at_a_time() -> None:
    played = Played()
    first = played.now.turn
    waiting = played.now.players[played.now.called[0]]
    refused(NotAllowed, "you can only take back a move of your own", played.ask, waiting, first)
    mover, turn = played.move()
    one, _ = played.others(mover)
    refused(NotAllowed, "you can only take back a move of your own", played.ask, one, turn)
    for nowhere in (turn - 1, turn + 1, 10**6):
        refused(NotAllowed, PAST, played.ask, mover, nowhere)
    request = played.ask(mover, turn)
    for player in (mover, one):
        refused(NotAllowed, OPEN, played.ask, player, turn)
    refused(NotAllowed, "this is your own request: the others answer it", played.answer, mover, request)
    played.answer(one, request)
    refused(NotAllowed, "you have agreed already", played.answer, one, request)
    refused(NotYourSeat, "you do not sit at this match", played.answer, "person:zoe", request)


def test_only_people_who_sit_there_ask() -> None:
    played = Played((ADA, BOB, BOT))
    mover = ""
    while mover != BOT:
        mover, turn = played.move()
    refused(NotYourSeat, "you do not sit at this match", played.ask, BOT, turn)
    refused(NotYourSeat, "you do not sit at this match", played.ask, EVE, turn)
    assert played.now.ways_back(2) == []


def test_where_the_table_says_so_no_move_is_taken_back() -> None:
    played = Played((ADA, BOT), terms=USUAL._replace(take_back=False))
    mover = ""
    while mover != ADA:
        mover, turn = played.move()
    refused(NotAllowed, "at this table, no move is taken back", played.ask, ADA, turn)
    assert played.now.ways_back(0) == []


def test_nothing_is_taken_back_after_the_end() -> None:
    played = Played()
    mover, turn = played.move()
    played.ask(mover, turn)
    played.give("service:test", Abort(reason="idle"))
    assert (played.now.take_back, played.now.starts, played.now.ways_back(0)) == (None, (), [])
    refused(Refused, "the match is over", played.answer, played.others(mover)[0], played.now.version - 1)


def test_a_branch_repeats_what_stands_at_its_moment() -> None:
    """Also of a moment whose moves were taken back only later."""
    played = Played((ADA,) + (BOT,) * 3)
    moved = [played.move() for _ in range(5)]
    middle = played.now
    turn = next(turn for player, turn in reversed(moved) if player == ADA)
    played.ask(ADA, turn)
    for _ in range(3):
        played.move(choice=5)
    last = played.now
    played.give("service:test", Abort(reason="idle"))
    for then in (middle, last):
        branch = branched(played.streams, branch_from(played.streams, ID, then.version, afresh=False))
        assert repeated(played, branch.moves).state == then.state
    entries = played.streams.matches.reader.past(f"match:{ID}").entries
    standing = moves_that_stand(entries)
    assert len(standing) == len(branch.moves) < sum(entry.asked is not None for entry in entries)


def repeated(played: Played, moves: Any) -> Match:
    """A match of the same draws in which these moves were made, and no others."""
    once = Played(played.now.players)
    for seat, move in moves:
        player = once.now.players[seat]
        once.give(player, Play(player=player, seat=seat, turn=once.now.turn, move=move))
    return once.now


MOVE, ASK, AGREE, REFUSE, WITHDRAW, RESIGN = range(6)
acts = st.lists(
    st.tuples(st.sampled_from((MOVE, MOVE, MOVE, ASK, ASK, AGREE, AGREE, AGREE, REFUSE, WITHDRAW, RESIGN)),
              st.integers(0, 2), st.integers(0, 40)),
    max_size=40,
)  # fmt: skip


@given(acts, st.sampled_from([FRIENDS, (ADA, BOB, BOT), (ADA, BOT, BOT)]))
def test_whatever_people_do_the_game_stands_as_if_only_what_stands_had_been_played(done: Any, players: Any) -> None:
    played = Played(players)
    begun = {played.now.turn: played.now.state}
    for act, who, number in done:
        happened = len(played.events())
        try:
            carry_out(played, act, players[who], number)
        except Refused:
            assert len(played.events()) == happened
        for version, event in enumerate(played.events()[happened:], happened + 1):
            if isinstance(event, TakenBack):
                assert played.now.state == begun[event.to]
            if isinstance(event, TurnStarted):
                begun[version] = played.now.state
    match, entries = played.now, played.streams.matches.reader.past(f"match:{ID}").entries
    moves = [(asked.seat, move_from(GAME.moves, asked.move)) for asked in moves_that_stand(entries).values()]
    alone = Played((BOT,) * len(players))
    for seat, move in moves:
        alone.give(BOT, Play(player=BOT, seat=seat, turn=alone.now.turn, move=move))
    assert alone.now.state == match.state
    assert alone.now.called == match.called
    played.check_record()


def carry_out(played: Played, act: int, player: str, number: int) -> None:
    match = played.now
    request = match.take_back.request if match.take_back else number
    turns = [start.turn for start in match.starts]
    if act == MOVE:
        played.move(number)
    elif act == ASK:
        played.ask(player, turns[number % len(turns)])
    elif act in (AGREE, REFUSE):
        played.answer(player, request, act == AGREE)
    elif act == WITHDRAW:
        played.withdraw(player, request)
    elif number < 4:
        played.give(player, Resign(player=player))


def forged(played: Played, by: str, *events: Any) -> Difference | None:
    """What is found where somebody else wrote these events as one command."""
    by_hand = replace(MATCH, decide=lambda match, command: list(events), evidence=no_moves)
    message: Message[Command] = Message(stream=f"match:{ID}", by=by, cause="by-hand", command=Resign(player=by))
    Handler(played.streams.ledger, REGISTRY, by_hand).handle(message)
    return first_difference(ID, streams_of(played.streams.ledger, ID))


def test_going_back_that_nobody_agreed_to_is_found() -> None:
    played = Played()
    mover, turn = played.move()
    request = played.ask(mover, turn)
    one, _ = played.others(mover)
    agreed = TakeBackAnswered(seat=played.now.players.index(one), request=request, agrees=True)
    found = forged(played, one, agreed, TakenBack(to=turn, request=request), TurnStarted(seats=(0,)))
    assert found == Difference("match", request + 2, "type", "match.taken_back", None)


def test_going_back_without_a_request_is_found() -> None:
    played = Played()
    _, turn = played.move()
    found = forged(played, "service:game_command", TakenBack(to=turn, request=turn + 2))
    assert found == Difference("match", played.now.version, "move", None, "only a move leads to this event")


def test_a_request_for_somebody_else_is_found() -> None:
    played = Played()
    mover, turn = played.move()
    one, _ = played.others(mover)
    found = forged(played, one, TakeBackAsked(seat=played.now.players.index(mover), to=turn))
    assert found
    assert (found.version, found.field) == (played.now.version, "move")
    assert found.now == "you can only take back a move of your own"


def test_going_back_to_another_turn_than_was_asked_for_is_found() -> None:
    played = Played((ADA, BOT))
    while played.now.players[played.now.called[0]] != ADA:
        played.move()
    _, turn = played.move()
    asked = TakeBackAsked(seat=0, to=turn)
    back = TakenBack(to=turn - 1, request=played.now.version + 1)
    found = forged(played, ADA, asked, back, TurnStarted(seats=(0,)))
    assert found == Difference("match", back.request + 1, "data.to", turn - 1, turn)
