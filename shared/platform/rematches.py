"""Which table follows a match, so that all who want a rematch meet there: kept for a month beside the ledger.

Keys: the string `rematch:<id>` holds the table that follows a match, `rematch:of:<table>` the match that a table
follows and the one whose seats it turns.
"""

from datetime import timedelta
from typing import Any, NamedTuple

from shared.ledger.redis import answering
from shared.platform.streams import Streams

KEPT = timedelta(days=30)
MOST = 100  # rematches in a row that are followed


class Rematch(NamedTuple):
    """A table that follows `follows`, the newest rematch so far, and turns the seats of the match `turns`."""

    follows: str
    turns: str


class Rematches:
    """`client` decodes what it reads. Everything that asks the server raises Unavailable."""

    def __init__(self, client: Any, streams: Streams) -> None:
        self.redis = client
        self.streams = streams

    def newest(self, id_: str) -> str:
        """The last of the tables that follow this match; the match itself if there is none."""
        for _ in range(MOST):
            with answering():
                following = self.redis.get(f"rematch:{id_}")
            if following is None:
                break
            id_ = following
        return id_

    def is_open(self, id_: str) -> bool:
        """Whether a table waits for players; a match for practice has none."""
        table = self.streams.tables.load(f"table:{id_}").state
        return table.opened is not None and not table.is_filled and table.closed is None

    def waits(self, id_: str) -> bool:
        """Whether a table for the rematch of this match is open."""
        return self.is_open(self.newest(id_))

    def note(self, table: str, rematch: Rematch) -> None:
        """Before that table is opened: nobody finds it and doesn't know of its seats."""
        with answering():
            self.redis.set(f"rematch:of:{table}", " ".join(rematch), nx=True, ex=KEPT)

    def of(self, table: str) -> Rematch | None:
        """None where that table is no rematch, or one of long ago."""
        with answering():
            found = self.redis.get(f"rematch:of:{table}")
        return Rematch(*found.split()) if found else None

    def keep(self, id_: str, following: str) -> str:
        """The table that follows from now on: the one that came first."""
        with answering():
            self.redis.set(f"rematch:{id_}", following, nx=True, ex=KEPT)
            return str(self.redis.get(f"rematch:{id_}"))

    def seat_for(self, table: str, player: str) -> int | None:
        """Where this player sits in that rematch by turning seats; None at other tables, and for who didn't play."""
        rematch = self.of(table)
        owners = self.streams.blind.load(f"match:{rematch.turns}").state.seating.owners if rematch else ()
        return turned(owners.index(player), len(owners)) if player in owners else None


def turned(seat: int, seats: int) -> int:
    """Everybody moves up by one, and who sat first sits last."""
    return (seat - 1) % seats
