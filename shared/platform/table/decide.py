"""Judges every command for a table, and gives the events that an allowed one leads to."""

import re
from dataclasses import asdict
from typing import assert_never

from shared.errors import NotAllowed, NotYourSeat, TableNotOpen
from shared.games.chance import commitment, nonce_hash
from shared.games.game import Game
from shared.platform.keys import check_key
from shared.platform.player import is_bot
from shared.platform.rating.pools import has_rivals
from shared.platform.table.commands import (
    CallOff,
    Command,
    GiveUp,
    Later,
    LeaveSeat,
    OpenTable,
    SeatBot,
    SendAway,
    ShowNonce,
    StopWaiting,
    TakeSeat,
)
from shared.platform.table.events import NonceShown, SeatLeft, SeatTaken, TableClosed, TableFilled, TableOpened
from shared.platform.table.evolve import Event, after
from shared.platform.table.state import Sitting, Table
from shared.platform.terms import Terms, check_terms


def decide(table: Table, command: Command) -> list[Event]:
    """The events that the command leads to, or a verdict: TableNotFound, TableNotOpen, NotAllowed, NotYourSeat."""
    if isinstance(command, OpenTable):
        return _and_what_follows(table, _open(table, command))
    opened = table.opening
    if table.closed:
        raise TableNotOpen("this table is closed")
    return _and_what_follows(table, _events(table, opened, command))


def _events(table: Table, opened: TableOpened, command: Later) -> list[Event]:
    match command:
        case TakeSeat():
            return _take(table, command)
        case LeaveSeat():
            return _leave(table, command)
        case SeatBot():
            return _seat_bot(table, opened, command)
        case SendAway():
            return _send_away(table, opened, command)
        case ShowNonce():
            return _show(table, command)
        case StopWaiting():
            return _stop_waiting(table)
        case GiveUp():
            return _give_up(table, opened, command)
        case CallOff():
            return [TableClosed(match=False, reason="forgotten" if command.is_forgotten else "given_up")]
        case _:
            assert_never(command)


def check_seats(game: Game, seats: int) -> None:
    """Raises NotAllowed."""
    if seats not in game.seats:
        first, last = game.seats[0], game.seats[-1]
        raise NotAllowed("{game} is for {first} to {last} players", game=game.title, first=first, last=last)


def check_rated(game: Game, seats: int, terms: Terms) -> None:
    """Raises NotAllowed."""
    if terms.rated and not has_rivals(game, seats):
        raise NotAllowed("nobody is rated where all play together")


def _open(table: Table, command: OpenTable) -> list[Event]:
    if table.opened is not None:
        raise TableNotOpen("this table is open already")
    check_seats(command.game, command.seats)
    check_terms(command.terms)
    check_rated(command.game, command.seats, command.terms)
    if len(command.bots) >= command.seats:
        raise NotAllowed("at least one seat must be left for a person")
    opened = TableOpened(
        opener=command.by,
        game=command.game.slug,
        options=asdict(command.options),
        seats=command.seats,
        listed=command.listed,
        commitment=commitment(command.seed),
        branch=command.branch,
        hints=command.hints,
        terms=command.terms,
        host_key=command.host_key,
        seed=command.seed,
    )
    seats = command.seats_of_bots or range(command.seats - len(command.bots), command.seats)
    bots = zip(seats, command.bots, strict=True)
    return [opened, *(SeatTaken(seat=seat, player=bot, nonce_hash=None, key=None) for seat, bot in bots)]


def _and_what_follows(table: Table, events: list[Event]) -> list[Event]:
    """The last seat fills the table; the last promised nonce closes it."""
    now = after(table, events)
    if not now.free and not now.is_filled:
        events = [*events, TableFilled()]
        now = after(table, events)
    if now.is_complete and not now.closed:
        events = [*events, TableClosed(match=True, reason="filled")]
    return events


def _take(table: Table, command: TakeSeat) -> list[Event]:
    if table.seat_of(command.by) is not None:
        raise NotAllowed("you sit at this table already")
    if command.nonce_hash is not None:
        _check_hex("nonce_hash", command.nonce_hash)
    wished = command.wished if command.wished in table.free else None
    wanted = wished if command.seat is None else command.seat
    return [_sit(table, command.by, wanted, command.nonce_hash, command.key)]


def _sit(table: Table, player: str, wanted: int | None, promised: str | None, key: str | None) -> SeatTaken:
    _check_filling(table)
    if key is not None:
        check_key(key)
    if wanted is not None and wanted not in table.free:
        raise NotAllowed("this seat is not free")
    seat = table.free[0] if wanted is None else wanted
    return SeatTaken(seat=seat, player=player, nonce_hash=promised, key=key)


def _leave(table: Table, command: LeaveSeat) -> list[Event]:
    _check_filling(table)
    seat, _ = _own_place(table, command.by)
    return [SeatLeft(seat=seat, player=command.by)]


def _seat_bot(table: Table, opened: TableOpened, command: SeatBot) -> list[Event]:
    _check_opener(opened, command.by)
    return [_sit(table, command.bot, command.seat, None, command.key)]


def _send_away(table: Table, opened: TableOpened, command: SendAway) -> list[Event]:
    """A page names who sat there when it was drawn; whoever came since is not meant."""
    _check_opener(opened, command.by)
    _check_filling(table)
    sitting = table.seats[command.seat] if 0 <= command.seat < len(table.seats) else None
    if command.player is None and (sitting is None or not is_bot(sitting.player)):
        raise NotAllowed("no bot sits there")
    if sitting is None or command.player not in (None, sitting.player):
        raise NotAllowed("the player who was meant no longer sits there")
    return [SeatLeft(seat=command.seat, player=sitting.player)]


def _show(table: Table, command: ShowNonce) -> list[Event]:
    seat, sitting = _own_place(table, command.by)
    if not table.is_filled:
        raise TableNotOpen("nonces are shown when all seats are taken, not before")
    if not sitting.is_awaited:
        raise NotAllowed("this seat has no nonce to show")
    _check_hex("nonce", command.nonce)
    if nonce_hash(command.nonce) != sitting.nonce_hash:
        raise NotAllowed("this is not the nonce whose hash was given when sitting down")
    return [NonceShown(seat=seat, nonce=command.nonce)]


def _stop_waiting(table: Table) -> list[Event]:
    if not table.is_filled:
        raise TableNotOpen("this table still waits for players")
    return [TableClosed(match=True, reason="filled")]


def _give_up(table: Table, opened: TableOpened, command: GiveUp) -> list[Event]:
    if command.by is not None:
        _check_opener(opened, command.by)
    _check_filling(table)
    return [TableClosed(match=False, reason="forgotten" if command.by is None else "given_up")]


def _own_place(table: Table, player: str) -> tuple[int, Sitting]:
    for seat, sitting in enumerate(table.seats):
        if sitting and sitting.player == player:
            return seat, sitting
    raise NotYourSeat("you do not sit at this table")


def _check_opener(opened: TableOpened, by: str) -> None:
    if by != opened.opener:
        raise NotAllowed("only the player who opened the table can do this")


def _check_filling(table: Table) -> None:
    if table.is_filled:
        raise TableNotOpen("all seats are taken")


def _check_hex(name: str, text: str) -> None:
    if not re.fullmatch("[0-9a-f]{64}", text):
        raise NotAllowed("{name} must be 64 lower-case hexadecimal digits", name=name)
