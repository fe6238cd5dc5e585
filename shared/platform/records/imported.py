"""Which records came from another server: a mark beside their streams, so that no stored byte changes.

A marked record is an archive: it is in no list of the lobby, is not counted again and never rated.
"""

from typing import Any, NamedTuple

from shared.ledger.canonical import canonical, parse
from shared.ledger.redis import answering, partition


class Mark(NamedTuple):
    """When and by whom a record was imported, and the name of the file."""

    at: str
    by: str
    file: str


class Imported:
    """Marks in the strings `{p}:imported:<id>`; the first one stays."""

    def __init__(self, client: Any) -> None:
        self.client = client

    def mark(self, id_: str, mark: Mark) -> None:
        with answering():
            self.client.set(_key(id_), canonical(mark._asdict()), nx=True)

    def of(self, id_: str) -> Mark | None:
        with answering():
            found = self.client.get(_key(id_))
        return Mark(**parse(found)) if found else None

    def has(self, id_: str) -> bool:
        with answering():
            return bool(self.client.exists(_key(id_)))

    def ids(self) -> set[str]:
        with answering():
            return {
                key.decode().rpartition(":")[2] for key in self.client.scan_iter(match="{?}:imported:*", count=1000)
            }


def _key(id_: str) -> str:
    return f"{{{partition(id_)}}}:imported:{id_}"
