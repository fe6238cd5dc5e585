"""How many seats one person may hold at once: a limit for waiting tables, and one for matches with others.

Rows lag behind the ledger, and forty commands may come within a second, so a seat is reserved before it is taken, in
one atomic step of the server. Needless and finished reservations are found when a person reaches the limit.

Keys: `person:<id>:seats` holds the ids of tables where that person may sit, by the time of the reservation.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from shared.errors import NotAllowed, NotFound, Refused
from shared.ledger.redis import answering, connect
from shared.platform.match import Match
from shared.platform.player import is_person
from shared.platform.streams import Streams
from shared.platform.table import Table
from shared.settings import Settings, settings
from shared.web.ledger import streams

FRESH = 10  # seconds that a command may be under way: until then its reservation counts
KEPT = 400 * 24 * 3600  # seconds after the last reservation

# 1: reserved; 0: reserved before; -1: there are too many.
RESERVE = """
local id, now, most, kept = unpack(ARGV)
if redis.call('ZSCORE', KEYS[1], id) then return 0 end
if redis.call('ZCARD', KEYS[1]) >= tonumber(most) then return -1 end
redis.call('ZADD', KEYS[1], now, id)
redis.call('EXPIRE', KEYS[1], kept)
return 1
"""


class Seats:
    """At most `waiting` and `playing` seats per person."""

    def __init__(self, client: Any, streams: Streams, waiting: int, playing: int) -> None:
        self.client = client
        self.streams = streams
        self.waiting = waiting
        self.playing = playing
        self._reserve = client.register_script(RESERVE)

    @contextmanager
    def reserved(self, player: str, id_: str) -> Iterator[None]:
        """Counts a seat while it is being taken, and frees it if that is refused. Raises NotAllowed, Unavailable."""
        is_new = self._take(player, id_, self.waiting)
        if is_new is None:
            is_new = self._take_after_a_look(player, id_)
        try:
            yield
        except (Refused, NotFound):  # after any other failure the seat may have been taken
            if is_new:
                self.give_back(player, id_)
            raise

    def check_room(self, player: str) -> None:
        """Of somebody who sits down later: whether there is room for one more. Raises NotAllowed, Unavailable."""
        if self._held(player) < self.waiting:
            return
        if (playing := self._look(player)) >= self.playing:
            raise _plays(playing)
        if self._held(player) >= self.waiting + playing:
            raise _waits_at(self.waiting)

    def _held(self, player: str) -> int:
        with answering():
            return int(self.client.zcard(_key(player)))

    def give_back(self, player: str, id_: str) -> None:
        with answering():
            self.client.zrem(_key(player), id_)

    def _take(self, player: str, id_: str, most: int) -> bool | None:
        """Whether the reservation is new; None if there are too many."""
        with answering():
            found = self._reserve(keys=[_key(player)], args=[id_, time.time(), most, KEPT])
        return None if found < 0 else bool(found)

    def _take_after_a_look(self, player: str, id_: str) -> bool:
        playing = self._look(player)
        if playing >= self.playing:
            raise _plays(playing)
        is_new = self._take(player, id_, self.waiting + playing)
        if is_new is None:
            raise _waits_at(self.waiting)
        return is_new

    def _look(self, player: str) -> int:
        """In how many matches with others the player plays. Finished ones are forgotten."""
        with answering():
            held = self.client.zrange(_key(player), 0, -1, withscores=True)
        kinds = {id_.decode(): (self._kind(player, id_.decode()), at) for id_, at in held}
        now = time.time()  # a reservation in the future was made before the clock was set back
        over = [id_ for id_, (kind, at) in kinds.items() if kind is None and abs(now - at) > FRESH]
        if over:
            with answering():
                self.client.zrem(_key(player), *over)
        return sum(kind == "playing" for kind, _ in kinds.values())

    def _kind(self, player: str, id_: str) -> str | None:
        """waiting or playing; None if the player no longer sits there, or plays without other people."""
        match: Match = self.streams.blind.load(f"match:{id_}").state
        if match.started is not None:
            sits = not match.is_over and match.seat_of(player) is not None
            return "playing" if sits and _has_others(match.players, player) else None
        table: Table = self.streams.tables.load(f"table:{id_}").state
        sits = table.closed is None and table.seat_of(player) is not None
        return "waiting" if sits or (table.closed and table.closed.match) else None


def seats() -> Seats:
    """With this process's ledger and settings."""
    return _seats(streams(), settings())


@cache
def _seats(found: Streams, chosen: Settings) -> Seats:
    return Seats(connect(chosen.redis_url), found, chosen.seats_waiting, chosen.seats_playing)


def _plays(count: int) -> NotAllowed:
    if count == 1:
        return NotAllowed(
            "you are playing {count} match with others, which is the limit: finish or resign it first", count=count
        )
    return NotAllowed(
        "you are playing {count} matches with others, which is the limit: finish or resign one first", count=count
    )


def _waits_at(count: int) -> NotAllowed:
    if count == 1:
        return NotAllowed("you are waiting at {count} table, which is the limit: leave it first", count=count)
    return NotAllowed("you are waiting at {count} tables, which is the limit: leave one of them first", count=count)


def _has_others(players: tuple[str, ...], player: str) -> bool:
    return any(each != player and is_person(each) for each in players)


def _key(player: str) -> str:
    return f"{player}:seats"
