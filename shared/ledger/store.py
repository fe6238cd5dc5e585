"""What every store of streams promises, wherever it keeps them: tests/ledger/test_every_store.py."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from msgspec import DecodeError, Struct
from msgspec.json import Decoder

from shared.errors import Conflict, Malformed, NotAllowed
from shared.ledger.canonical import canonical
from shared.ledger.envelope import Stored


class Notice(NamedTuple):
    """What the bus says about an event: where it is and which seats are called after it, never its data."""

    stream: str
    version: int
    type: str
    seats: tuple[int, ...] = ()

    @property
    def id(self) -> str:
        """The id of the stream, without its kind."""
        return id_in(self.stream)

    def to_bytes(self) -> bytes:
        return canonical({**self._asdict(), "seats": list(self.seats)})

    @staticmethod
    def from_bytes(stored: bytes) -> "Notice":
        """Raises Malformed, whatever somebody else has put on the bus."""
        try:
            said = DECODER.decode(stored)
        except DecodeError as error:
            if "$.seats[" in str(error):
                raise Malformed("the seats of a notice are numbers") from None
            raise Malformed("a notice has {names} and nothing else", names=", ".join(Notice._fields)) from None
        return Notice(said.stream, said.version, said.type, said.seats)


class _Said(Struct, forbid_unknown_fields=True):
    """A notice as it stands on the bus: every listener reads every one, so msgspec checks it while it reads."""

    stream: str
    version: int
    type: str
    seats: tuple[int, ...]


DECODER = Decoder(_Said)


class Ledger(Protocol):
    """Streams by name (`match:<id>`); versions count 1, 2, 3 … and 0 means that there is no such stream.

    Every method raises Unavailable when the store does not answer; an append may then have happened or not.
    """

    def append(
        self,
        stream: str,
        expected: int,
        entries: Sequence[Stored],
        notices: Iterable[Notice],
        last: Stored | None = None,
    ) -> None:
        """Stores all entries with a notice each, or none.

        Raises Conflict where the last version isn't `expected`, or where its envelope isn't that of `last`, and
        InArchive where nothing can be added any more.
        """

    def put_away(self, stream: str, entries: Sequence[Stored]) -> None:
        """Stores a whole stream from another ledger, without notices. Raises Conflict where it exists here."""

    def read(self, stream: str, after: int = 0) -> list[Stored]:
        """The entries with a version above `after`, oldest first."""

    def last(self, stream: str) -> int:
        """The last version, even where the entries were moved to an archive."""

    def is_archived(self, stream: str) -> bool:
        """Whether its entries were moved to an archive: they are read as before, and nothing is added to them."""

    def ids(self, kind: str) -> list[str]:
        """The ids of all streams of a kind (`match`), sorted, for rebuilding read models."""


class InArchive(NotAllowed):
    """The stream is in the archive, and stays as it is."""


def id_in(stream: str) -> str:
    """`k3f9` of `match:k3f9`."""
    return stream.partition(":")[2]


def moved_on(stream: str, found: int, expected: int) -> Conflict:
    if found == expected:
        return Conflict("{stream} has another past at version {found}", stream=stream, found=found)
    return Conflict("{stream} is at version {found}, not {expected}", stream=stream, found=found, expected=expected)


def in_archive(stream: str) -> InArchive:
    return InArchive("{stream} is in the archive: nothing is added to it any more", stream=stream)
