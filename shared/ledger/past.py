"""The only way to read what was stored: a stream's envelopes and events, with their chain checked."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple

from shared.errors import Broken
from shared.evidence import Asked
from shared.ledger.canonical import parse
from shared.ledger.codec import DAMAGE, Registry, Unknown
from shared.ledger.envelope import Envelope, Stored, digest_of, opened, seal_of
from shared.ledger.store import Ledger


class Entry(NamedTuple):
    """One event with everything around it; `event` is Unknown where this registry does not know it."""

    version: int
    envelope: Envelope
    event: Any
    asked: Asked | None


@dataclass(frozen=True, slots=True)
class Past:
    """Everything that happened in a stream."""

    stream: str
    entries: tuple[Entry, ...]

    @property
    def version(self) -> int:
        return len(self.entries)

    @property
    def digest(self) -> str | None:
        return self.entries[-1].envelope.digest if self.entries else None

    def since(self, version: int) -> tuple[Entry, ...]:
        return self.entries[version:]


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads streams of a ledger with the classes of a registry.

    With `bears_all`, entries that can't be read are Unknown, for whoever has to close a broken stream.
    """

    ledger: Ledger
    registry: Registry
    bears_all: bool = False

    def past(self, stream: str) -> Past:
        return Past(stream, tuple(self.entries(stream, self.ledger.read(stream))))

    def verified(self, stream: str) -> Past:
        """The past, with every stored byte checked against digests and seals."""
        stored = self.ledger.read(stream)
        for version, entry in enumerate(stored, 1):
            try:
                check_bytes(entry)
            except DAMAGE as error:
                raise broken(stream, version) from error
        return Past(stream, tuple(self.entries(stream, stored)))

    def entries(
        self, stream: str, stored: Iterable[Stored], after: int = 0, previous: str | None = None
    ) -> Iterator[Entry]:
        """The entries after version `after`, whose digest is `previous`. Raises Broken where they do not follow it."""
        for version, entry in enumerate(stored, after + 1):
            try:
                found = self._entry(entry, stream, version, previous)
            except Exception as error:  # whatever it is, the record is at fault and not the reader
                if not self.bears_all:
                    raise broken(stream, version) from error
                found = unreadable(entry, stream, version, previous)
            previous = found.envelope.digest
            yield found

    def _entry(self, entry: Stored, stream: str, version: int, previous: str | None) -> Entry:
        envelope = Envelope.from_bytes(entry.envelope)
        if (envelope.stream, envelope.version, envelope.previous) != (stream, version, previous):
            raise broken(stream, version)
        event = self.registry.read(envelope.type, envelope.schema, envelope.data, opened(entry.sealed))
        return Entry(version, envelope, event, asked_in(envelope))


def broken(stream: str, version: int) -> Broken:
    return Broken("the record of {stream} can't be read from version {version} on", stream=stream, version=version)


def unreadable(entry: Stored, stream: str, version: int, previous: str | None) -> Entry:
    """A stand-in for what is stored there; the chain continues from its bytes."""
    event = Unknown("unreadable", 0, {})
    envelope = Envelope(
        stream=stream,
        version=version,
        type=event.type,
        schema=event.schema,
        at="",
        by="",
        cause="",
        move=None,
        data={},
        reveals=(),
        seal=None,
        previous=previous,
        digest=sha256(entry.envelope).hexdigest(),
    )
    return Entry(version, envelope, event, None)


def asked_in(envelope: Envelope) -> Asked | None:
    move = envelope.move
    return None if move is None else Asked(move["seat"], move["turn"], move["move"])


def check_bytes(entry: Stored) -> None:
    """Raises Broken where the bytes, as stored and before any upcasting, do not match their digest and seal."""
    said = parse(entry.envelope)
    if digest_of(said) != said["digest"]:
        raise Broken("{stream} does not match its digest at version {version}", **_place(said))
    if entry.sealed is not None:
        sealed = parse(entry.sealed)
        if seal_of(sealed["part"], bytes.fromhex(sealed["salt"])) != said["seal"]:
            raise Broken("{stream} does not match its seal at version {version}", **_place(said))
    elif said["seal"] is not None:
        raise Broken("{stream} lost its sealed part at version {version}", **_place(said))


def _place(said: dict[str, Any]) -> dict[str, Any]:
    return {"stream": said["stream"], "version": said["version"]}
