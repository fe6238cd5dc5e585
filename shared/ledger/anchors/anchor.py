"""An anchor and its leaves, and the bytes that stand for them."""

from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any, NamedTuple

from shared.errors import Malformed
from shared.ledger.canonical import canonical, parse

FORMAT = "urbanist-anchor-1"
FORMS = {"at": str, "count": int, "format": str, "number": int, "previous": str | None, "root": str}


class Leaf(NamedTuple):
    """What a stream had come to: the digest of its last event stands for all of it."""

    stream: str
    version: int
    digest: str

    def to_bytes(self) -> bytes:
        return canonical([*self])

    @staticmethod
    def from_bytes(line: bytes) -> "Leaf":
        """Raises Malformed."""
        match parse(line):
            case [str(stream), int(version), str(digest)]:
                return Leaf(stream, version, digest)
        raise Malformed("a leaf is a stream, a version and a digest")


@dataclass(frozen=True, slots=True)
class Anchor:
    """`previous` is the digest of the anchor before, None for the first one; `count` says how many leaves it has."""

    at: str
    count: int
    number: int
    previous: str | None
    root: str

    def to_bytes(self) -> bytes:
        return canonical({**asdict(self), "format": FORMAT})

    @property
    def digest(self) -> str:
        """It stands for this anchor and all before it."""
        return sha256(self.to_bytes()).hexdigest()

    @property
    def text(self) -> str:
        """One line to keep elsewhere."""
        return (
            f"Urbanist anchor {self.number} at {self.at}: {self.count} entries, root {self.root}, digest {self.digest}"
        )

    @staticmethod
    def from_bytes(line: bytes) -> "Anchor":
        """Raises Malformed."""
        said: Any = parse(line)
        if not isinstance(said, dict) or said.keys() != FORMS.keys() or said["format"] != FORMAT:
            raise Malformed("an anchor has {names} and nothing else", names=", ".join(FORMS))
        if wrong := [name for name, form in FORMS.items() if not isinstance(said[name], form)]:
            raise Malformed("in an anchor this makes no sense: {names}", names=", ".join(wrong))
        return Anchor(**{name: value for name, value in said.items() if name != "format"})
