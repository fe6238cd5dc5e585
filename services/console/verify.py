"""Verdicts on records: all that the stand-alone verifier checks, and by the rules every move and every point."""

import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace

from infra.verify import BROKEN, LATER, NO, NO_MATCH, OK, UNREAD, Failure, Judged, Verdict, judge, say
from infra.verify import verify as verify_alone
from services.console.legality import NotAgain, check_counted, decided_again
from shared.errors import Broken, Malformed, NotFound
from shared.ledger.export import export
from shared.ledger.kinds import REGISTRY, Streams
from shared.ledger.read_export import Record, read_export
from shared.ledger.redis import open_ledger
from shared.ledger.rows import every_id
from shared.settings import settings

UNCOUNTED = "not counted yet"


def run(asked: Namespace) -> int:
    if asked.all == bool(asked.files):
        raise Malformed("give files, or --all for every record of this server")
    if asked.all:
        return say(on_server(Streams(open_ledger(settings().redis_url))), only_wrong=True)
    return say(judge(name, verify) for name in asked.files)


def verify(file: bytes) -> Verdict:
    """By the rules only where nothing else is wrong: what was forged needs no rules to be refused."""
    alone = verify_alone(file)
    if not alone.holds:
        return with_rules(alone, UNREAD, UNREAD)
    try:
        record = read_export(file, REGISTRY)
    except Malformed as wrong:
        line, check = wrong.values["line"], wrong.values["check"]
        alone = replace(alone, checks={**alone.checks, "form": NO})
        return with_rules(alone, UNREAD, UNREAD, Failure(line, f"line {line}", "form", check))
    return by_rules(alone, record)


def by_rules(alone: Verdict, record: Record) -> Verdict:
    if alone.grade == NO_MATCH:
        return with_rules(alone, OK, OK)
    if not record.is_finished:
        return with_rules(alone, LATER, LATER)
    try:
        match = decided_again(record)
    except NotAgain as wrong:
        return with_rules(alone, NO, UNREAD, failure(record, "match", "legality", wrong))
    try:
        check_counted(record, match)
    except NotAgain as wrong:
        return with_rules(alone, OK, NO, failure(record, "score", "points", wrong))
    return with_rules(alone, OK, OK if "score" in record.streams or match.status != "ended" else UNCOUNTED)


def with_rules(alone: Verdict, legality: str, points: str, *failures: Failure) -> Verdict:
    checks = {**alone.checks, "legality": legality, "points": points}
    return Verdict(BROKEN if failures else alone.grade, checks, (*alone.failures, *failures))


def failure(record: Record, kind: str, check: str, wrong: NotAgain) -> Failure:
    """Lines stand in the order of the streams, below the header."""
    kinds = list(record.streams)
    before = sum(len(record.streams[earlier]) for earlier in kinds[: kinds.index(kind)])
    line = 1 + before + wrong.version
    return Failure(line, f"line {line}, {kind} version {wrong.version}", check, str(wrong))


def on_server(streams: Streams) -> Iterator[Judged]:
    """One record after the other: the memory holds the ids, and one match."""
    ids = sorted({*every_id(streams), *streams.ledger.ids("score")})
    progress = Progress(len(ids))
    for number, id_ in enumerate(ids):
        progress.tell(number)
        try:
            yield id_, verify(export(streams.ledger, id_)), ""
        except (Broken, NotFound) as verdict:  # NotFound: an archive has its entries
            yield id_, None, str(verdict)
    progress.end()


class Progress:
    """How far it is, on standard error: once a second in one line of a terminal, elsewhere in a line now and then."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.is_terminal = sys.stderr is not None and sys.stderr.isatty()
        self.pause = 1 if self.is_terminal else 30
        self.told = time.monotonic()

    def tell(self, done: int) -> None:
        if time.monotonic() - self.told < self.pause:
            return
        self.told = time.monotonic()
        begin, end = ("\r", "") if self.is_terminal else ("", "\n")
        print(f"{begin}{done} of {self.total} verified", end=end, file=sys.stderr, flush=True)

    def end(self) -> None:
        if self.is_terminal:
            print(f"\r{self.total} of {self.total} verified", file=sys.stderr)
