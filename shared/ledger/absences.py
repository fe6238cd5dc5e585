"""How long something has waited, not counting when the product was away: stopped, suspended, or without its server.

Listeners leave a sign every two seconds. Where the next sign comes late, the time between the two is an absence; a
clock that was set back and a restarted server are absences without length. After each one, whoever is waited for gets
a margin to come back.

Keys: `{absences}:sign` holds the newest sign, `{absences}:periods` the absences as `<from>-<to>`, sorted by their ends,
all in milliseconds since 1970. Source: docs/ledger.md, "Streams and keys".
"""

import time
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, NamedTuple

from shared.ledger.redis import answering

SIGN = "{absences}:sign"  # `<milliseconds> <run id of the server> <how many absences were ever noted>`
PERIODS = "{absences}:periods"
EVERY = 2.0  # seconds between two signs
GAP = 6.0  # seconds without one that make an absence
MOST = 1000  # absences that are kept: whatever has waited through more of them has waited long enough
LONGEST_MARGIN = 600.0  # seconds after an absence in which nothing becomes due; never longer than the limit itself
WINDOWS = "LIMITS:*"  # requests counted for the limits: they expire by the clock

NOTE = """
local now, gap, every, most = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local info = redis.pcall('INFO', 'server')
local run = type(info) == 'string' and string.match(info, 'run_id:(%w+)') or 'hidden'
local last, ran, count = string.match(redis.call('GET', KEYS[1]) or '', '^(%d+) (%w+) (%d+)$')
local found, from = 'nothing', nil
if not last then
  found, from, count = 'away', '0', 0
elseif now < tonumber(last) - gap then
  found, from = 'back', ARGV[1]
  for _, period in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '(' .. ARGV[1], '+inf')) do
    local begun = string.match(period, '^%d+')
    redis.call('ZREM', KEYS[2], period)
    if tonumber(begun) < now then redis.call('ZADD', KEYS[2], ARGV[1], begun .. '-' .. ARGV[1]) end
  end
elseif now > tonumber(last) + gap or ran ~= run then
  found, from = 'away', now < tonumber(last) and ARGV[1] or last
elseif now < tonumber(last) + every then
  return {found, tonumber(count)}
end
if from then
  count = count + 1
  redis.call('ZADD', KEYS[2], ARGV[1], from .. '-' .. ARGV[1])
  redis.call('ZREMRANGEBYRANK', KEYS[2], 0, -most - 1)
end
redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. run .. ' ' .. string.format('%d', count))
return {found, tonumber(count)}
"""


class Absence(NamedTuple):
    """In seconds since 1970. What was before the first sign of all begins at 0."""

    begin: float
    end: float


class Absences:
    """What one process knows of them. `clock` is the wall clock; `monotonic` can't be set."""

    def __init__(
        self,
        client: Any,
        clock: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.client = client
        self.clock = clock
        self.monotonic = monotonic
        self.periods: tuple[Absence, ...] = ()
        self._note = client.register_script(NOTE)
        self._count: int | None = None
        self._noted: tuple[float, float] | None = None  # both clocks at the last sign of this process
        self._ahead: dict[tuple[str, str], tuple[int, float]] = {}  # what lies ahead: its version, first seen when

    def note(self) -> None:
        """Leave a sign and learn of absences before it, no more often than needed. Raises Unavailable."""
        wall, steady = self.clock(), self.monotonic()
        if self._noted and 0 <= steady - self._noted[1] < EVERY / 2 and abs(wall - self._noted[0]) < EVERY:
            return
        with answering():
            args = [int(wall * 1000), int(GAP * 1000), int(EVERY * 1000), MOST]
            found, count = self._note(keys=[SIGN, PERIODS], args=args)
            if count != self._count:
                self.learn()
            if found == b"back":
                for key in self.client.scan_iter(match=WINDOWS, count=1000):  # else each lasts as much longer
                    self.client.delete(key)
        self._count, self._noted = count, (wall, steady)
        self._ahead = {what: seen for what, seen in self._ahead.items() if _moment(what[1]) > wall}

    def learn(self) -> None:
        """Read what listeners noted, for a process that leaves no signs itself. Raises Unavailable."""
        with answering():
            periods = self.client.zrange(PERIODS, 0, -1)
        self.periods = tuple(sorted(_absence(period) for period in periods))

    def is_due(self, at: str, limit: float, what: tuple[str, int]) -> bool:
        """Whether it has waited for `limit` seconds since `at`, and for a margin after each absence.

        `what` is an id and a version. Where the clock was set back, `at` may lie ahead for however long: then it counts
        from when this version was first seen here.
        """
        return self.age(at, what, min(limit, LONGEST_MARGIN)) >= limit

    def age(self, at: str, what: tuple[str, int], margin: float = 0.0) -> float:
        """Seconds of work since that moment, never less than 0."""
        since, now = _moment(at), self.now()
        if since <= now:
            self._ahead.pop((what[0], at), None)
            return worked(since, now, self.periods, margin)
        version, seen = self._ahead.get((what[0], at), (None, 0.0))
        if version != what[1]:
            seen = self.monotonic()
            self._ahead[what[0], at] = (what[1], seen)
        return max(0.0, self.monotonic() - seen - margin)

    def ago(self, seconds: float) -> float:
        """The moment, in seconds since 1970, so many seconds of work ago; 0 where there were fewer."""
        moment, left = self.now(), seconds
        for absence in sorted(self.periods, key=lambda one: one.end, reverse=True):
            stretch = max(0.0, moment - absence.end)
            if stretch >= left:
                break
            moment, left = min(moment, absence.begin), left - stretch
        return max(0.0, moment - left)

    def now(self) -> float:
        """By the clock at the last sign, so that a jump since then ends nothing before it is noted."""
        if self._noted is None:
            return self.clock()
        wall, steady = self._noted
        return wall + min(max(0.0, self.monotonic() - steady), GAP)


def worked(since: float, until: float, periods: Iterable[Absence], margin: float = 0.0) -> float:
    """Seconds from `since` to `until` outside of absences, which are sorted, and of the margin after each."""
    away, edge = 0.0, since
    for begin, end in periods:
        later = min(end + (margin if begin else 0.0), until)  # before the first sign of all nobody was there
        if later > edge:
            away += later - max(begin, edge) if later > begin else 0.0
            edge = later
    return max(0.0, until - since - away)


def _moment(at: str) -> float:
    """In seconds since 1970."""
    return datetime.fromisoformat(at).timestamp()


def _absence(period: bytes) -> Absence:
    begin, end = period.split(b"-")
    return Absence(int(begin) / 1000, int(end) / 1000)
