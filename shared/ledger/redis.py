"""Streams in Redis or Valkey: one script appends, and a lost reply is never answered by sending it again.

Keys: docs/ledger.md, "Streams and keys".
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from importlib.resources import files
from typing import Any, NamedTuple

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from shared.errors import Broken, Unavailable, UrbanistError, WritesRefused
from shared.ledger.envelope import Stored
from shared.ledger.store import Notice, id_in, in_archive, moved_on

PARTITIONS = "0123456789abcdef"
AT_ONCE = 32  # connections of a client
COUNT = "urbanist:partitions"  # the key that remembers how many there are
APPEND = files(__package__).joinpath("append.lua").read_text(encoding="utf-8")
AWAY = (
    redis.ConnectionError,
    redis.TimeoutError,
    redis.exceptions.ReadOnlyError,
    redis.exceptions.OutOfMemoryError,
    redis.exceptions.ClusterDownError,
    redis.exceptions.MasterDownError,
    redis.exceptions.TryAgainError,
    redis.exceptions.ExecAbortError,
)
REFUSES_WRITES = (redis.exceptions.ReadOnlyError, redis.exceptions.OutOfMemoryError)
REFUSING = re.compile(r"\b(MISCONF|NOREPLICAS|READONLY|OOM)\b")  # infra/keeper.py lets the embedded server say so
# A full disk, a lost replica, a slow script, also inside of what a pipeline says.
UNABLE = re.compile(r"\b(MISCONF|NOREPLICAS|READONLY|OOM|LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY|UNKILLABLE)\b")


class OtherPartitions(UrbanistError):
    """The server's streams are partitioned differently, so they would not be found."""


def connect(url: str) -> "redis.Redis":
    """The only place where connections to the ledger are made.

    The client never retries: it would repeat an append whose reply was lost. It gives up after five seconds of silence,
    so nothing may block for longer than two. When many threads ask at once, as when all sockets come back after a
    restart, they wait for each other instead of failing.
    """
    pool = redis.BlockingConnectionPool.from_url(
        url,
        max_connections=AT_ONCE,
        timeout=5,
        retry=Retry(NoBackoff(), 0),
        protocol=2,
        socket_timeout=5,
        socket_connect_timeout=2,
        decode_responses=False,
    )
    return redis.Redis.from_pool(pool)


def open_ledger(url: str) -> "RedisLedger":
    """A connected ledger. Raises OtherPartitions where the server was used with another number of them."""
    ledger = RedisLedger(connect(url))
    ledger.check_partitions()
    return ledger


def partition(id_: str) -> str:
    """One of 16, from the id alone, so that the streams of one id are on one node of a cluster."""
    return sha256(id_.encode()).hexdigest()[0]


def stream_key(stream: str) -> str:
    return f"{{{partition(id_in(stream))}}}:{stream}"


def bus_key(part: str) -> str:
    return f"{{{part}}}:bus"


def dead_key(part: str) -> str:
    return f"{{{part}}}:dead"


@contextmanager
def answering(stream: str | None = None) -> Iterator[None]:
    """Turns whatever keeps the server from answering into Unavailable, and a `stream` of another type into Broken."""
    try:
        yield
    except redis.RedisError as error:
        if is_away(error):
            raise away(error) from error
        if stream and str(error).startswith("WRONGTYPE") and ":bus is" not in str(error):
            raise Broken("the record of {stream} is not a stream", stream=stream) from error
        raise


def check_writes(client: Any) -> None:
    """Raises WritesRefused where the server stores nothing, or Unavailable where it doesn't answer at all.

    The key exists, so nothing is written, not even to the append-only file; but the command is refused like a write.
    """
    with answering():
        client.set(COUNT, len(PARTITIONS), nx=True)


def is_away(error: redis.RedisError) -> bool:
    """Whether the same request may succeed later; any other error is our mistake, or a key of another type."""
    return isinstance(error, AWAY) or UNABLE.search(str(error)) is not None


def away(error: redis.RedisError) -> Unavailable:
    """The verdict for a server that is away or stores nothing."""
    if not (isinstance(error, REFUSES_WRITES) or REFUSING.search(str(error))):
        return Unavailable("the server is not answering", reason=str(error))
    return WritesRefused("everything can still be read, but nothing can be stored right now", reason=str(error))


class Seen(NamedTuple):
    """What the server has of a stream: its last version, and the entries that are still there."""

    last: int
    entries: list[Stored]


class RedisLedger:
    """The contract is that of `store.Ledger`."""

    def __init__(self, client: "redis.Redis") -> None:
        self.client: Any = client
        self._append = client.register_script(APPEND)

    def check_partitions(self) -> None:
        with answering():
            if (stored := self.client.get(COUNT)) is None:  # only then: a full disk can still be read
                self.client.set(COUNT, len(PARTITIONS), nx=True)
                stored = self.client.get(COUNT)
            found = int(stored)
        if found != len(PARTITIONS):
            raise OtherPartitions(
                "this server's ledger is divided into {found} partitions and this release uses {used}: "
                "start the release that wrote it, or give another server",
                found=found,
                used=len(PARTITIONS),
            )

    def append(
        self,
        stream: str,
        expected: int,
        entries: Sequence[Stored],
        notices: Iterable[Notice],
        last: Stored | None = None,
    ) -> None:
        pairs = zip(entries, (notice.to_bytes() for notice in notices), strict=True)
        self._write(stream, expected, pairs, last.envelope if last else b"")

    def put_away(self, stream: str, entries: Sequence[Stored]) -> None:
        self._write(stream, 0, ((entry, b"") for entry in entries))

    def _write(self, stream: str, expected: int, entries: Iterable[tuple[Stored, bytes]], last: bytes = b"") -> None:
        key = stream_key(stream)
        arguments: list[bytes | int] = [expected, last]
        for entry, notice in entries:
            arguments += [entry.envelope, entry.sealed or b"", notice]
        with answering(stream):
            done, version = self._append(keys=[key, bus_key(key[1])], args=arguments)
        if done < 0:
            raise in_archive(stream)
        if not done:
            raise moved_on(stream, version, expected)

    def read(self, stream: str, after: int = 0) -> list[Stored]:
        with answering(stream):
            found = self.client.xrange(stream_key(stream), min=f"({after}-0" if after else "-")
        return stored_in(found)

    def last(self, stream: str) -> int:
        return self._facts(stream)[0]

    def look(self, streams: Sequence[str]) -> dict[str, Seen]:
        """All of several streams in one round trip, from before or after an append to any of them."""
        with answering(), self.client.pipeline(transaction=False) as pipe:
            for stream in streams:
                pipe.xrange(stream_key(stream))
                pipe.xinfo_stream(stream_key(stream))
            found = pipe.execute(raise_on_error=False)
        return {stream: seen_in(*found[2 * at : 2 * at + 2]) for at, stream in enumerate(streams)}

    def heads(self, streams: Sequence[str]) -> dict[str, Stored]:
        """The last entries of many streams in one round trip, of those that have entries here."""
        with answering(), self.client.pipeline(transaction=False) as pipe:
            for stream in streams:
                pipe.xrevrange(stream_key(stream), count=1)
            found = pipe.execute()
        return {stream: head for stream, some in zip(streams, found, strict=True) for head in stored_in(some)}

    def is_archived(self, stream: str) -> bool:
        last, length = self._facts(stream)
        return last > 0 and not length

    def _facts(self, stream: str) -> tuple[int, int]:
        """The last version, and how many entries are still there."""
        with answering(stream):
            try:
                facts = self.client.xinfo_stream(stream_key(stream))
            except redis.ResponseError as error:
                if "no such key" in str(error):
                    return 0, 0
                raise
        return last_in(facts), int(facts["length"])

    def ids(self, kind: str) -> list[str]:
        with answering():
            keys = set(self.client.scan_iter(match=f"{{?}}:{kind}:*", count=1000))
        return sorted(key.decode().split(":", 2)[2] for key in keys)


def stored_in(found: Iterable[Any]) -> list[Stored]:
    return [Stored(fields.get(b"envelope", b""), fields.get(b"sealed")) for _, fields in found]


def last_in(facts: Any) -> int:
    return int(facts["last-generated-id"].split(b"-")[0])


def seen_in(found: Any, facts: Any) -> Seen:
    """Raises what the server has answered, other than that there is no such key."""
    if isinstance(facts, redis.RedisError):
        if "no such key" not in str(facts):
            raise away(facts) if is_away(facts) else facts
        return Seen(0, [])
    return Seen(last_in(facts), stored_in(found))
