"""The rows in Redis.

Keys: `row:<id>` holds the row, the sorted sets `rows:…` are the lists (`lists.py`), the newest last; `rows:changes`
counts the changes. Rows of archived matches are in the archive's file (`archived.py`), and found here like all others.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from typing import Any

from shared.ledger.redis import answering
from shared.platform.rows.archived import OURS, ArchivedRows
from shared.platform.rows.lists import (
    ON_OFFER,
    SHARED,
    by_status,
    concerned,
    for_all,
    of_deal,
    of_player,
    positions,
)
from shared.platform.rows.pages import page
from shared.platform.rows.quiet import is_quiet
from shared.platform.rows.row import FIELDS, Row

MADE_WITH = "urbanist:rows"  # the fields and lists of the release that made them
CHANGES = "rows:changes"  # counts changes, so that a page can ask whether it is up to date

# A row never goes back: the versions of its streams only grow. The third argument is a version that no stream has.
# With a fourth one, a row that is there already is left alone. KEYS: the row, the count of changes, the lists that hold
# it, with its positions as further arguments, and the lists that do not.
PUT = """
local known = redis.call('GET', KEYS[1])
if known == ARGV[1] and ARGV[4] ~= '' then return 0 end
local version = known and cjson.decode(known).version or 0
if version > tonumber(ARGV[2]) and version ~= tonumber(ARGV[3]) then return version end
redis.call('SET', KEYS[1], ARGV[1])
local id, held = ARGV[5], #ARGV - 5
for i = 1, held do redis.call('ZADD', KEYS[i + 2], ARGV[i + 5], id) end
for i = held + 3, #KEYS do redis.call('ZREM', KEYS[i], id) end
redis.call('INCR', KEYS[2])
return 0
"""


class Rows:
    """Writing a row is safe to repeat, and an older one never replaces a newer one."""

    def __init__(self, client: Any, archived: ArchivedRows | None = None) -> None:
        """Without `archived`, whoever looks only for what is still to be done sees what is on the server."""
        self.client = client
        self.archived = archived
        self._put = client.register_script(PUT)

    def put(self, row: Row, instead_of: int = 0, *, if_other: bool = False) -> int:
        """0, or the version of a newer row that stays. A row of version `instead_of` is a ghost, and is replaced.

        `if_other`: a row that is there already is not written again, nor are its lists. A running match that not
        everybody may watch is in no list for all, whoever writes its row.
        """
        if row.status == "playing" and row.listed and is_quiet(self.client, row.id):
            row = replace(row, listed=False)
        held = positions(row)
        keys = [f"row:{row.id}", CHANGES, *held, *(index for index in SHARED if index not in held)]
        facts = [json.dumps(asdict(row)), row.version, instead_of, "1" if if_other else "", row.id]
        with answering():
            return int(self._put(keys=keys, args=[*facts, *held.values()]))

    def version(self) -> int:
        """How often rows have changed; it only grows."""
        with answering():
            return int(self.client.get(CHANGES) or 0)

    def listed(self, status: str, most: int = -1) -> list[Row]:
        """The newest first; `most` -1: all of them."""
        return [row for row in self._rows(by_status(status), most) if row.status == status]

    def found_by_all(self, status: str, most: int, start: int = 0) -> list[Row]:
        """The listed rows of one status of FOUND, the newest first."""
        return [row for row in self._rows(for_all(status), most, start) if row.status == status and row.listed]

    def on_offer(self, most: int) -> list[Row]:
        """Running matches that all may find, with a seat that somebody may take over: the newest first."""
        return [row for row in self._rows(ON_OFFER, most) if row.status == "playing" and row.listed and row.on_offer]

    def of_person(self, player: str, most: int = -1, start: int = 0) -> list[Row]:
        """Where this person sat, also after resigning, not tables that were left again: the most urgent first."""
        return [row for row in self.concerning(player, most, start) if player in row.everybody]

    def in_deal(self, deal: str) -> list[Row]:
        """The matches of a deal."""
        return [row for row in self._rows(of_deal(deal), -1) if row.deal == deal]

    def concerning(self, player: str, most: int = -1, start: int = 0) -> list[Row]:
        """These, and tables that this person opened."""
        return [row for row in self._rows(of_player(player), most, start) if player in concerned(row)]

    def count(self, index: str) -> int:
        return self.counts([index])[0]

    def counts(self, indices: Sequence[str]) -> list[int]:
        """How many rows each of these lists holds, in one round trip."""
        with answering(), self.client.pipeline(transaction=False) as pipe:
            for index in indices:
                pipe.zcard(index)
            found: list[int] = pipe.execute()
        return list(map(sum, zip(found, self.archived.counts(indices), strict=True))) if self.archived else found

    def within(self, index: str, low: float | str, high: float | str, start: int, most: int) -> list[bytes]:
        """Ids between two positions of a list, the first ones first."""
        with answering():
            found: list[bytes] = self.client.zrangebyscore(index, low, high, start, most)
        return found

    def _rows(self, index: str, most: int, start: int = 0) -> list[Row]:
        with answering():
            if self.archived is None:
                return self.of(self.client.zrevrange(index, start, start + most - 1 if most > 0 else -1))
            return self.of([id_.encode() for id_ in page(self.client, self.archived, index, start, most)])

    def of(self, ids: Sequence[bytes]) -> list[Row]:
        names = [id_.decode() for id_ in ids]
        with answering():
            found = self.client.mget([f"row:{id_}" for id_ in names]) if names else []
        here = {id_: json.loads(row) for id_, row in zip(names, found, strict=True) if row}
        ours = {id_: Row(**row) for id_, row in here.items() if tuple(row) == FIELDS}  # others are soon rebuilt
        if self.archived and (missing := [id_ for id_ in names if id_ not in here]):
            ours |= self.archived.of(missing)
        return [ours[id_] for id_ in names if id_ in ours]

    def leave(self, ids: Sequence[str]) -> None:
        """Take rows that are in the archive off the server. For readers the lists stay as they are."""
        if not ids:
            return
        keys = [f"row:{id_}" for id_ in ids]
        with answering(), self.client.pipeline(transaction=False) as pipe:
            for id_, row in zip(ids, self.client.mget(keys), strict=True):
                said = json.loads(row or "{}")
                for player in {*said.get("everybody", ()), said.get("opener")} - {None}:
                    pipe.zrem(of_player(player), id_)
            for index in SHARED:
                pipe.zrem(index, *ids)
            pipe.delete(*keys)
            pipe.execute()

    def are_ours(self) -> bool:
        """Whether this release, or one with the same fields, has made them."""
        with answering():
            return bool(self.client.get(MADE_WITH) == OURS.encode())

    def sign(self) -> None:
        with answering():
            self.client.set(MADE_WITH, OURS)

    def ids(self) -> set[str]:
        """Of all rows, whoever made them, and of everything in a list."""
        with answering():
            found = {key.removeprefix(b"row:") for key in self.client.scan_iter(match="row:*", count=1000)}
            for index in self._indices():
                found.update(self.client.zrange(index, 0, -1))
        return {id_.decode() for id_ in found}

    def listed_ids(self, statuses: Sequence[str]) -> list[str]:
        """As the lists have them now, the newest first, whichever release made their rows."""
        with answering():
            return [id_.decode() for status in statuses for id_ in self.client.zrevrange(f"rows:{status}", 0, -1)]

    def forget(self, ids: Iterable[str]) -> None:
        if gone := sorted(ids):
            with answering():
                for index in self._indices():
                    self.client.zrem(index, *gone)
                self.client.delete(*(f"row:{id_}" for id_ in gone))
                self.client.incr(CHANGES)

    def _indices(self) -> list[bytes]:
        return [key for key in self.client.scan_iter(match="rows:*", count=1000) if key != CHANGES.encode()]
