"""`urbanist verify`: all that the stand-alone verifier checks, then every move and point by the rules, then bots."""

import sys
import time
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import NamedTuple

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
    say_anchored,
    say_receipted,
    verdict_on,
)
from infra.verify import say as say_verdicts
from services.console.spread import spread
from services.console.verify_bots import (
    BOTS_CHECK,
    UNASKED,
    Ruled,
    Total,
    doubted,
    ruled,
    state_of,
    together,
    with_bots,
)
from services.console.verify_tournament import doubts_in_matches, tournament_by_rules
from services.console.words import say
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
    if asked.jobs < 1:
        raise Malformed("--jobs: at least 1")
    if asked.all and asked.anchor:
        raise Malformed("a proof is of one record: give its file, or hold all to the ledger with anchors verify")
    if asked.all and asked.receipt:
        raise Malformed("a receipt is beside one record: give its file")
    total = Total()
    code = say_verdicts(total.counted(found_in(asked)), only_wrong=asked.all)
    if asked.bots and (asked.all or len(asked.files) > 1):
        print(total, flush=True)
    if asked.receipt:
        code = max(code, say_receipted(asked.files, asked.receipt, asked.host_key))
    return max(code, say_anchored(asked.files, asked.anchor)) if asked.anchor else code


def found_in(asked: Namespace) -> Iterator[Judged]:
    """Only this process has the standard input."""
    if asked.all:
        return on_server(Streams(whole_ledger(settings())), asked.jobs, asked.bots)
    act = partial(judge, by=partial(verify, bots=asked.bots))
    return spread(act, asked.files, 1 if "-" in asked.files else asked.jobs)


def verify(file: bytes, stored: Mapping[str, Sequence[Stored]] | None = None, bots: bool = True) -> Verdict:
    """The rules are applied only where nothing else is wrong: a forgery is refused without them.

    `stored` holds the streams with their sealed parts, for a running match whose ledger is at hand. `bots`: whether
    these are run again.
    """
    return explained(file, lambda bytes_: verdict_by_rules(bytes_, stored, bots))


def verdict_by_rules(file: bytes, stored: Mapping[str, Sequence[Stored]] | None, bots: bool) -> Ruled:
    """On the bytes as they are, whatever may have happened to them on their way."""
    if is_tournament(file):
        return cup_by_rules(file, bots)
    verdict, record = match_by_rules(file, stored)
    if not verdict.holds or record is None or verdict.checks["legality"] != OK:
        return ruled(verdict, LATER if verdict.holds else UNREAD)
    if not bots:
        return ruled(verdict, UNASKED)
    at = partial(failure, record, "match", BOTS_CHECK)
    return with_bots(verdict, record.id, stored or record.streams, at)


def cup_by_rules(file: bytes, bots: bool) -> Ruled:
    alone = verdict_on(file)
    matches = [verdict_by_rules(one, None, bots) for one in parts(file)[1:]] if alone.holds else []
    verdict = tournament_by_rules(alone, file, matches)
    ran, seconds = together([one.ran for one in matches]), sum(one.seconds for one in matches)
    if not verdict.holds:
        is_of_bots = any(each.check == BOTS_CHECK for each in verdict.failures)
        return ruled(verdict, NO if is_of_bots else UNREAD, ran=ran, seconds=seconds)
    if not bots or verdict.checks["legality"] != OK:
        return ruled(verdict, UNASKED if not bots else LATER)
    return doubted(ruled(verdict, state_of(ran, seconds), ran=ran, seconds=seconds), doubts_in_matches(file, matches))


def match_by_rules(file: bytes, stored: Mapping[str, Sequence[Stored]] | None) -> tuple[Verdict, Record | None]:
    """And the record, where it can be read."""
    alone = verdict_on(file)
    if not alone.holds:
        return with_rules(alone, UNREAD, UNREAD), None
    try:
        record = read_export(file, REGISTRY)
    except Malformed as wrong:
        line, check = wrong.values["line"], wrong.values["check"]
        alone = replace(alone, checks={**alone.checks, "form": NO})
        return with_rules(alone, UNREAD, UNREAD, Failure(line, f"line {line}", "form", check)), None
    if record.is_finished or stored:
        return by_rules(alone, record, stored or record.streams), record
    return with_rules(alone, LATER, LATER), record


def by_rules(alone: Verdict, record: Record, streams: Mapping[str, Sequence[Stored]]) -> Verdict:
    try:
        if record.header["game"] not in GAMES:
            raise ReadOnly("this release does not have the rules of {game}", game=record.header["game"])
        found = first_difference(record.id, streams)
    except ReadOnly as reason:  # or Broken: no rules can fold what was stored
        kind, version = unfolded(streams, record.header["game"])
        is_legal = CHECKS[kind] != "legality"
        wrong = failure(record, kind, CHECKS[kind], version, str(reason))
        return with_rules(alone, UNREAD if is_legal else NO, NO if is_legal else UNREAD, wrong)
    if found is None:
        return with_rules(alone, OK, points(record))
    is_legal = CHECKS[found.kind] != "legality"
    wrong = failure(record, found.kind, CHECKS[found.kind], found.version, by_the_rules(found))
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


def failure(record: Record, kind: str, check: str, version: int, wrong: str) -> Failure:
    """Where it stands in the file: below the header, the streams follow each other."""
    kinds = list(record.streams)
    before = sum(len(record.streams[earlier]) for earlier in kinds[: kinds.index(kind)])
    line = 1 + before + version
    return Failure(line, f"line {line}, {kind} version {version}", check, wrong)


def on_server(streams: Streams, jobs: int = 1, bots: bool = True) -> Iterator[Judged]:
    """One record after another: only the ids and a few matches or tournaments are in memory."""
    ids, cups = sorted({*every_id(streams), *streams.ledger.ids("score")}), streams.ledger.ids("tournament")
    kept = [*(Kept(id_, is_cup=False) for id_ in ids), *(Kept(id_, is_cup=True) for id_ in cups)]
    act = partial(judge_kept, bots=bots, streams=streams if jobs < 2 else None)
    progress = Progress(len(kept))
    for number, found in enumerate(spread(act, kept, jobs)):
        progress.show(number)
        yield found
    progress.end()


class Kept(NamedTuple):
    """A record of this server: of a match, or of a tournament."""

    id: str
    is_cup: bool


def judge_kept(kept: Kept, bots: bool, streams: Streams | None) -> Judged:
    """Without `streams`, this process connects by itself."""
    mine = streams or own_streams()
    return tournament_here(mine, kept.id, bots) if kept.is_cup else here(mine.ledger, kept.id, bots)


@cache
def own_streams() -> Streams:
    return Streams(whole_ledger(settings()))


def tournament_here(streams: Streams, id_: str, bots: bool = True) -> Judged:
    """With its matches: whether its results are theirs is only seen beside them."""
    try:
        found = streams.tournaments.load(f"tournament:{id_}").state
        return id_, verify(export_tournament(streams.ledger, found), bots=bots), ""
    except (Broken, NotFound) as reason:
        return id_, None, str(reason)


def here(ledger: Ledger, id_: str, bots: bool = True) -> Judged:
    """A running match is decided again up to now: the ledger has its sealed parts."""
    try:
        stored = streams_of(ledger, id_)  # once, because the match may go on meanwhile
        return id_, verify(exported(id_, stored), stored, bots), ""
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
        print(begin + self.line(done), end=end, file=sys.stderr, flush=True)

    def end(self) -> None:
        if self.is_terminal:
            print("\r" + self.line(self.total), file=sys.stderr)

    def line(self, done: int) -> str:
        return say("{done} of {total} verified", done=done, total=self.total)
