"""What has waited for some time, a bounded number of rows in each look, so that a look costs the same however many."""

import time
from collections.abc import Callable

from shared.platform.rows.keep import Rows
from shared.platform.rows.lists import positions
from shared.platform.rows.row import Row

MOST = 200  # rows of a look


class Due:
    """Looks at a list go on where the last one ended, the oldest first, and begin again at its end."""

    def __init__(self, rows: Rows, most: int = MOST, clock: Callable[[], float] = time.time) -> None:
        self.rows = rows
        self.most = most
        self.clock = clock
        self._passed: dict[str, int] = {}

    def __call__(self, index: str, seconds: float = 0.0) -> list[Row]:
        """Some of those that stand there for so long, or in the future: the clock may have been set back."""
        now, passed = self.clock() * 1000, self._passed.get(index, 0)
        found = self.rows.within(index, "-inf", now - seconds * 1000, passed, self.most)
        self._passed[index] = passed + self.most if len(found) == self.most else 0
        ahead = self.rows.within(index, f"({now}", "+inf", 0, self.most)
        return [row for row in self.rows.of(found + ahead) if index in positions(row)]
