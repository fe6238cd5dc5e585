"""The commands for a table."""

from dataclasses import dataclass
from typing import Any

from shared.games.game import Game
from shared.platform.cited import Branch
from shared.platform.terms import USUAL, Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable:
    """`bots` sit down at once, on `seats_of_bots` (None: the last seats). `seed`: 32 random bytes as hex.

    `branch`: what is played on here.
    `hints`: whether anybody at this table is told what a move would bring.
    `host_key`: the public key with which this server signs, as hex.
    """

    by: str
    game: Game
    options: Any
    seats: int
    listed: bool
    seed: str
    bots: tuple[str, ...] = ()
    seats_of_bots: tuple[int, ...] | None = None
    branch: Branch | None = None
    hints: bool = True
    terms: Terms = USUAL
    host_key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeSeat:
    """`by` takes this seat and promises the nonce that has this hash (None: brings none).

    They sign with `key`, an Ed25519 public key as hex, if they have one.

    With no `seat`, it is the `wished` one if that is free, else the first free one.
    """

    by: str
    nonce_hash: str | None = None
    seat: int | None = None
    wished: int | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveSeat:
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatBot:
    """`by` seats `bot` on this seat (None: the first free one); only the opener of the table may. With `key` the
    bot signs itself.
    """

    by: str
    bot: str
    seat: int | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SendAway:
    """`by`, the opener of the table, frees a seat. `player` is the one to remove; without it, only a bot is removed."""

    by: str
    seat: int
    player: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowNonce:
    """`nonce`: 32 bytes as hex."""

    by: str
    nonce: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StopWaiting:
    """Close the filled table without the nonces that are still missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveUp:
    """Close the table without a match. `by` opened it; None means that nobody came for too long."""

    by: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CallOff:
    """Close the table without a match, even when all seats are taken. Operators may; and matchmaking itself, where the
    game is gone (`is_forgotten`).
    """

    is_forgotten: bool = False


Later = TakeSeat | LeaveSeat | SeatBot | SendAway | ShowNonce | StopWaiting | GiveUp | CallOff
Command = OpenTable | Later
