"""One row for each table and match, as the lobby lists them: folds of the streams, thrown away and made anew at will.

Keys: `row:<id>` holds the row, `rows:<status>` and `rows:person:<id>` are sorted by the time of the last event,
`rows:changes` counts the changes and outlives a rebuild.
"""

import json
import logging
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from typing import Any

from shared.errors import Broken
from shared.ledger.fold import Archived, Folded
from shared.ledger.kinds import Streams
from shared.ledger.redis import answering
from shared.rules.match import Match
from shared.rules.platform import MatchAborted, MatchEnded
from shared.rules.table import Table

STATUSES = ("open", "filled", "starting", "playing", "counting", "ended", "aborted", "adjudicated", "given_up")

MADE_WITH = "urbanist:rows"  # the fields of the release that made them
CHANGES = "rows:changes"  # counts what the lobby showed differently, so that a page can ask whether it is the newest

log = logging.getLogger(__name__)

# A row never goes back: the versions of its streams only grow.
PUT = """
local known = redis.call('GET', KEYS[1])
if known and cjson.decode(known).version > tonumber(ARGV[2]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1])
return 1
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """`version` adds up the versions of the table, the match and the score; `called` are players, not seats.

    `players` are those who play now, `everybody` also who sat there when the match started.
    """

    id: str
    status: str
    game: str
    options: dict[str, Any]
    seats: int
    players: Sequence[str | None]
    opener: str | None
    listed: bool
    practice: bool
    everybody: list[str]
    called: list[str]
    points: list[int] | None
    winners: list[int] | None
    at: str
    version: int


FIELDS = tuple(field.name for field in fields(Row))


def row_of(streams: Streams, id_: str) -> Row | None:
    """What the streams of this id say now; None where there is neither a table nor a match."""
    table: Folded[Table] = streams.tables.load(f"table:{id_}")
    match: Folded[Match] = streams.blind.load(f"match:{id_}")
    score = streams.scores.load(f"score:{id_}")
    started, opened = match.state.started, table.state.opened
    source = started or opened
    if source is None:
        return None
    counted = score.state
    waiting = [place.player if place else None for place in table.state.seats]
    players: Sequence[str | None] = match.state.players or waiting
    return Row(
        id=id_,
        status=_status(table.state, match.state, counted is not None),
        game=source.game,
        options=dict(source.options),
        seats=len(players),
        players=players,
        opener=opened.opener if opened else None,
        listed=opened.listed if opened else True,
        practice=started.practice if started else False,
        everybody=sorted({*(started.players if started else ()), *(player for player in players if player)}),
        called=[match.state.players[seat] for seat in match.state.called],
        points=list(counted.points) if counted else None,
        winners=[seat for seat, place in enumerate(counted.places) if place == 1] if counted else None,
        at=max(table.at, match.at, score.at),
        version=table.version + match.version + score.version,
    )


def _status(table: Table, match: Match, is_counted: bool) -> str:
    if match.started is None:
        if table.closed:
            return "starting" if table.closed.match else "given_up"
        return "filled" if table.is_filled else "open"
    if match.end is None:
        return "playing"
    if isinstance(match.end, MatchEnded):
        return "ended" if is_counted else "counting"
    return "aborted" if isinstance(match.end, MatchAborted) else "adjudicated"


class Rows:
    """The rows in Redis. Writing one is safe to repeat, and an older one never replaces a newer one."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self._put = client.register_script(PUT)

    def put(self, row: Row) -> None:
        with answering():
            if not self._put(keys=[f"row:{row.id}"], args=[json.dumps(asdict(row)), row.version]):
                return
            self._index(row)

    def _index(self, row: Row) -> None:
        """One way to the server and back: the listener does this for every event."""
        when = _order(row.at)
        with self.client.pipeline(transaction=False) as pipe:
            pipe.zadd(f"rows:{row.status}", {row.id: when})
            for status in STATUSES:
                if status != row.status:
                    pipe.zrem(f"rows:{status}", row.id)
            for player in row.everybody:
                if player.startswith("person:"):
                    pipe.zadd(f"rows:{player}", {row.id: when})
            pipe.incr(CHANGES)  # last: who reads this number first misses nothing
            pipe.execute()

    def version(self) -> int:
        """How often rows have changed: never goes back."""
        with answering():
            return int(self.client.get(CHANGES) or 0)

    def listed(self, status: str, most: int = -1) -> list[Row]:
        """The newest first; `most` -1: all of them."""
        return [row for row in self._rows(f"rows:{status}", most) if row.status == status]

    def of_person(self, player: str, most: int = -1) -> list[Row]:
        """Where this person sat, also after resigning; not tables that were left again."""
        return [row for row in self._rows(f"rows:{player}", most) if player in row.everybody]

    def _rows(self, index: str, most: int) -> list[Row]:
        with answering():
            ids = self.client.zrevrange(index, 0, most - 1 if most > 0 else -1)
            found = self.client.mget([f"row:{id_.decode()}" for id_ in ids]) if ids else []
        said = [json.loads(row) for row in found if row]
        return [Row(**row) for row in said if tuple(row) == FIELDS]  # else another release's, made anew any moment

    def are_ours(self) -> bool:
        """Whether this release, or one with the same fields, has made them."""
        with answering():
            return bool(self.client.get(MADE_WITH) == _names())

    def sign(self) -> None:
        with answering():
            self.client.set(MADE_WITH, _names())

    def clear(self) -> None:
        with answering():
            for pattern in ("row:*", "rows:*"):
                for key in self.client.scan_iter(match=pattern, count=1000):
                    if key != CHANGES.encode():  # pages compare it with what they saw
                        self.client.delete(key)


def rebuild(streams: Streams, rows: Rows, ids: Iterable[str]) -> int:
    """Throw all rows away and fold them anew; the number of rows made. A stream that can't be read has none."""
    rows.clear()
    made = 0
    for id_ in ids:
        try:
            row = row_of(streams, id_)
        except (Archived, Broken) as error:
            log.error("no row for %s: %s", id_, error)
            continue
        if row:
            rows.put(row)
            made += 1
    return made


def every_id(streams: Streams) -> list[str]:
    """Of all tables, and of all matches that had none."""
    return sorted({*streams.ledger.ids("table"), *streams.ledger.ids("match")})


def _names() -> bytes:
    return ",".join(FIELDS).encode()


def age(at: str) -> float:
    """Seconds since that moment."""
    return (datetime.now(UTC) - datetime.fromisoformat(at)).total_seconds()


def _order(at: str) -> int:
    """Milliseconds since 1970."""
    return int(datetime.fromisoformat(at).timestamp() * 1000)
