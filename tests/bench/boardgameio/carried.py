"""What a server carried, ours or theirs, and the table of both."""

from collections.abc import Iterable
from dataclasses import dataclass

from tests.bench.load.processor import LOAD
from tests.bench.load.run import Measured
from tests.bench.load.table import SPREAD, milliseconds, table

HEAD = (
    "server", "matches", "moves a second", f"move {SPREAD}", "server's processor ms a move", "client's",
    "acknowledged", "stored", "errors",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Carried:
    """In the measured `seconds` each move took one of the `times`, and all together took the processor `used` seconds.

    Moves are `acknowledged` and `stored` in the whole run.
    """

    name: str
    matches: int
    seconds: float
    times: list[float]
    server_used: float
    client_used: float
    acknowledged: int
    stored: int
    errors: int

    @property
    def cells(self) -> list[str]:
        moves = max(1, len(self.times))
        return [
            self.name,
            str(self.matches),
            f"{len(self.times) / self.seconds:.1f}",
            milliseconds(self.times),
            f"{1000 * self.server_used / moves:.2f}",
            f"{1000 * self.client_used / moves:.2f}",
            str(self.acknowledged),
            str(self.stored),
            str(self.errors or "none"),
        ]


def ours(found: Measured) -> Carried:
    client = found.used[LOAD]
    return Carried(
        name="Urbanist",
        matches=found.plan.matches,
        seconds=found.seconds,
        times=found.tally.measured.times["move"],
        server_used=sum(found.used.values()) - client,
        client_used=client,
        acknowledged=found.account.acknowledged,
        stored=found.account.stored,
        errors=found.tally.errors.total() + found.refused,
    )


def beside(all_: Iterable[Carried]) -> list[str]:
    return table(HEAD, (one.cells for one in all_))
