"""Running matches that the front page shows as small boards: what a spectator sees, looked up seldom.

The front page is drawn for many people and at each change of its lists, so a picture is made once for each state of a
match, and only so many are made a second. Beyond that the last picture of a match stays.
"""

import time
from collections.abc import Callable, Sequence

from shared.annotations import Json
from shared.errors import MatchNotFound, ReadOnly
from shared.ledger.fold import Archived
from shared.platform.rows import Row
from shared.platform.streams import Streams
from shared.recent import Recent

MOST = 3  # boards on the page
LOOKS = 12  # in a second, in each process
KEPT = 256  # states of matches


class Miniatures:
    def __init__(self, streams: Streams, clock: Callable[[], float] = time.monotonic) -> None:
        self.streams = streams
        self.clock = clock
        self._made: Recent[Json | None] = Recent(KEPT)
        self._shown: dict[str, Json] = {}
        self._second, self._looks = 0.0, 0

    def of(self, rows: Sequence[Row]) -> dict[str, Json]:
        """What everybody may see of up to MOST of these matches, by id; those that were shown before stay."""
        before = self._shown
        chosen = sorted(rows, key=lambda row: row.id not in before)[:MOST]
        found = {row.id: self._of(row, before.get(row.id)) for row in chosen}
        self._shown = {id_: seen for id_, seen in found.items() if seen}
        return self._shown

    def _of(self, row: Row, before: Json | None) -> Json | None:
        key = row.id, row.version
        if key in self._made or self._may_look():
            return self._made.get(key, lambda: self._look(row.id))
        return before

    def look(self, id_: str) -> Json | None:
        """Of one match, as it is now: for pages of a tournament, which ask for theirs once in a while."""
        key = id_, self.streams.ledger.last(f"match:{id_}")
        return self._made.get(key, lambda: self._look(id_)) if key[1] else None

    def _may_look(self) -> bool:
        if (now := self.clock()) - self._second >= 1:
            self._second, self._looks = now, 0
        self._looks += 1
        return self._looks <= LOOKS

    def _look(self, id_: str) -> Json | None:
        """None: the match can't be read here, or has ended meanwhile; its row says so where it leads."""
        try:
            match = self.streams.match(id_).state
        except (Archived, MatchNotFound, ReadOnly):
            return None
        is_shown = match.started and not match.is_over and not self.streams.is_sealed(match)
        return match.rules.plain(match.view(None)) if is_shown else None
