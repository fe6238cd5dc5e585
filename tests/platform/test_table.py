"""Tables: who sits, who may seat bots, when nonces are shown, and how a table ends."""

from dataclasses import replace
from typing import Any

import pytest

from shared.errors import NotAllowed, NotYourSeat, TableNotFound, TableNotOpen
from shared.games.chance import commitment, nonce_hash
from shared.games.registry import GAMES
from shared.platform.table import (
    CallOff,
    Command,
    GiveUp,
    LeaveSeat,
    OpenTable,
    SeatBot,
    SendAway,
    ShowNonce,
    StopWaiting,
    Table,
    TakeSeat,
    after,
    decide,
)
from shared.platform.table.events import NonceShown, SeatLeft, SeatTaken, TableClosed, TableFilled, TableOpened
from shared.platform.terms import USUAL, Clock, Terms
from tests.games.secret_bids import GAME, Options

ADA, BOB, EVE, BOT = "person:ada", "person:bob", "person:eve", "bot:any_move@1"
SEED, NONCE, OTHER = "5e" * 32, "a0" * 32, "b1" * 32


def opening(seats: int = 2, bots: tuple[str, ...] = ()) -> OpenTable:
    return OpenTable(by=ADA, game=GAME, options=Options(), seats=seats, listed=True, seed=SEED, bots=bots)


def table(*orders: Command, seats: int = 2, bots: tuple[str, ...] = ()) -> Table:
    now = Table()
    for order in (opening(seats, bots), *orders):
        now = after(now, decide(now, order))
    return now


def promised(by: str, nonce: str = NONCE) -> TakeSeat:
    return TakeSeat(by=by, nonce_hash=nonce_hash(nonce))


def refused(now: Table, command: Command, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=f"^{words}$"):
        decide(now, command)


def test_a_table_opens_with_effective_options_and_a_commitment() -> None:
    assert decide(Table(), opening()) == [
        TableOpened(
            opener=ADA, game="secret_bids", options={"rounds": 2}, seats=2, listed=True,
            commitment=commitment(SEED), branch=None, hints=True, terms=USUAL, host_key=None,
            seed=SEED,
        )
    ]  # fmt: skip


def test_a_table_opens_once() -> None:
    refused(table(), opening(), TableNotOpen, "this table is open already")


@pytest.mark.parametrize("seats", [1, 5])
def test_a_table_has_as_many_seats_as_the_game_allows(seats: int) -> None:
    refused(Table(), opening(seats), NotAllowed, "Secret bids is for 2 to 4 players")


def test_bots_never_take_every_seat() -> None:
    refused(Table(), opening(2, (BOT, BOT)), NotAllowed, "at least one seat must be left for a person")


def test_nobody_is_rated_alone_or_where_all_play_together() -> None:
    rated = Terms(Clock("days", 86_400), rated=True)
    together = GAMES["sprawlopolis"]
    order = replace(opening(), game=together, options=together.options(), terms=rated)
    refused(Table(), order, NotAllowed, "nobody is rated where all play together")
    opened = decide(Table(), replace(opening(), terms=rated))[0]
    assert isinstance(opened, TableOpened)
    assert opened.terms == rated


def test_bots_sit_on_the_last_seats_without_nonces() -> None:
    taken = decide(Table(), opening(3, (BOT, BOT)))[1:]
    assert taken == [SeatTaken(seat=seat, player=BOT, nonce_hash=None, key=None) for seat in (1, 2)]


def test_people_take_the_first_free_seat() -> None:
    assert decide(table(), promised(BOB)) == [SeatTaken(seat=0, player=BOB, nonce_hash=nonce_hash(NONCE), key=None)]


def test_people_and_bots_take_the_seat_that_they_name_if_it_is_free() -> None:
    assert decide(table(), TakeSeat(by=ADA, seat=1)) == [SeatTaken(seat=1, player=ADA, nonce_hash=None, key=None)]
    assert decide(table(), SeatBot(by=ADA, bot=BOT, seat=1)) == [
        SeatTaken(seat=1, player=BOT, nonce_hash=None, key=None)
    ]
    seated = table(TakeSeat(by=ADA, seat=1))
    refused(seated, TakeSeat(by=BOB, seat=1), NotAllowed, "this seat is not free")
    refused(seated, TakeSeat(by=BOB, seat=2), NotAllowed, "this seat is not free")


def test_nobody_sits_twice() -> None:
    refused(table(promised(ADA), seats=3), promised(ADA, OTHER), NotAllowed, "you sit at this table already")


def test_the_last_seat_fills_the_table() -> None:
    events = decide(table(promised(ADA)), promised(BOB, OTHER))
    assert events == [SeatTaken(seat=1, player=BOB, nonce_hash=nonce_hash(OTHER), key=None), TableFilled()]


def test_a_table_whose_seats_promised_nothing_closes_at_once() -> None:
    events = decide(table(TakeSeat(by=ADA)), TakeSeat(by=BOB))
    assert events[1:] == [TableFilled(), TableClosed(match=True, reason="filled")]


def test_the_last_nonce_closes_the_table() -> None:
    filled = table(promised(ADA), promised(BOB, OTHER))
    assert decide(filled, ShowNonce(by=BOB, nonce=OTHER)) == [NonceShown(seat=1, nonce=OTHER)]
    shown = table(promised(ADA), promised(BOB, OTHER), ShowNonce(by=BOB, nonce=OTHER))
    assert decide(shown, ShowNonce(by=ADA, nonce=NONCE)) == [
        NonceShown(seat=0, nonce=NONCE),
        TableClosed(match=True, reason="filled"),
    ]


def test_missing_nonces_count_as_none_when_waiting_stops() -> None:
    filled = table(promised(ADA), promised(BOB, OTHER), ShowNonce(by=BOB, nonce=OTHER))
    closed = after(filled, decide(filled, StopWaiting()))
    assert closed.closed == TableClosed(match=True, reason="filled")
    assert (closed.players, closed.nonces) == ((ADA, BOB), (None, OTHER))
    refused(table(), StopWaiting(), TableNotOpen, "this table still waits for players")


def test_a_nonce_is_shown_only_when_all_sit_and_only_the_promised_one() -> None:
    too_early = "nonces are shown when all seats are taken, not before"
    refused(table(promised(ADA)), ShowNonce(by=ADA, nonce=NONCE), TableNotOpen, too_early)
    filled = table(promised(ADA), promised(BOB, OTHER))
    another = "this is not the nonce whose hash was given when sitting down"
    refused(filled, ShowNonce(by=ADA, nonce=OTHER), NotAllowed, another)
    refused(filled, ShowNonce(by=ADA, nonce="A0" * 32), NotAllowed, "nonce must be 64 lower-case hexadecimal digits")
    refused(filled, ShowNonce(by=EVE, nonce=NONCE), NotYourSeat, "you do not sit at this table")
    shown = after(filled, decide(filled, ShowNonce(by=ADA, nonce=NONCE)))
    refused(shown, ShowNonce(by=ADA, nonce=NONCE), NotAllowed, "this seat has no nonce to show")


def test_a_hash_is_64_digits() -> None:
    words = "nonce_hash must be 64 lower-case hexadecimal digits"
    refused(table(), TakeSeat(by=ADA, nonce_hash="short"), NotAllowed, words)


def test_people_leave_while_the_table_fills_and_not_after() -> None:
    one = table(promised(ADA))
    assert decide(one, LeaveSeat(by=ADA)) == [SeatLeft(seat=0, player=ADA)]
    assert after(one, decide(one, LeaveSeat(by=ADA))).free == (0, 1)
    refused(one, LeaveSeat(by=BOB), NotYourSeat, "you do not sit at this table")
    filled = table(promised(ADA), promised(BOB, OTHER))
    refused(filled, LeaveSeat(by=ADA), TableNotOpen, "all seats are taken")
    refused(filled, promised(EVE), TableNotOpen, "all seats are taken")


def test_only_the_opener_seats_and_unseats_bots() -> None:
    assert decide(table(), SeatBot(by=ADA, bot=BOT)) == [SeatTaken(seat=0, player=BOT, nonce_hash=None, key=None)]
    refused(table(), SeatBot(by=BOB, bot=BOT), NotAllowed, "only the player who opened the table can do this")
    seated = table(SeatBot(by=ADA, bot=BOT))
    assert decide(seated, SendAway(by=ADA, seat=0)) == [SeatLeft(seat=0, player=BOT)]
    refused(seated, SendAway(by=BOB, seat=0), NotAllowed, "only the player who opened the table can do this")
    for seat in (1, 2, -1):
        refused(seated, SendAway(by=ADA, seat=seat), NotAllowed, "no bot sits there")


def test_the_opener_frees_the_seat_of_whom_is_meant_and_of_nobody_who_came_since() -> None:
    one, gone = table(promised(BOB)), "the player who was meant no longer sits there"
    assert decide(one, SendAway(by=ADA, seat=0, player=BOB)) == [SeatLeft(seat=0, player=BOB)]
    refused(one, SendAway(by=ADA, seat=0, player=EVE), NotAllowed, gone)
    refused(one, SendAway(by=ADA, seat=0, player=BOT), NotAllowed, gone)
    refused(one, SendAway(by=ADA, seat=1, player=BOB), NotAllowed, gone)
    refused(one, SendAway(by=ADA, seat=0), NotAllowed, "no bot sits there")
    refused(one, SendAway(by=EVE, seat=0, player=BOB), NotAllowed, "only the player who opened the table can do this")
    refused(one, SendAway(by=BOB, seat=0, player=BOB), NotAllowed, "only the player who opened the table can do this")
    full = table(promised(ADA), promised(BOB, OTHER))
    refused(full, SendAway(by=ADA, seat=1, player=BOB), TableNotOpen, "all seats are taken")


@pytest.mark.parametrize(("by", "reason"), [(ADA, "given_up"), (None, "forgotten")])
def test_a_table_is_given_up_by_its_opener_or_forgotten(by: str | None, reason: str) -> None:
    given_up = table(GiveUp(by=by))
    assert given_up.closed == TableClosed(match=False, reason=reason)
    refused(given_up, promised(BOB), TableNotOpen, "this table is closed")


def test_a_stranger_cannot_give_a_table_up_and_nobody_a_filled_one() -> None:
    refused(table(), GiveUp(by=BOB), NotAllowed, "only the player who opened the table can do this")
    refused(table(promised(ADA), promised(BOB, OTHER)), GiveUp(by=ADA), TableNotOpen, "all seats are taken")


@pytest.mark.parametrize(("order", "reason"), [(CallOff(), "given_up"), (CallOff(is_forgotten=True), "forgotten")])
def test_a_table_is_called_off_whoever_sits_there(order: CallOff, reason: str) -> None:
    for now in (table(), table(promised(ADA), promised(BOB, OTHER))):
        assert decide(now, order) == [TableClosed(match=False, reason=reason)]
        refused(after(now, decide(now, order)), order, TableNotOpen, "this table is closed")


def test_an_order_to_a_table_that_never_opened_finds_nothing() -> None:
    orders: list[Any] = [promised(ADA), LeaveSeat(by=ADA), StopWaiting()]
    for order in orders:
        refused(Table(), order, TableNotFound, "there is no such table")
