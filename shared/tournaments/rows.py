"""Lists of tournaments in Redis: folds of their streams, made again at any time.

Keys: the hash `tournaments:rows` holds rows as JSON by the tournament's id; the sorted sets `tournaments:planned`,
`tournaments:running` and `tournaments:ended` hold ids, and those with `:listed` the ids that everybody finds: planned
ones by their start, others by the time of the last event, in milliseconds since 1970.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from shared.ledger.fold import Folded
from shared.ledger.redis import answering
from shared.platform.rows.keep import CHANGES
from shared.platform.tournament import Tournament
from shared.tournaments.announcement import Announcement
from shared.tournaments.announcements import Announcements
from shared.tournaments.row import ENDED, FIELDS, PAUSED, PLANNED, RUNNING, TournamentRow, tournament_row

ROWS = "tournaments:rows"
LISTS = (PLANNED, RUNNING, ENDED)
NO_TIME = 10**15  # milliseconds: behind all that have a time

IN_FRONT = ("game", "format", "seats", "status", "entrants", "rounds", "length")  # what front pages show of a row

# A row never goes back. KEYS: the rows, then both keys of each list, of which the first pair holds the row, and at last
# the count of changes by which the front page knows that it has to be drawn again; ARGV: the id, the row, its position,
# 1 where everybody finds it, 1 where what is announced has changed, and the fields that front pages show.
PUT = """
local id, known, row = ARGV[1], redis.call('HGET', KEYS[1], ARGV[1]), cjson.decode(ARGV[2])
local before = known and cjson.decode(known) or {}
if known and before.version > row.version then return 0 end
redis.call('HSET', KEYS[1], id, ARGV[2])
local was_found = redis.call('ZREM', KEYS[3], id) == 1
local is_found, differs = ARGV[4] == '1', ARGV[5] == '1'
for i = 4, #KEYS - 1, 2 do
  redis.call('ZREM', KEYS[i], id)
  was_found = redis.call('ZREM', KEYS[i + 1], id) == 1 or was_found
end
redis.call('ZADD', KEYS[2], ARGV[3], id)
if is_found then redis.call('ZADD', KEYS[3], ARGV[3], id) end
for i = 6, #ARGV do differs = differs or before[ARGV[i]] ~= row[ARGV[i]] end
if was_found ~= is_found or (is_found and differs) then redis.call('INCR', KEYS[#KEYS]) end
return 1
"""


class TournamentRows:
    """`client` decodes what it reads. Everything here raises Unavailable, and is safe to repeat."""

    def __init__(self, client: Any) -> None:
        self.redis = client
        self.announcements = Announcements(client)
        self._put = client.register_script(PUT)

    def put(self, folded: Folded[Tournament], *, is_told: bool = False) -> None:
        """Whatever the stream says and the announcement, as it is now. `is_told`: the latter has changed."""
        if folded.state.opened is None:
            return
        row = tournament_row(folded.state, folded.at)
        announcement = self.announcements.of(row.id)
        held = list_of(row)
        others = [key for name in LISTS if name != held for key in keys_of(name)]
        flags = int(announcement.listed), int(is_told)
        facts = [row.id, json.dumps(asdict(row)), position(row, announcement), *flags]
        with answering():
            self._put(keys=[ROWS, *keys_of(held), *others, CHANGES], args=[*facts, *IN_FRONT])

    def listed(self, name: str, start: int, most: int) -> list[TournamentRow]:
        """Of those that everybody finds: those that begin next come first, of others the newest."""
        key = keys_of(name)[1]
        with answering():
            look = self.redis.zrange if name == PLANNED else self.redis.zrevrange
            return self.of(look(key, start, start + most - 1))

    def under_way(self) -> list[str]:
        """The ids of all that are not over."""
        with answering(), self.redis.pipeline(transaction=False) as pipe:
            for name in (PLANNED, RUNNING):
                pipe.zrange(keys_of(name)[0], 0, -1)
            planned, running = pipe.execute()
        return list(dict.fromkeys([*running, *planned]))

    def of(self, ids: Sequence[str]) -> list[TournamentRow]:
        """Those of a release with other fields are left out until they are made again."""
        with answering():
            found = self.redis.hmget(ROWS, ids) if ids else []
        rows = [json.loads(row) for row in found if row]
        return [TournamentRow(**row) for row in rows if tuple(row) == FIELDS]

    def are_others(self, ids: Sequence[str]) -> bool:
        """Whether some of these have no row, or one of a release with other fields."""
        return len(self.of(ids)) < len(ids)


def list_of(row: TournamentRow) -> str:
    return RUNNING if row.status == PAUSED else row.status


def keys_of(name: str) -> tuple[str, str]:
    return f"tournaments:{name}", f"tournaments:{name}:listed"


def position(row: TournamentRow, announcement: Announcement) -> int:
    if row.status != PLANNED:
        return int(datetime.fromisoformat(row.at).timestamp() * 1000)
    return NO_TIME if announcement.start is None else announcement.start
