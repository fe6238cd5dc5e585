"""A finished match from a file, folded event by event. The file is not trusted: what cannot be folded is refused."""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from shared.errors import Malformed
from shared.games.registry import GAMES
from shared.ledger.codec import Unknown
from shared.ledger.envelope import moment
from shared.ledger.memory import MemoryLedger
from shared.ledger.past import Entry, Reader
from shared.platform.match import Match, evolve, timed
from shared.platform.records.read_export import Record
from shared.platform.streams import REGISTRY


class Step(NamedTuple):
    """One event, with the match before it and after it."""

    entry: Entry
    before: Match
    after: Match


def steps(record: Record, last: int) -> Iterator[Step]:
    """All steps up to version `last`. Raises Malformed."""
    after = Match(id=record.id, games=GAMES)
    for entry in entries(record)[:last]:
        before = after
        with refusing(entry.version):
            after = stepped(before, entry)
        yield Step(entry, before, after)


def match_at(record: Record, version: int) -> Match:
    """The match as it was at that version. Raises Malformed."""
    (final,) = deque(steps(record, version), maxlen=1)
    return final.after


def entries(record: Record) -> list[Entry]:
    stream = f"match:{record.id}"
    return list(Reader(MemoryLedger(), REGISTRY).entries(stream, record.streams["match"]))


def stepped(match: Match, entry: Entry) -> Match:
    if isinstance(entry.event, Unknown):
        newer = entry.envelope.type
        raise Malformed("version {version}: {type} comes from a newer release", version=entry.version, type=newer)
    return evolve(timed(match, moment(entry.envelope.at)), entry.event, entry.asked)


@contextmanager
def refusing(version: int) -> Iterator[None]:
    """Malformed where an event of the file can't be folded or counted: no rules ever produced it."""
    try:
        yield
    except (LookupError, TypeError, ValueError, MemoryError) as error:
        raise Malformed("version {version}: this can't have happened here", version=version) from error
