"""`urbanist import`: keeps records of other servers as archives, byte for byte under their own ids, never rated."""

from argparse import Namespace
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from infra.verify import content, is_tournament
from services.console.files import check_whole
from services.console.printable import printable
from services.console.repair import operator
from services.console.verify import UNCOUNTED, verify
from services.console.words import say
from shared.errors import Conflict, Malformed, NotAllowed
from shared.ledger.envelope import Stored, stamp
from shared.ledger.store import Ledger
from shared.platform.records.export import OWN
from shared.platform.records.imported import Imported, Mark
from shared.platform.records.read_export import Record, read_export
from shared.platform.streams import REGISTRY
from shared.settings import settings
from shared.web.ledger import ledger as whole_ledger


def run(asked: Namespace) -> None:
    record = verified(content(asked.file))
    ledger = whole_ledger(settings())
    marks, missing = Imported(ledger.client), not_here_yet(ledger, record)
    if missing:
        own = {*OWN} & record.streams.keys()
        if not own.issubset(missing) and marks.of(record.id) is None:  # marked: an import to resume
            raise NotAllowed("match {id} is played on this server", id=record.id)
        mark = Mark(at=stamp(datetime.now(UTC)), by=operator(), file=printable(Path(asked.file).name))
        marks.mark(record.id, mark)  # first, so that nothing imported is ever unmarked
        put_away(ledger, record, missing)
    if missing:
        print(say("match {id} is imported, with all its bytes: see /m/{id}", id=record.id))
    else:
        print(say("match {id} is here already, the same in every byte: see /m/{id}", id=record.id))


def verified(file: bytes) -> Record:
    """The record of a match that is over and counted. Raises Malformed if it is broken, NotAllowed if it must wait."""
    if is_tournament(file):
        raise NotAllowed("this is the record of a tournament: it can be verified, and its matches imported one by one")
    verdict = verify(file)
    check_whole(verdict)
    if verdict.first and verdict.cause:
        raise Malformed("this record is broken: {failure}; {cause}", failure=str(verdict.first), cause=verdict.cause)
    if verdict.first:
        raise Malformed("this record is broken: {failure}", failure=str(verdict.first))
    record = read_export(file, REGISTRY)
    if not record.is_finished:
        raise NotAllowed("match {id} is not over: import it when it has ended", id=record.id)
    if "match" not in record.streams:
        raise NotAllowed("this is the record of a table that no match followed")
    if verdict.checks["points"] == UNCOUNTED:
        raise NotAllowed("match {id} is not counted yet: export it once more, then import it", id=record.id)
    return record


def not_here_yet(ledger: Ledger, record: Record) -> list[str]:
    """The kinds of streams that are still missing. Raises NotAllowed where something else has this id."""
    names = {kind: f"{kind}:{record.id}" for kind in OWN} | {kind: record.stream(kind) for kind in record.streams}
    here: Mapping[str, Sequence[Stored]] = {kind: ledger.read(name) for kind, name in names.items()}
    for kind, name in names.items():
        known = bool(here[kind]) or ledger.last(name) > 0
        if known and list(here[kind]) != list(record.streams.get(kind, ())):
            raise NotAllowed("this server has something else under the name {name}", name=name)
    return [kind for kind in record.streams if not here[kind]]


def put_away(ledger: Ledger, record: Record, kinds: Sequence[str]) -> None:
    for kind in kinds:
        try:
            ledger.put_away(record.stream(kind), record.streams[kind])
        except Conflict as error:
            raise NotAllowed(
                "something else was stored under the id {id} at this moment: try again", id=record.id
            ) from error
