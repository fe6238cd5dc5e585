"""The state of a table."""

from dataclasses import dataclass

from shared.errors import TableNotFound
from shared.platform.table.events import TableClosed, TableOpened


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits on a seat; `nonce` is set once it has been shown."""

    player: str
    nonce_hash: str | None
    nonce: str | None = None
    key: str | None = None

    @property
    def is_awaited(self) -> bool:
        """Whether a promised nonce is still to be shown."""
        return self.nonce_hash is not None and self.nonce is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table after `version` events; `seats` has None where nobody sits."""

    version: int = 0
    opened: TableOpened | None = None
    seats: tuple[Sitting | None, ...] = ()
    is_filled: bool = False
    closed: TableClosed | None = None

    @property
    def opening(self) -> TableOpened:
        """What the table was opened with. Raises TableNotFound before that."""
        if self.opened is None:
            raise TableNotFound("there is no such table")
        return self.opened

    @property
    def free(self) -> tuple[int, ...]:
        return tuple(seat for seat, sitting in enumerate(self.seats) if sitting is None)

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(sitting.player for sitting in self.seats if sitting)

    @property
    def nonces(self) -> tuple[str | None, ...]:
        return tuple(sitting.nonce if sitting else None for sitting in self.seats)

    @property
    def keys(self) -> tuple[str | None, ...]:
        """The public keys of those who sit there."""
        return tuple(sitting.key if sitting else None for sitting in self.seats)

    @property
    def is_complete(self) -> bool:
        """Whether all seats are taken and every promised nonce was shown."""
        return self.is_filled and not any(sitting.is_awaited for sitting in self.seats if sitting)

    def seat_of(self, player: str) -> int | None:
        return next((seat for seat, sitting in enumerate(self.seats) if sitting and sitting.player == player), None)
