"""The envelope around each event: who did what when, chained to what came before by its digest.

Source: docs/ledger.md, "Envelope". The bytes that were stored are what counts: reading them never makes new ones.
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.json import Decoder
from msgspec.structs import replace

from shared.annotations import Json
from shared.evidence import Reveal
from shared.ledger.canonical import canonical

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)
DIGEST = b'"digest":"'


class Stored(NamedTuple):
    """An entry of a stream: the envelope's exact bytes, and the sealed part with its salt where there is one."""

    envelope: bytes
    sealed: bytes | None = None


class Envelope(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`move` is what a player asked for, kept on the first event it led to; `previous` is None at version 1.

    `signed` is the signature of whoever gave the command, on its first event; without one the field is missing.
    """

    stream: str
    version: int
    type: str
    schema: int
    at: str
    by: str
    cause: str
    move: Json | None
    data: Json
    reveals: tuple[Reveal, ...]
    seal: str | None
    previous: str | None
    digest: str = ""
    signed: Json | None = None

    def with_digest(self) -> "Envelope":
        return replace(self, digest=digest_of(self.plain()))

    def plain(self) -> Json:
        """As JSON, field by field."""
        said = {name: getattr(self, name) for name in FIELDS}
        said["reveals"] = [list(reveal) for reveal in self.reveals]
        if self.signed is None:
            del said["signed"]
        return said

    def to_bytes(self) -> bytes:
        return canonical(self.plain())

    @staticmethod
    def from_bytes(stored: bytes) -> "Envelope":
        """Built directly: what is in the ledger was checked when it was appended. Raises ValueError for nonsense."""
        found = DECODER.decode(stored)
        if not found.digest:  # only one that is still being written has none
            raise ValueError("this envelope has no digest")
        return found


DECODER = Decoder(Envelope)
FIELDS = Envelope.__struct_fields__
OPTIONAL = ("signed",)
BEFORE_DIGEST = tuple(name for name in FIELDS if name < "digest")  # in canonical form


def written(said: Json) -> tuple[bytes, str]:
    """The bytes of an envelope that lacks its digest, and that digest, which stands between `data` and `move`.

    So both are made from one encoding.
    """
    before = canonical({name: said[name] for name in BEFORE_DIGEST})[:-1]
    after = canonical({name: value for name, value in said.items() if name not in BEFORE_DIGEST})[1:]
    digest = sha256(b"%b,%b" % (before, after)).hexdigest()
    return b'%b,"digest":"%b",%b' % (before, digest.encode(), after), digest


def digest_of(said: Mapping[str, Any]) -> str:
    """SHA-256 of the canonical envelope without its field `digest`."""
    return sha256(canonical({name: value for name, value in said.items() if name != "digest"})).hexdigest()


def digest_in(written: bytes, said: Mapping[str, Any]) -> str:
    """The same of an envelope whose canonical bytes are at hand: its digest is cut out of them.

    A text can't hold the name of a field with its quotation marks. Where data have a field of that name as well,
    nobody knows from the bytes alone which is which.
    """
    if written.count(DIGEST) != 1:
        return digest_of(said)
    before, _, rest = written.partition(DIGEST)
    return sha256(before + rest[len(said["digest"]) + 2 :]).hexdigest()  # its quotation mark and comma too


def sealed_bytes(part: Json, salt: bytes) -> bytes:
    """What the entry's field `sealed` holds."""
    return canonical({"part": part, "salt": salt.hex()})


def seal_of(part: Json, salt: bytes) -> str:
    """SHA-256(salt ‖ canonical sealed part): public from the start, and checked when the part is."""
    return sha256(salt + canonical(part)).hexdigest()


def opened(sealed: bytes | None) -> Json | None:
    """The sealed part without its salt."""
    return None if sealed is None else dict(json.loads(sealed)["part"])


def stamp(moment: datetime) -> str:
    """UTC with milliseconds and a Z: such texts sort by time."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def at(moment: int) -> datetime:
    """That many milliseconds after 1970 began."""
    return EPOCH + moment * MILLISECOND


def moment(at: str) -> int:
    """The same in whole milliseconds since 1970."""
    return (datetime.fromisoformat(at) - EPOCH) // MILLISECOND
