"""`urbanist verify`: all that the stand-alone verifier checks, then every move and every point by the rules."""

import sys
import time
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from infra.verify import (
    BROKEN,
    LATER,
    NO,
    OK,
    UNREAD,
    Failure,
    Judged,
    Verdict,
    explained,
    is_tournament,
    judge,
    say,
    verdict_on,
)
from services.console.verify_tournament import tournament_by_rules
from shared.errors import Broken, Malformed, NotFound, ReadOnly
from shared.games.registry import GAMES
from shared.ledger.envelope import Envelope, Stored
from shared.ledger.store import Ledger
from shared.platform.again.decided_again import first_difference
from shared.platform.again.difference import Difference
from shared.platform.records.export import exported, streams_of
from shared.platform.records.read_export import Record, read_export
from shared.platform.records.tournament_file import export_tournament, parts
from shared.platform.rows import every_id
from shared.platform.streams import REGISTRY, Streams
from shared.settings import settings
from shared.web.ledger import ledger as whole_ledger

UNCOUNTED = "not counted yet"
CHECKS = {"table": "legality", "match": "legality", "score": "points", "deal": "legality"}
"""By the kind of stream where they differ."""


def run(asked: Namespace) -> int:
    if asked.all == bool(asked.files):
        raise Malformed("give files, or --all for every record of this server")
    if asked.all:
        return say(on_server(Streams(whole_ledger(settings()))), only_wrong=True)
    return say(judge(name, verify) for name in asked.files)


def verify(file: bytes, stored: Mapping[str, Sequence[Stored]] | None = None) -> Verdict:
    """The rules are applied only where nothing else is wrong: a forgery is refused without them.

    `stored` holds the streams with their sealed parts, for a running match whose ledger is at hand.
    """
    return explained(file, lambda bytes_: verdict_by_rules(bytes_, stored))


def verdict_by_rules(file: bytes, stored: Mapping[str, Sequence[Stored]] | None) -> Verdict:
    """On the bytes as they are, whatever may have happened to them on their way."""
    alone = verdict_on(file)
    if is_tournament(file):
        matches = [verdict_by_rules(one, None) for one in parts(file)[1:]] if alone.holds else []
        return tournament_by_rules(alone, file, matches)
    if not alone.holds:
        return with_rules(alone, UNREAD, UNREAD)
    try:
        record = read_export(file, REGISTRY)
    except Malformed as wrong:
        line, check = wrong.values["line"], wrong.values["check"]
        alone = replace(alone, checks={**alone.checks, "form": NO})
        return with_rules(alone, UNREAD, UNREAD, Failure(line, f"line {line}", "form", check))
    if record.is_finished or stored:
        return by_rules(alone, record, stored or record.streams)
    return with_rules(alone, LATER, LATER)


def by_rules(alone: Verdict, record: Record, streams: Mapping[str, Sequence[Stored]]) -> Verdict:
    try:
        if record.header["game"] not in GAMES:
            raise ReadOnly("this release does not have the rules of {game}", game=record.header["game"])
        found = first_difference(record.id, streams)
    except ReadOnly as reason:  # or Broken: no rules can fold what was stored
        kind, version = unfolded(streams, record.header["game"])
        is_legal = CHECKS[kind] != "legality"
        wrong = failure(record, kind, version, CHECKS[kind], str(reason))
        return with_rules(alone, UNREAD if is_legal else NO, NO if is_legal else UNREAD, wrong)
    if found is None:
        return with_rules(alone, OK, points(record))
    is_legal = CHECKS[found.kind] != "legality"
    wrong = failure(record, found.kind, found.version, CHECKS[found.kind], by_the_rules(found))
    return with_rules(alone, OK if is_legal else NO, NO if is_legal else UNREAD, wrong)


def unfolded(streams: Mapping[str, Sequence[Stored]], game: str) -> tuple[str, int]:
    """Where the first event stands that can be read and not folded here, else where the match starts."""
    for kind in CHECKS if game in GAMES else ():
        for version, stored in enumerate(streams.get(kind, ()), 1):
            envelope = Envelope.from_bytes(stored.envelope)
            if not REGISTRY.knows(envelope.type, envelope.schema):
                return kind, version
    return "match", 1


def points(record: Record) -> str:
    """The verdict on points where nothing is wrong: only a match that was played to its end has any."""
    if not record.is_finished:
        return LATER
    last = [Envelope.from_bytes(stored.envelope).type for stored in record.streams.get("match", ())[-1:]]
    return UNCOUNTED if last == ["match.ended"] and "score" not in record.streams else OK


def by_the_rules(found: Difference) -> str:
    return f"the rules lead to something else here: {found.detail}"


def with_rules(alone: Verdict, legality: str, points: str, *failures: Failure) -> Verdict:
    checks = {**alone.checks, "legality": legality, "points": points}
    graded = BROKEN if failures else alone.grade
    return replace(alone, grade=graded, checks=checks, failures=(*alone.failures, *failures))


def failure(record: Record, kind: str, version: int, check: str, wrong: str) -> Failure:
    """Where it stands in the file: below the header, the streams follow each other."""
    kinds = list(record.streams)
    before = sum(len(record.streams[earlier]) for earlier in kinds[: kinds.index(kind)])
    line = 1 + before + version
    return Failure(line, f"line {line}, {kind} version {version}", check, wrong)


def on_server(streams: Streams) -> Iterator[Judged]:
    """One record after another: only the ids and a single match or tournament are in memory."""
    ids, cups = sorted({*every_id(streams), *streams.ledger.ids("score")}), streams.ledger.ids("tournament")
    progress = Progress(len(ids) + len(cups))
    for number, id_ in enumerate(ids):
        progress.show(number)
        yield here(streams.ledger, id_)
    for number, id_ in enumerate(cups, len(ids)):
        progress.show(number)
        yield tournament_here(streams, id_)
    progress.end()


def tournament_here(streams: Streams, id_: str) -> Judged:
    """With its matches: whether its results are theirs is only seen beside them."""
    try:
        found = streams.tournaments.load(f"tournament:{id_}").state
        return id_, verify(export_tournament(streams.ledger, found)), ""
    except (Broken, NotFound) as reason:
        return id_, None, str(reason)


def here(ledger: Ledger, id_: str) -> Judged:
    """A running match is decided again up to now: the ledger has its sealed parts."""
    try:
        stored = streams_of(ledger, id_)  # once, because the match may go on meanwhile
        return id_, verify(exported(id_, stored), stored), ""
    except (Broken, NotFound) as reason:  # NotFound: its entries are in an archive
        return id_, None, str(reason)


class Progress:
    """Progress on standard error: in a terminal one line, renewed each second; elsewhere a line every 30 seconds."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.is_terminal = sys.stderr is not None and sys.stderr.isatty()
        self.pause = 1 if self.is_terminal else 30
        self.shown = time.monotonic()

    def show(self, done: int) -> None:
        if time.monotonic() - self.shown < self.pause:
            return
        self.shown = time.monotonic()
        begin, end = ("\r", "") if self.is_terminal else ("", "\n")
        print(f"{begin}{done} of {self.total} verified", end=end, file=sys.stderr, flush=True)

    def end(self) -> None:
        if self.is_terminal:
            print(f"\r{self.total} of {self.total} verified", file=sys.stderr)
