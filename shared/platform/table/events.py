"""The events of tables."""

from collections.abc import Mapping
from dataclasses import dataclass

from shared.annotations import sealed
from shared.games.game import Option
from shared.platform.cited import Branch
from shared.platform.terms import Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened:
    """`options` are the effective ones, defaults included; an unlisted table is found by its link only.

    `opener` seats bots and may give the table up. What is played here goes on from `branch`, or from the start.
    Without `hints` nobody at the table is told what a move would bring, before it is made. `terms` hold for its match.
    With `host_key`, an Ed25519 public key as hex, this server signs what it says itself; None where it has none.
    """

    opener: str
    game: str
    options: Mapping[str, Option]
    seats: int
    listed: bool
    commitment: str
    branch: Branch | None
    hints: bool
    terms: Terms
    host_key: str | None
    seed: str = sealed()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken:
    """`player` is `person:<id>` or `bot:<name>@<version>`; `nonce_hash` is null for who brings no nonce.

    Their orders are signed with `key`, an Ed25519 public key as hex; null for who has none, as bots of the server.
    """

    seat: int
    player: str
    nonce_hash: str | None
    key: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeft:
    seat: int
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFilled:
    """The last seat is taken: nobody can leave, and nonces are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NonceShown:
    seat: int
    nonce: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableClosed:
    """The last event of a table; `match` says whether a match follows. `reason`: filled, given_up or forgotten."""

    match: bool
    reason: str


EVENTS: Mapping[str, type] = {
    "table.opened": TableOpened,
    "table.seat_taken": SeatTaken,
    "table.seat_left": SeatLeft,
    "table.filled": TableFilled,
    "table.nonce_shown": NonceShown,
    "table.closed": TableClosed,
}
