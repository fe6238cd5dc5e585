"""How a stored match is read to be decided once more: its events, command by command."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby

from shared.errors import UrbanistError
from shared.ledger.codec import Registry, Unknown
from shared.ledger.envelope import Stored
from shared.ledger.memory import MemoryLedger
from shared.ledger.past import Entry, Reader, broken


def entries_of(stream: str, stored: Sequence[Stored], registry: Registry) -> list[Entry]:
    """Raises Broken, and ReadOnly where a newer release wrote one of them."""
    found = list(Reader(MemoryLedger(), registry).entries(stream, stored))
    for entry in found:
        if isinstance(entry.event, Unknown):
            raise entry.event.verdict
    return found


def commands(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """The events of one command stand together and share its key and its sender."""
    for _, together in groupby(entries, key=lambda entry: (entry.envelope.by, entry.envelope.cause)):
        yield list(together)


@contextmanager
def readable(entry: Entry) -> Iterator[None]:
    """A record that the rules never wrote may make them fail anywhere."""
    try:
        yield
    except UrbanistError:
        raise
    except Exception as error:
        raise broken(entry.envelope.stream, entry.version) from error
