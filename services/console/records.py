"""Records out of the ledger, and files of them shown move by move."""

import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import fields
from typing import Any

from services.console.files import record_in
from services.console.printable import printable
from shared.errors import Malformed
from shared.games.game import Result
from shared.games.registry import GAMES
from shared.ledger.codec import Unknown
from shared.ledger.envelope import Envelope
from shared.ledger.memory import MemoryLedger
from shared.ledger.past import Entry, Reader
from shared.ledger.redis import open_ledger
from shared.platform.match import Match, evolve
from shared.platform.records.export import export
from shared.platform.records.read_export import Record
from shared.platform.streams import FOLDS, REGISTRY
from shared.settings import settings

COUNTED = {"seat", "seats", "starts"}  # fields of events that count from 0, beside those that say so themselves
OPENINGS = {"ended": "", "playing": "if it ended now:"}  # by status, above the points


def print_export(asked: Namespace) -> None:
    sys.stdout.buffer.write(export(open_ledger(settings().redis_url), asked.match))


def replay(asked: Namespace) -> None:
    record = record_in(asked.file)
    if "match" not in record.streams:
        raise Malformed("{file} holds a table that no match followed", file=str(asked.file))
    last = len(record.streams["match"]) if asked.to is None else asked.to
    if not 1 <= last <= len(record.streams["match"]):
        raise Malformed("--to: this match has versions 1 to {last}", last=len(record.streams["match"]))
    for line in told(record, last):
        print(printable(line))


def told(record: Record, last: int) -> Iterator[str]:
    """A line an event; where the match has ended, with the points by seat if it had ended then."""
    header = record.header
    yield f"match {record.id}: {header['game']}, {named(header['options'])}"
    if not record.is_finished:
        yield "the match still runs: this is what everybody may know, points come with its end"
        for stored in record.streams["match"][:last]:
            yield sentence(Envelope.from_bytes(stored.envelope))
        return
    match = Match(id=record.id, games=GAMES)
    for entry in entries(record)[:last]:
        with believed(entry.version):
            before, match = match, stepped(match, entry)
            points = points_after(before, match)
        yield sentence(entry.envelope) + points
    yield from summary(match)


def entries(record: Record) -> list[Entry]:
    stream = f"match:{record.id}"
    return list(Reader(MemoryLedger(), FOLDS).entries(stream, record.streams["match"]))


def stepped(match: Match, entry: Entry) -> Match:
    if isinstance(entry.event, Unknown):
        newer = entry.envelope.type
        raise Malformed("version {version}: {type} comes from a newer release", version=entry.version, type=newer)
    return evolve(match, entry.event, entry.asked)


def match_in(record: Record, last: int) -> Match:
    """A finished match as it was at a version."""
    match = Match(id=record.id, games=GAMES)
    for entry in entries(record)[:last]:
        with believed(entry.version):
            match = stepped(match, entry)
    return match


@contextmanager
def believed(version: int) -> Iterator[None]:
    """Malformed where what the file says can't be folded or counted: no rules ever wrote this."""
    try:
        yield
    except (LookupError, TypeError, ValueError, MemoryError) as error:
        raise Malformed("version {version}: this can't have happened here", version=version) from error


def sentence(envelope: Envelope) -> str:
    told = envelope.data
    if envelope.type == "match.drawn":
        told = {"draws": [draw["label"] for draw in told["draws"]]}
    fields_told = named(told, COUNTED | seats_in(envelope.type))
    return f"{envelope.version:4}  {envelope.by}: {envelope.type} {fields_told}".rstrip()


def seats_in(type_: str) -> set[str]:
    """The fields of an event that hold a seat under another name."""
    event = REGISTRY.classes.get(type_)
    return {field.name for field in fields(event) if "seat" in field.metadata} if event else set()


def named(said: Mapping[str, Any], counted: Set[str] = COUNTED) -> str:
    return ", ".join(f"{name} {short(value, name in counted)}" for name, value in said.items())


def short(value: Any, is_counted: bool = False) -> str:
    """People count from 1, the ledger from 0: `is_counted` says that the value is such a number."""
    match value:
        case None:
            return "-"
        case {"side": side, "line": line}:
            return f"{side}{line + 1}"
        case {"row": row, "column": column}:
            return f"({row + 1} {column + 1})"
        case Mapping():
            return "(" + named(value) + ")"
        case list() | tuple():
            return "[" + " ".join(short(one, is_counted) for one in value) + "]"
        case int() if is_counted and not isinstance(value, bool):  # a tile's `mayor` says whether
            return str(value + 1)
        case _:
            return str(value)


def points_after(before: Match, match: Match) -> str:
    """Only where the board changed."""
    if match.game is None or before.state is match.state or before.state is None:
        return ""
    result = match.game.result(match.state)
    return f"  ({' : '.join(map(str, result.points)) if result.target is None else of_target(result)})"


def summary(match: Match) -> Iterator[str]:
    if match.game is None:
        yield "this release does not have the rules of this match"
        return
    result = match.game.result(match.state)
    yield OPENINGS.get(match.status, f"the match was {match.status}: if it had ended here:")
    yield from pad(result, match.players)
    names = [f"seat {seat} ({player})" for seat, player in enumerate(match.players, 1)]
    for each in match.game.tie_breaks(match.state) if match.status in OPENINGS else ():
        yield f"tie-break: {each.sentence(names)}"
    yield f"points: {', '.join(map(str, result.points))}"
    if result.target is not None:
        yield f"target: {result.target}"
    if match.status in OPENINGS:  # the rules don't say who wins a match that they did not end
        yield f"winners: {', '.join(str(seat + 1) for seat in result.winners) or 'nobody'}"


def of_target(result: Result) -> str:
    """Of those who play together, all have the same."""
    return f"{result.points[0]} of {result.target}"


def pad(result: Result, players: tuple[str, ...]) -> Iterator[str]:
    """The score pad: a line of points by seat, under the players."""
    width = max(12, *(len(player) for player in players)) + 2
    yield f"{'':12}" + "".join(f"{player:>{width}}" for player in players)
    for line in result.lines[0]:
        yield f"{line:12}" + "".join(f"{lines[line]:>{width}}" for lines in result.lines)
