"""What has waited for some time, in looks of a bounded number of rows, so that each costs the same."""

import time
from collections.abc import Callable

from shared.platform.rows.keep import Rows
from shared.platform.rows.lists import positions
from shared.platform.rows.row import Row

MOST = 200  # rows in one look


class Due:
    """Each look at a list continues where the last one ended, oldest first, and starts over at the end."""

    def __init__(self, rows: Rows, most: int = MOST, clock: Callable[[], float] = time.time) -> None:
        self.rows = rows
        self.most = most
        self.clock = clock
        self._passed: dict[str, int] = {}

    def __call__(self, index: str, seconds: float = 0.0) -> list[Row]:
        """Some rows that have been there for so long, or lie in the future because the clock was set back."""
        now, passed = self.clock() * 1000, self._passed.get(index, 0)
        found = self.rows.within(index, "-inf", now - seconds * 1000, passed, self.most)
        self._passed[index] = passed + self.most if len(found) == self.most else 0
        ahead = self.rows.within(index, f"({now}", "+inf", 0, self.most)
        return [row for row in self.rows.of(found + ahead) if index in positions(row)]
