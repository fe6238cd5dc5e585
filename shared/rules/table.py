"""The decider of a table: seats fill, nonces are shown, and the table's last event says whether a match follows."""

import re
from dataclasses import asdict, dataclass, replace
from typing import Any, assert_never

from shared.errors import NotAllowed, NotYourSeat, TableNotFound, TableNotOpen
from shared.rules.chance import commitment, nonce_hash
from shared.rules.game import Game
from shared.rules.platform import NonceShown, SeatLeft, SeatTaken, TableClosed, TableFilled, TableOpened


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable:
    """`bots` sit down at once, on the last seats. `seed`: 32 random bytes as hex."""

    by: str
    game: Game
    options: Any
    seats: int
    listed: bool
    seed: str
    bots: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeSeat:
    """`by` takes the first free seat and promises the nonce that has this hash (None: brings none)."""

    by: str
    nonce_hash: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveSeat:
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatBot:
    """`by` seats `bot` on the first free seat; only who opened the table may."""

    by: str
    bot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnseatBot:
    by: str
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowNonce:
    """`nonce`: 32 bytes as hex."""

    by: str
    nonce: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StopWaiting:
    """Close the filled table: nonces that are still missing count as none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveUp:
    """Close the table without a match. `by` opened it; None: nobody came for too long."""

    by: str | None


Event = TableOpened | SeatTaken | SeatLeft | TableFilled | NonceShown | TableClosed
Order = OpenTable | TakeSeat | LeaveSeat | SeatBot | UnseatBot | ShowNonce | StopWaiting | GiveUp


@dataclass(frozen=True, slots=True)
class Place:
    """A taken seat; `nonce` once it was shown."""

    player: str
    nonce_hash: str | None
    nonce: str | None = None

    @property
    def is_awaited(self) -> bool:
        """Promised a nonce and has not shown it yet."""
        return self.nonce_hash is not None and self.nonce is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table after `version` events; `seats` has None where nobody sits."""

    version: int = 0
    opened: TableOpened | None = None
    seats: tuple[Place | None, ...] = ()
    is_filled: bool = False
    closed: TableClosed | None = None

    @property
    def free(self) -> tuple[int, ...]:
        return tuple(seat for seat, place in enumerate(self.seats) if place is None)

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(place.player for place in self.seats if place)

    @property
    def nonces(self) -> tuple[str | None, ...]:
        return tuple(place.nonce if place else None for place in self.seats)

    @property
    def is_complete(self) -> bool:
        """Filled, and every promised nonce is there."""
        return self.is_filled and not any(place.is_awaited for place in self.seats if place)

    def seat_of(self, player: str) -> int | None:
        return next((seat for seat, place in enumerate(self.seats) if place and place.player == player), None)


def decide(table: Table, order: Order) -> list[Event]:
    """The events that the order leads to, or a verdict: TableNotFound, TableNotOpen, NotAllowed, NotYourSeat."""
    if isinstance(order, OpenTable):
        return _and_what_follows(table, _open(table, order))
    if table.opened is None:
        raise TableNotFound("there is no such table")
    if table.closed:
        raise TableNotOpen("this table is closed")
    return _and_what_follows(table, _events(table, table.opened, order))


def _events(
    table: Table,
    opened: TableOpened,
    order: TakeSeat | LeaveSeat | SeatBot | UnseatBot | ShowNonce | StopWaiting | GiveUp,
) -> list[Event]:
    match order:
        case TakeSeat():
            return _take(table, order)
        case LeaveSeat():
            return _leave(table, order)
        case SeatBot():
            _check_opener(opened, order.by)
            return [_sit(table, order.bot, None)]
        case UnseatBot():
            _check_opener(opened, order.by)
            return _unseat(table, order)
        case ShowNonce():
            return _show(table, order)
        case StopWaiting():
            if not table.is_filled:
                raise TableNotOpen("this table still waits for players")
            return [TableClosed(match=True, reason="filled")]
        case GiveUp():
            if order.by is not None:
                _check_opener(opened, order.by)
            _check_filling(table)
            return [TableClosed(match=False, reason="forgotten" if order.by is None else "given_up")]
        case _:
            assert_never(order)


def _open(table: Table, order: OpenTable) -> list[Event]:
    if table.opened is not None:
        raise TableNotOpen("this table is open already")
    if order.seats not in order.game.seats:
        first, last = order.game.seats[0], order.game.seats[-1]
        raise NotAllowed("{game} is for {first} to {last} players", game=order.game.title, first=first, last=last)
    if len(order.bots) >= order.seats:
        raise NotAllowed("at least one seat must be left for a person")
    opened = TableOpened(
        opener=order.by,
        game=order.game.slug,
        options=asdict(order.options),
        seats=order.seats,
        listed=order.listed,
        commitment=commitment(order.seed),
        seed=order.seed,
    )
    first_bot = order.seats - len(order.bots)
    bots = (SeatTaken(seat=first_bot + at, player=bot, nonce_hash=None) for at, bot in enumerate(order.bots))
    return [opened, *bots]


def _and_what_follows(table: Table, events: list[Event]) -> list[Event]:
    """The last seat fills the table; the last promised nonce closes it."""
    now = after(table, events)
    if not now.free and not now.is_filled:
        events = [*events, TableFilled()]
        now = after(table, events)
    if now.is_complete and not now.closed:
        events = [*events, TableClosed(match=True, reason="filled")]
    return events


def _take(table: Table, order: TakeSeat) -> list[Event]:
    if table.seat_of(order.by) is not None:
        raise NotAllowed("you sit at this table already")
    if order.nonce_hash is not None:
        _check_hex("nonce_hash", order.nonce_hash)
    return [_sit(table, order.by, order.nonce_hash)]


def _sit(table: Table, player: str, promised: str | None) -> SeatTaken:
    _check_filling(table)
    return SeatTaken(seat=table.free[0], player=player, nonce_hash=promised)


def _leave(table: Table, order: LeaveSeat) -> list[Event]:
    _check_filling(table)
    return [SeatLeft(seat=_own_seat(table, order.by), player=order.by)]


def _unseat(table: Table, order: UnseatBot) -> list[Event]:
    _check_filling(table)
    place = table.seats[order.seat] if 0 <= order.seat < len(table.seats) else None
    if place is None or not place.player.startswith("bot:"):
        raise NotAllowed("no bot sits there")
    return [SeatLeft(seat=order.seat, player=place.player)]


def _show(table: Table, order: ShowNonce) -> list[Event]:
    seat = _own_seat(table, order.by)
    place = table.seats[seat]
    assert place is not None
    if not table.is_filled:
        raise TableNotOpen("nonces are shown when all seats are taken, not before")
    if not place.is_awaited:
        raise NotAllowed("this seat has no nonce to show")
    _check_hex("nonce", order.nonce)
    if nonce_hash(order.nonce) != place.nonce_hash:
        raise NotAllowed("this is not the nonce whose hash was given when sitting down")
    return [NonceShown(seat=seat, nonce=order.nonce)]


def _own_seat(table: Table, player: str) -> int:
    seat = table.seat_of(player)
    if seat is None:
        raise NotYourSeat("you do not sit at this table")
    return seat


def _check_opener(opened: TableOpened, by: str) -> None:
    if by != opened.opener:
        raise NotAllowed("only who opened the table can do this")


def _check_filling(table: Table) -> None:
    if table.is_filled:
        raise TableNotOpen("all seats are taken")


def _check_hex(name: str, text: str) -> None:
    if not re.fullmatch("[0-9a-f]{64}", text):
        raise NotAllowed("{name} must be 64 lower-case hexadecimal digits", name=name)


def after(table: Table, events: list[Event]) -> Table:
    for event in events:
        table = evolve(table, event)
    return table


def evolve(table: Table, event: Event) -> Table:
    """One event on. Never says no."""
    table = replace(table, version=table.version + 1)
    match event:
        case TableOpened():
            return replace(table, opened=event, seats=(None,) * event.seats)
        case SeatTaken():
            return _placed(table, event.seat, Place(event.player, event.nonce_hash))
        case SeatLeft():
            return _placed(table, event.seat, None)
        case TableFilled():
            return replace(table, is_filled=True)
        case NonceShown():
            place = table.seats[event.seat]
            return _placed(table, event.seat, place and replace(place, nonce=event.nonce))
        case TableClosed():
            return replace(table, closed=event)
        case _:
            assert_never(event)


def _placed(table: Table, seat: int, place: Place | None) -> Table:
    return replace(table, seats=(*table.seats[:seat], place, *table.seats[seat + 1 :]))
