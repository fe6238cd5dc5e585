#!/usr/bin/env python3
"""Checks records of matches with nothing but Python: `python verify.py FILE...` says whether every draw was fair.

One file, the standard library alone, any Python from 3.9, and nothing of the rules of any game: whether moves were
legal and points are right is what `urbanist verify` says as well. Source: docs/ledger.md; in plain words:
docs/audit.md.
"""

from __future__ import annotations

import argparse
import hmac
import json
import os
import re
import struct
import sys
import unicodedata
import zlib
from base64 import b64decode
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone
from functools import cached_property, lru_cache
from hashlib import sha256, sha512
from io import TextIOWrapper
from itertools import combinations, groupby
from time import perf_counter
from typing import Any, Callable, Dict, Iterable, Iterator, List, NamedTuple, NoReturn, Optional, Sequence, Set, Tuple

LARGEST_FILE = 32 * 1024 * 1024  # bytes: a match takes a few hundred thousand
LARGEST = 2**53 - 1  # the largest integer that every JSON reader keeps exactly
MOST_ACTS = 3  # of operators, in the first line
MOST_JOBS = 61  # processes: every system allows this many, and some refuse more
DEEPEST = 32  # nested arrays and objects, counting the outermost
FORMAT = "urbanist-1"
KINDS = ("table", "match", "score", "deal")
ENDS = {"match.ended", "match.aborted", "match.adjudicated"}
FIRST = {"table": "table.opened", "match": "match.started", "deal": "deal.committed"}
LAST = {"table.closed", "deal.ended", *ENDS}

OK, NO, LATER, UNREAD = "ok", "no", "after the end", "not checked"
FAIR, COMMITTED, PRACTICE = "fair", "committed only", "practice"
BROKEN, DAMAGED, BY_HOST = "broken", "damaged", "broken by the host"
QUESTIONABLE = "questionable"
RUNNING, NO_MATCH, UNREADABLE = "still running", "no match", "unreadable"
GRADES = {
    FAIR: "the secret number of every person went into the draws",
    COMMITTED: "the draws were fixed before anybody sat down, and no person brought a secret number",
    PRACTICE: "whoever started this match may have chosen its draws",
    RUNNING: "so far all is right; the rest after the end",
    NO_MATCH: "a table that no match followed",
    QUESTIONABLE: "nothing is broken, but somebody did what an honest host does not do",
    BROKEN: "something in this file is not what it was",
    BY_HOST: "this server has signed something else",
    DAMAGED: "the file was changed on its way, and what it says was not",
}

Json = Dict[str, Any]
Form = Callable[[Any], bool]


# What is said.


class Failure(NamedTuple):
    """`at` names the line, and its version in its stream if it has one."""

    line: int
    at: str
    check: str
    wrong: str

    def __str__(self) -> str:
        return f"{self.at}: {self.check}: {self.wrong}"


class Own(NamedTuple):
    """What a record proves to the person of a seat: whether their number is in it, and what they signed.

    `orders` are all that the record says they gave, moves and others. `keyless` says that they gave no key, so nothing
    can be signed. `is_late`: they took the seat over when all was drawn.
    """

    seat: int
    player: str
    is_in: bool
    orders: int
    signed: int
    keyless: bool
    is_late: bool = False

    def said(self, grade: str) -> str:
        """To that person. It is fair for them only in a record that is fair."""
        number = "your number is in it" if self.is_in else "no number of yours is in it"
        return f"{self.player}: {fair_for(self, grade)}{number}, {signed_by(self)}"


class Player(NamedTuple):
    """The same of a whole tournament: `numbers` of their `matches` have their number, and `is_in` says that the
    tournament's own draws have one, from which seeding and lots follow.
    """

    player: str
    matches: int
    numbers: int
    has_entered: bool
    orders: int
    signed: int
    keyless: bool

    @property
    def is_in(self) -> bool:
        return self.has_entered and self.numbers == self.matches

    def said(self, grade: str) -> str:
        return f"{self.player}: {fair_for(self, grade)}{self._numbers}, {signed_by(self)}"

    @property
    def _numbers(self) -> str:
        within = f"{self.numbers} of your {self.matches} matches"
        if self.is_in:
            return "your number is in it"
        if self.has_entered:
            return f"your number is in the draws of the tournament, and in {within}"
        if self.numbers:
            return f"your number is in {within}, and not in the draws of the tournament"
        return "no number of yours is in it"


def fair_for(own: Any, grade: str) -> str:
    return "fair for you: " if grade == FAIR and own.is_in and own.signed == own.orders else ""


def signed_by(own: Any) -> str:
    if not own.orders:
        return "and you made no move"
    if own.signed == own.orders:
        return "and every move of yours carries your signature"
    if own.keyless:
        return "and your moves are unsigned, because you sat down without a key"
    return f"and {own.signed} of {own.orders} moves of yours carry your signature"


class Signed(NamedTuple):
    """How many signatures were checked, and the seconds that it took."""

    number: int
    seconds: float

    def __str__(self) -> str:
        return f"{self.number} checked in {self.seconds:.1f} s"


NONE_SIGNED = Signed(0, 0.0)


def signed_in(some: Iterable[Signed]) -> Signed:
    """All of them together."""
    found = list(some)
    return Signed(sum(one.number for one in found), sum(one.seconds for one in found))


@dataclass(frozen=True)
class Verdict:
    """`checks` has for each check: ok, no, after the end, or not checked, if the file was not understood that far.

    `cause` is a sentence if damage in transit explains the failures, and empty otherwise. `doubts` break nothing, but
    an honest host does not do such things. `seats` has each person of a match, or of a tournament; `acts` are sentences
    about what operators did, which a reader must know. `signed` says what the signatures took.
    """

    grade: str
    checks: Dict[str, str]
    failures: Tuple[Failure, ...] = ()
    cause: str = ""
    doubts: Tuple[Failure, ...] = ()
    seats: Tuple[Any, ...] = ()
    acts: Tuple[str, ...] = ()
    signed: Signed = NONE_SIGNED

    @property
    def words(self) -> str:
        """The grade as a person reads it first: for whom it is fair, whose moves are unsigned, what operators did.

        Of a broken record nobody knows what they did.
        """
        acts = [*self.acts[:MOST_ACTS]] if self.holds else []
        if acts and len(self.acts) > MOST_ACTS:
            acts.append(f"there are {len(self.acts) - MOST_ACTS} more acts of operators")
        link = ", but " if self.grade in (FAIR, COMMITTED, PRACTICE) else ", and "
        said = [*self.unsigned, *acts]
        return link.join([self.graded, " and ".join(said)]) if said else self.graded

    @property
    def unsigned(self) -> List[str]:
        """Whoever gave a key and is said to have given orders without it: nobody but them knows whether they did."""
        some = [own for own in self.seats if own.orders > own.signed and not own.keyless] if self.holds else []
        if some and isinstance(some[0], Player):
            return [f"moves of {len(some)} people are unsigned" if len(some) > 1 else "moves of 1 person are unsigned"]
        return [_unsigned_of(own) for own in some]

    @property
    def graded(self) -> str:
        if self.grade != FAIR or self.is_for_all:
            return self.grade
        within = [own for own in self.seats if own.is_in]
        if isinstance(self.seats[0], Player):
            return f"{FAIR} for {len(within)} of {len(self.seats)} people"
        return f"{FAIR} for {named_seats([own.seat for own in within])}"

    @property
    def is_for_all(self) -> bool:
        """Whether everybody's number is in it, where there are people."""
        return all(own.is_in for own in self.seats)

    @property
    def counted_as(self) -> str:
        return f"{FAIR} for some" if self.grade == FAIR and not self.is_for_all else self.grade

    @property
    def why(self) -> str:
        """The sentence behind the words."""
        if self.grade == DAMAGED:
            return self.cause
        if self.failures or self.doubts:
            return str(self.first or self.doubts[0])
        if self.grade != FAIR or self.is_for_all:
            return GRADES[self.grade]
        if isinstance(self.seats[0], Player):
            return "the secret numbers of the others are not in all draws that they played by"
        sat = [own.seat for own in self.seats if not own.is_in and not own.is_late]
        late = [own.seat for own in self.seats if own.is_late]
        none = [named_seats(sat)] if sat else []
        none += [f"who took over {named_seats(late)} when all was drawn"] if late else []
        return f"their secret numbers went into the draws, and none of {' or '.join(none)}"

    @property
    def first(self) -> Optional[Failure]:
        """The failure that may have caused all others: the first in the file, the header's last of all."""
        return min(self.failures, key=_rank, default=None)

    @property
    def holds(self) -> bool:
        return not self.failures


def _unsigned_of(own: Own) -> str:
    missing = own.orders - own.signed
    moves, are = ("moves", "are") if missing > 1 else ("move", "is")
    return f"{missing} {moves} of seat {own.seat + 1} {are} unsigned"


def named_seats(seats: Iterable[int]) -> str:
    """Seats count from 0 in records, and from 1 for people."""
    *others, last = [str(seat + 1) for seat in sorted(set(seats))]
    return f"seats {', '.join(others)} and {last}" if others else f"seat {last}"


def _rank(failure: Failure) -> Tuple[bool, int]:
    """A header is made from the lines, so a wrong line is reported before it."""
    return failure.check == "header" and failure.line == 1, failure.line


def verify(file: bytes) -> Verdict:
    """The verdict on an export. There is one whatever the bytes are."""
    return explained(file, verdict_on)


def explained(file: bytes, by: Callable[[bytes], Verdict]) -> Verdict:
    """What `by` says of the bytes as they are and, if it refuses them, whether damage in transit explains that.

    A damaged file is refused like any other bad one: its verdict only says what it would be without the damage.
    """
    verdict = by(file)
    if verdict.holds or is_tournament(file):
        return verdict
    damages, mended = mend(file)
    found = by(mended) if damages else verdict
    hint = "" if found.holds or len(mended) > LARGEST_FILE else hint_of(mended)
    if not damages:
        return replace(verdict, cause=hint)
    said = found.graded if found.holds else f"{BROKEN}: {hint or found.first}"
    return replace(verdict, grade=DAMAGED if found.holds else BROKEN, cause=cause_of(damages, said))


def verdict_on(file: bytes) -> Verdict:
    """The verdict on these bytes as they are, whatever may have happened to them."""
    if is_tournament(file):
        return verdict_on_cup(file)
    try:
        return _checked(read(file))
    except Wrong as wrong:
        failure = wrong.failure("form")
    except MemoryError:
        failure = Failure(1, "line 1", "form", "this does not fit into the memory of this machine")
    return Verdict(BROKEN, {"form": NO, **dict.fromkeys(CHECKS, UNREAD)}, (failure,))


def _checked(record: Record) -> Verdict:
    checks: Dict[str, str] = {"form": OK}
    failures: List[Failure] = []
    took: Dict[str, float] = {}
    for name, check in CHECKS.items():
        begun = perf_counter()
        found = [wrong.failure(name) for wrong in check(record)]
        took[name] = perf_counter() - begun
        checks[name] = NO if found else LATER if name in OPENED and not record.is_finished else OK
        failures += found
    doubts = tuple(wrong.failure("course") for wrong in doubts_about(record)) if not failures else ()
    checks["course"] = QUESTIONABLE if doubts else checks["course"]
    graded = BROKEN if failures else QUESTIONABLE if doubts else grade(record)
    own, acts = (tuple(owned(record)), tuple(acts_of(record.lines))) if not failures else ((), ())
    signed = Signed(sum("signed" in line.envelope for line in record.lines), took["signature"])
    return Verdict(graded, checks, tuple(failures), doubts=doubts, seats=own, acts=acts, signed=signed)


# What a file holds.


class Wrong(Exception):
    """What is wrong, for a person; `place` is a line, or the number of one that could not be read."""

    def __init__(self, place: Any, wrong: str) -> None:
        super().__init__(wrong)
        self.place = place
        self.wrong = wrong

    def failure(self, check: str) -> Failure:
        if isinstance(self.place, Line):
            return Failure(self.place.number, str(self.place), check, self.wrong)
        return Failure(self.place, f"line {self.place}", check, self.wrong)


class Line(NamedTuple):
    """An event as the line of that number in the file has it."""

    number: int
    envelope: Json
    sealed: Optional[Json]

    def __str__(self) -> str:
        return f"line {self.number}, {self.kind} version {self.envelope['version']}"

    @property
    def kind(self) -> str:
        return str(self.envelope["stream"]).partition(":")[0]

    @property
    def type(self) -> str:
        return str(self.envelope["type"])

    @property
    def data(self) -> Json:
        return dict(self.envelope["data"])

    @property
    def part(self) -> Json:
        """The sealed part; empty if it isn't open."""
        return dict(self.sealed["part"]) if self.sealed else {}


class Record:
    """A file whose lines all have the right form. `streams` has, by kind, the lines that belong to and are in each."""

    def __init__(self, header: Json, lines: Sequence[Line]) -> None:
        self.header = header
        self.id = str(header["id"])
        self.lines = lines
        self.streams: Dict[str, List[Line]] = {}
        self.deal_id = next(filter(None, map(self._deal_in, lines)), None)
        for line in lines:
            if self.holds(line) and KINDS.index(line.kind) >= max(map(KINDS.index, self.streams), default=0):
                self.streams.setdefault(line.kind, []).append(line)
        self.opened = self._first("table")
        self.started = self._first("match")
        self.committed = self._first("deal")
        self.is_finished = bool(header["finished"])  # its own claim, which the check of the header verifies

    def holds(self, line: Line) -> bool:
        """Whether the line's stream belongs in this file. That of a deal has its own id, which the match names."""
        own = self.deal_id if line.kind == "deal" else self.id
        return line.kind in KINDS and bool(line.envelope["stream"] == f"{line.kind}:{own}")

    def _deal_in(self, line: Line) -> Optional[str]:
        named = line.data.get("deal") if line.type == "match.started" and line.kind == "match" else None
        return str(named["deal"]) if named else None

    def _first(self, kind: str) -> Optional[Line]:
        """The event that a table, a match or a deal must begin with; None if it begins with another one."""
        line = next(iter(self.streams.get(kind, ())), None)
        return line if line and line.type == FIRST[kind] else None

    def ends(self) -> bool:
        """Whether the match ended, in whatever way, and its deal too, or its table was closed without a match."""
        ended = any(line.type in ENDS for line in self.streams.get("match", ()))
        if ended and self.started and self.started.data.get("deal"):
            ended = any(line.type == "deal.ended" for line in self.streams.get("deal", ()))
        closed = (line for line in self.streams.get("table", ()) if line.type == "table.closed")
        return ended or any(line.data["match"] is False for line in closed)

    def of(self, *types: str) -> Iterator[Line]:
        """The lines of these types, in file order."""
        return (line for lines in self.streams.values() for line in lines if line.type in types)


def acts_of(lines: Iterable[Line]) -> Iterator[str]:
    """What operators did, with the points before and after."""
    before: Optional[Json] = None
    for line in lines:
        by, data = line.envelope["by"], line.data
        if line.type == "score.corrected":
            yield f"{by} {corrected(before, data)}{_noted(data)}"
        elif line.type == "match.adjudicated":
            yield f"{by} decided the places: {_listed(data['places'])}{_noted(data)}"
        elif by.startswith("operator:"):
            done = {
                "match.aborted": "ended the match without a result",
                "table.closed": "closed the table without a match",
            }
            yield f"{by} {done.get(line.type, f'wrote {line.type}')}{_noted(data)}"
        before = data if line.type in ("score.counted", "score.corrected") else before


def corrected(before: Optional[Json], after: Json) -> str:
    """Also what is behind points that stayed the same."""
    if before is None:
        return f"set the points to {_listed(after['points'])}"
    for name in ("points", "places"):
        if before[name] != after[name]:
            return f"changed the {name} from {_listed(before[name])} to {_listed(after[name])}"
    return "changed the score pad, and neither points nor places"


def _noted(data: Json) -> str:
    return f" ({data['note']})" if data.get("note") else ""


def _listed(numbers: Sequence[Optional[int]]) -> str:
    """By seat, as scores are written."""
    return " : ".join("none" if number is None else str(number) for number in numbers)


def grade(record: Record) -> str:
    """The grade of a record in which nothing is wrong: docs/ledger.md, "Fair draws"."""
    if record.started is None:
        return NO_MATCH if record.is_finished else RUNNING
    if not record.is_finished:
        return RUNNING
    started = record.started.data
    if started["practice"]:
        return PRACTICE
    sat = zip(started["players"], started["nonces"])
    return FAIR if any(player.startswith("person:") and nonce for player, nonce in sat) else COMMITTED


# Form: every line is canonical, with exactly the fields that it must have.


def read(file: bytes) -> Record:
    """Wrong names the first line that could not have been written by the ledger."""
    if len(file) > LARGEST_FILE:
        raise Wrong(1, f"this file is larger than {LARGEST_FILE >> 20} MiB: no match is that long")
    rows = _rows(file)
    header = _header(next(rows)[1])
    lines = [_line(number, row) for number, row in rows]
    if not lines:
        raise Wrong(1, "there is no event after the header")
    return Record(header, lines)


def _rows(file: bytes) -> Iterator[Tuple[int, bytes]]:
    """Every line ends with LF, and lines are split there only: other line ends are part of texts."""
    number, start = 1, 0
    while start < len(file) or number == 1:
        end = file.find(b"\n", start)
        if end < 0:
            raise Wrong(number, "the file does not end with a line feed: its end is missing")
        yield number, file[start:end]
        number, start = number + 1, end + 1


def _header(row: bytes) -> Json:
    header = parse(row, 1)
    if not HEADER(header):
        raise Wrong(1, "this is not the header of a record: other fields, or other values than a header has")
    if header["format"] != FORMAT:
        raise Wrong(1, f"the format is not {FORMAT}: this needs another verifier")
    return dict(header)


def _line(number: int, row: bytes) -> Line:
    said = parse(row, number)
    if not LINE(said):
        raise Wrong(number, "this line is not an envelope with its sealed part")
    envelope, sealed = said["envelope"], said["sealed"]
    if wrong := [name for name, form in ENVELOPE.items() if not _has(envelope, name, form)]:
        raise Wrong(number, f"in the envelope these fields are missing or make no sense: {', '.join(wrong)}")
    if unknown := sorted(envelope.keys() - ENVELOPE.keys()):
        raise Wrong(number, f"the envelope has fields that do not belong there: {', '.join(unknown)}")
    line = Line(number, envelope, sealed)
    _check_fields(line)
    return line


def _has(envelope: Json, name: str, form: Form) -> bool:
    """Only a signature may be missing: many orders have none."""
    return form(envelope[name]) if name in envelope else name == "signed"


def _check_fields(line: Line) -> None:
    """Checks the fields of the platform's events; those of games are known to their rules only."""
    if line.type not in TYPES:
        return
    name = f"{line.type}@{line.envelope['schema']}"
    if name not in EVENTS:
        raise Wrong(line, f"{line.type} has a newer shape than this verifier knows: it needs a newer verifier")
    public, sealed = EVENTS[name]
    if not public(line.data):
        raise Wrong(line, f"these are not the fields of {line.type}")
    if (line.envelope["seal"] is None) != (sealed is None):
        raise Wrong(line, f"{line.type} is sealed where it should not be, or not where it should")
    if sealed and line.sealed and not sealed(line.part):
        raise Wrong(line, f"these are not the sealed fields of {line.type}")


# Damage that files take in transit. It is undone only to name it: no record is accepted because of that.


class Damage(NamedTuple):
    """`undo` gives the earlier bytes; None if this did not happen or can't be undone."""

    happened: str
    undone: str
    undo: Callable[[bytes], Optional[bytes]]


def mend(file: bytes) -> Tuple[List[Damage], bytes]:
    """The damage to the file, and its bytes without that; no damage if they are no record even then.

    Unmistakable damage is undone first. The rest is undone only if that makes a record of the bytes or, for damage
    that changes texts, a record in which nothing is wrong.
    """
    found, file = _undone(WRAPPED, file, lambda changed: False)
    if not _is_packed(file):
        saved, file = _undone(SAVED, file, lambda changed: False)
        found += saved
    for damages in () if _has_form(file) else LIKELY:
        likely, changed = _undone(damages, file, _has_form)
        if likely and _has_form(changed):
            found, file = found + likely, changed
            break
    for damage in OF_TEXTS:
        read_again = damage.undo(file)
        if read_again is not None and verdict_on(read_again).holds:
            return [*found, damage], read_again
    return found, file


def _is_packed(file: bytes) -> bool:
    return file.startswith(tuple(HINTS))


def _undone(damages: Sequence[Damage], file: bytes, is_enough: Callable[[bytes], bool]) -> Tuple[List[Damage], bytes]:
    found: List[Damage] = []
    for damage in damages:
        changed = damage.undo(file) if len(file) <= LARGEST_FILE else None
        if changed is not None:
            found, file = [*found, damage], changed
            if is_enough(file):
                break
    return found, file


def _has_form(file: bytes) -> bool:
    try:
        return bool(read(file))
    except (Wrong, MemoryError):
        return False


def cause_of(damages: Sequence[Damage], said: str) -> str:
    happened = ", and ".join(damage.happened for damage in damages)
    undone = damages[0].undone if len(damages) == 1 else "with all of that undone"
    return f"{happened}; {undone} this record is: {said}"


def hint_of(file: bytes) -> str:
    """What is known about bytes that can't be mended; empty if nothing is."""
    for begins, hint in HINTS.items():
        if file.startswith(begins):
            return hint
    if not file.strip(b"\0 \t\r\n"):
        return "there is nothing in this file: download the record again"
    if file.lstrip().startswith(b"<"):
        return "this is a web page and not a record: download the record itself"
    return _answer_of(file) or _cut_of(file)


def _answer_of(file: bytes) -> str:
    """A server's refusal, saved in place of the record."""
    said = _parsed(file, 1)
    if type(said) is list and type(said[0]) is dict and type(said[0].get("sentence")) is str and "code" in said[0]:
        return f"this is what a server answered in place of a record: {said[0]['sentence'][:200]}"
    return ""


def _cut_of(file: bytes) -> str:
    try:
        header = _header(next(_rows(file))[1])
    except Wrong:
        return ""
    whole, there = sum(end["version"] for end in header["streams"].values()), file.count(b"\n") - 1
    if not there < whole < LARGEST_FILE:
        return ""
    first = verdict_on(file).first
    if file.endswith(b"\n") and first and first.check != "header":
        return ""  # more is wrong than missing lines at the end
    return f"the first line speaks of {whole} events, and only {there} whole ones follow: download the record again"


# How each of these is undone.


def _in_page(file: bytes) -> Optional[bytes]:
    """The text of a page that shows a file and nothing else."""
    start, end = PRE.search(file), file.rfind(b"</pre>")
    if file.lstrip()[:1] != b"<" or start is None or end < start.end():
        return None
    text = file[start.end() : end]
    for written, letter in ENTITIES.items():  # & comes last: it may be part of another entity
        text = text.replace(written, letter)
    return text if text.lstrip().startswith(b"{") else None


def _of_mail(file: bytes) -> Optional[bytes]:
    """Quoted-printable: RFC 2045, section 6.7."""
    if _is_packed(file) or (b"=\n" not in file and b"=\r\n" not in file):
        return None
    return HEX.sub(lambda found: bytes([int(found[1], 16)]), SOFT.sub(b"", file))


def _of_base64(file: bytes) -> Optional[bytes]:
    text = b"".join(file.split()) if file.startswith(b"eyJ") else b""  # {"
    return b64decode(text) if text and len(text) % 4 == 0 and BASE64.fullmatch(text) else None


def _of_gzip(file: bytes) -> Optional[bytes]:
    return _inflated(file, zlib.MAX_WBITS | 16) if file.startswith(b"\x1f\x8b") else None


def _of_zip(file: bytes) -> Optional[bytes]:
    """The one file of an archive, found by its directory: APPNOTE.TXT, sections 4.3.7 to 4.3.16."""
    end = file.rfind(b"PK\5\6", max(0, len(file) - 65557)) if file.startswith(b"PK\3\4") else -1
    try:
        count, _, at = struct.unpack_from("<HII", file, end + 10) if end >= 0 else (0, 0, 0)
        found = [one for one in _entries(file, at, count) if not one[0].startswith(b"__MACOSX/")]
        if len(found) != 1:
            return None
        _, method, size, start = found[0]
        start += 30 + sum(struct.unpack_from("<HH", file, start + 26))
    except struct.error:
        return None
    packed = file[start : start + size]
    return packed if method == 0 else _inflated(packed, -zlib.MAX_WBITS) if method == 8 else None


def _entries(file: bytes, at: int, count: int) -> List[Tuple[bytes, int, int, int]]:
    """Name, method, size and offset of each file; none if there are too many for an archive of a record."""
    found = []
    for _ in range(count if count <= MOST_ENTRIES else 0):
        method, size, name, extra, comment, start = struct.unpack_from("<10xH8xI4xHHH8xI", file, at)
        found.append((file[at + 46 : at + 46 + name], method, size, start))
        at += 46 + name + extra + comment
    return [one for one in found if not one[0].endswith(b"/")]


def _inflated(packed: bytes, bits: int) -> Optional[bytes]:
    """None if it is larger than any record: a small file may unpack to one that fills the memory."""
    unpack = zlib.decompressobj(bits)
    try:
        found = unpack.decompress(packed, LARGEST_FILE + 1)
    except zlib.error:
        return None
    return found if unpack.eof and not unpack.unused_data and len(found) <= LARGEST_FILE else None


def _of_utf_16(file: bytes) -> Optional[bytes]:
    names = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be", b"{\0": "utf-16-le", b"\0{": "utf-16-be"}
    name = names.get(file[:2])
    try:
        return file.decode(name).encode().removeprefix(BOM) if name else None
    except UnicodeError:
        return None


def _without_mark(file: bytes) -> Optional[bytes]:
    return file[len(BOM) :] if file.startswith(BOM) else None


def _without_cr(file: bytes) -> Optional[bytes]:
    return file.replace(b"\r\n", b"\n") if b"\r\n" in file else None


def _with_lf(file: bytes) -> Optional[bytes]:
    return file.replace(b"\r", b"\n") if b"\r" in file and b"\n" not in file else None


def _without_zeros(file: bytes) -> Optional[bytes]:
    return file.rstrip(b"\0") if file.endswith(b"\0") else None


def _with_straight_quotes(file: bytes) -> Optional[bytes]:
    changed = CURLY.sub(b'"', file) if b'"' not in file else file
    return changed if changed != file else None


def _of_windows(file: bytes) -> Optional[bytes]:
    try:
        file.decode()
    except UnicodeError:
        return file.decode("latin-1").translate(WINDOWS).encode()
    return None


def _without_last_spaces(file: bytes) -> Optional[bytes]:
    changed = b"\n".join(line.rstrip(b" \t") for line in file.split(b"\n"))
    return changed if changed != file else None


def _without_empty_lines(file: bytes) -> Optional[bytes]:
    changed = b"".join(line + b"\n" for line in file[:-1].split(b"\n") if line) if file.endswith(b"\n") else file
    return changed if changed != file else None


def _with_last_lf(file: bytes) -> Optional[bytes]:
    return None if file.endswith(b"\n") else file + b"\n"


def _rewritten(file: bytes) -> Optional[bytes]:
    """Every value in canonical form, whatever the spaces between them, even if all of them are in one array."""
    values = _parsed(file)
    if values and len(values) == 1 and type(values[0]) is list:
        values = values[0]
    try:
        return b"".join(canonical(value) + b"\n" for value in values) if values else None
    except (ValueError, RecursionError):  # half of a surrogate pair, or too deeply nested
        return None


def _parsed(file: bytes, most: Optional[int] = None) -> Optional[List[Any]]:
    """The values that the text holds one after the other; None if there is anything else, or too many."""
    values: List[Any] = []
    try:
        text = file.decode()
        at = SPACES.match(text).end()  # type: ignore[union-attr]  # it matches the empty string too
        while at < len(text) and (most is None or len(values) < most):
            value, at = LENIENT.raw_decode(text, at)
            values.append(value)
            at = SPACES.match(text, at).end()  # type: ignore[union-attr]
    except (ValueError, RecursionError, _Refused):
        return None
    return values if values and at == len(text) else None


def _composed(file: bytes) -> Optional[bytes]:
    """Some systems and programs take letters with accents apart (Unicode's form NFD)."""
    try:
        changed = unicodedata.normalize("NFC", file.decode()).encode()
    except UnicodeError:
        return None
    return changed if changed != file else None


def _read_once_too_often(file: bytes) -> Optional[bytes]:
    """UTF-8 that was read as Windows-1252 and saved as UTF-8."""
    try:
        changed = file.decode().translate(OF_WINDOWS).encode("latin-1")
        changed.decode()
    except UnicodeError:
        return None
    return changed if changed != file else None


BOM = b"\xef\xbb\xbf"
MOST_ENTRIES = 16  # files in an archive
PRE = re.compile(b"<pre[^<>]*>", re.IGNORECASE)
QUOTES = {b"&quot;": b'"', b"&#34;": b'"', b"&#39;": b"'", b"&#x27;": b"'"}
ENTITIES = {b"&lt;": b"<", b"&gt;": b">", **QUOTES, b"&amp;": b"&"}
SOFT, HEX, BASE64 = re.compile(b"=\r?\n"), re.compile(b"=([0-9A-F]{2})"), re.compile(b"[A-Za-z0-9+/]+={0,2}")
CURLY = re.compile(b"\xe2\x80[\x9c-\x9e]")
SPACES = re.compile("[ \t\r\n]*")
WINDOWS = {one: bytes([one]).decode("cp1252", "ignore") or chr(one) for one in range(0x80, 0xA0)}
OF_WINDOWS = {**dict.fromkeys(WINDOWS, "\uffff"), **{ord(letter): chr(one) for one, letter in WINDOWS.items()}}

WRAPPED = (
    Damage("a web page was saved in place of the record that it shows", "taken out of it,", _in_page),
    Damage("the file was written for a mail, as base64", "written back,", _of_base64),
    Damage("the file was written for a mail, as quoted-printable", "written back,", _of_mail),
    Damage("the file was packed by gzip", "unpacked,", _of_gzip),
    Damage("the file was packed into a zip archive", "unpacked,", _of_zip),
)
SAVED = (
    Damage("the text was changed to UTF-16", "in UTF-8", _of_utf_16),
    Damage("a byte order mark was put before the text", "without it", _without_mark),
    Damage("line ends were changed to CR LF", "with LF", _without_cr),
    Damage("line ends were changed to CR", "with LF", _with_lf),
    Damage("zeros were added at the end", "without them", _without_zeros),
)
LETTERS = (
    Damage("quotation marks were changed to curly ones", "with straight ones", _with_straight_quotes),
    Damage("the text was changed to Windows-1252", "in UTF-8", _of_windows),
)
SPACING = (
    Damage("spaces were added at the ends of lines", "without them", _without_last_spaces),
    Damage("empty lines were added", "without them", _without_empty_lines),
    Damage("the line feed at the end was taken away", "with it", _with_last_lf),
)
REWRITTEN = Damage("the JSON was written anew in another way than the ledger's", "in the ledger's way", _rewritten)
LIKELY = ((*LETTERS, *SPACING), (*LETTERS, REWRITTEN))
OF_TEXTS = (
    Damage("letters were taken apart from their accents (NFD)", "put together again,", _composed),
    Damage("UTF-8 was taken for Windows-1252", "read as UTF-8,", _read_once_too_often),
)
PACKED = "this file is packed by {}: unpack it, and check what was in it"
HINTS = {
    b"\x1f\x8b": "this file is packed by gzip and can't be unpacked to a record: download it again",
    b"PK\3\4": "this is a zip archive that does not hold just one record: check what is in it",
    b"BZh": PACKED.format("bzip2"),
    b"\xfd7zXZ": PACKED.format("xz"),
    b"\x28\xb5\x2f\xfd": PACKED.format("zstd"),
    b"7z\xbc\xaf": PACKED.format("7-Zip"),
    b"%PDF": "this is a PDF and not a record: download the record itself",
}


# Canonical JSON: one value, one sequence of bytes.


def parse(row: bytes, number: int = 1) -> Any:
    """The value whose canonical form these bytes are. Raises Wrong if they are not canonical."""
    try:
        value = READER.decode(row.decode())
        _check_value(value, DEEPEST)
        same = canonical(value) == row
    except _Refused as refused:
        raise Wrong(number, str(refused)) from None
    except (ValueError, RecursionError):  # not UTF-8, not JSON, too deeply nested, half of a surrogate pair
        raise Wrong(number, "this is not JSON as the ledger writes it") from None
    if not same:
        raise Wrong(number, "this value can be written in one way only, and these bytes are another one")
    return value


def canonical(value: Any) -> bytes:
    return WRITER.encode(value).encode()


class _Refused(Exception):
    """Well-formed JSON that the ledger never holds."""


def _refuse(text: str) -> NoReturn:
    raise _Refused("a number is not whole")


def _whole(text: str) -> int:
    """Counts digits first: converting a number of millions of digits would take hours."""
    if len(text) > 17 or abs(int(text)) > LARGEST:
        raise _Refused("a number is too large to be the same in every program")
    return int(text)


def _near(text: str) -> int:
    """Mending takes 1.0 for 1; reading refuses it."""
    number = float(text)
    if not number.is_integer():
        raise _Refused("a number is not whole")
    return _whole(str(int(number)))


def _object(pairs: List[Tuple[str, Any]]) -> Json:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Refused("a key stands twice in one object, so two readers may see two things")
    if not all(map(KEY.fullmatch, found)):
        raise _Refused("a key is not made of a-z, 0-9, _ and spaces")
    return found


def _check_value(value: Any, deeper: int) -> None:
    inside: Iterable[Any] = value.values() if type(value) is dict else value if type(value) is list else ()
    if not deeper and type(value) in (dict, list):
        raise _Refused(f"values are nested deeper than {DEEPEST}")
    for inner in inside:
        if type(inner) in (dict, list):
            _check_value(inner, deeper - 1)


KEY = re.compile("[a-z0-9_ ]+")
WRITER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)
READER = json.JSONDecoder(object_pairs_hook=_object, parse_int=_whole, parse_float=_refuse, parse_constant=_refuse)
LENIENT = json.JSONDecoder(object_pairs_hook=_object, parse_int=_whole, parse_float=_near, parse_constant=_refuse)


# Forms of values: each function says whether a value has that form.


def matching(pattern: str) -> Form:
    found = re.compile(pattern, re.ASCII)
    return lambda value: type(value) is str and found.fullmatch(value) is not None


def of_type(wanted: type) -> Form:
    return lambda value: type(value) is wanted


def or_null(form: Form) -> Form:
    return lambda value: value is None or form(value)


def each(form: Form) -> Form:
    return lambda value: type(value) is list and all(map(form, value))


def by_name(form: Form) -> Form:
    return lambda value: type(value) is dict and all(map(form, value.values()))


def fields(**forms: Form) -> Form:
    """An object with exactly these fields."""
    return lambda value: (
        type(value) is dict and value.keys() == forms.keys() and all(form(value[name]) for name, form in forms.items())
    )


def is_count(value: Any) -> bool:
    return type(value) is int and value >= 1


def is_index(value: Any) -> bool:
    return type(value) is int and value >= 0


def is_seats(value: Any) -> bool:
    return type(value) is int and 2 <= value <= 4


def is_time(value: Any) -> bool:
    if not looks_like_time(value):
        return False
    try:
        return bool(datetime.fromisoformat(value[:19]))
    except ValueError:
        return False


def is_move(value: Any) -> bool:
    return bool(ASKED(value) and is_text(value["move"].get("name")))


def is_reveal(value: Any) -> bool:
    return (
        type(value) is list
        and len(value) == 4
        and bool(is_label(value[0]) and is_index(value[1]) and is_ascii(value[2]) and is_hash(value[3]))
    )


def is_ascii(value: Any) -> bool:
    return type(value) is str and value.isascii()


def is_option(value: Any) -> bool:
    return value is None or type(value) in (int, str, bool)


is_text, is_number, is_truth, is_object = of_type(str), of_type(int), of_type(bool), of_type(dict)
is_hash = matching("[0-9a-f]{64}")
is_id, is_label = matching("[a-z0-9]{12}"), matching("[a-z0-9_]+")
looks_like_time = matching(r"\d{4}-\d\d-\d\dT([01]\d|2[0-3]):\d\d:\d\d\.\d{3}Z")
ASKED = fields(move=is_object, seat=is_index, turn=is_count)
CITED = fields(version=is_count, digest=is_hash)
OF_DEAL = fields(deal=is_id, name=is_text, version=is_count, digest=is_hash)
BRANCH = fields(match=is_id, version=is_count, digest=is_hash, settled=by_name(is_index))
FIRST_JUDGED = fields(turn=is_count, seat=is_index, best=is_text, given_away=is_index)
JUDGED = fields(turn=is_count, seat=is_index, best=is_text, given_away=is_index, doubt=or_null(is_index))
DRAW = fields(label=is_label, items=each(is_ascii), seals=each(is_hash))
LINE = fields(envelope=is_object, sealed=or_null(fields(part=is_object, salt=matching("[0-9a-f]{32}"))))
HEADER = fields(
    commitment=or_null(is_hash),
    finished=is_truth,
    format=is_text,
    game=or_null(is_text),
    id=is_id,
    options=or_null(by_name(is_option)),
    rules=or_null(is_number),
    streams=by_name(CITED),
)
ENVELOPE: Dict[str, Form] = {
    "stream": matching("(table|match|score|deal|tournament):[a-z0-9]{12}|rating:[a-z0-9_]+-[a-z0-9_]+"),
    "version": is_count,
    "type": matching(r"[a-z0-9_]+\.[a-z0-9_]+"),
    "schema": is_count,
    "at": is_time,
    "by": matching("(person|service|operator):[A-Za-z0-9._-]+|bot:[A-Za-z0-9._-]+@[A-Za-z0-9._-]+"),
    "cause": matching("[!-~]{1,200}"),
    "move": or_null(is_move),
    "data": is_object,
    "reveals": each(is_reveal),
    "seal": or_null(is_hash),
    "previous": or_null(is_hash),
    "digest": is_hash,
    "signed": fields(previous=is_hash, signature=matching("[0-9a-f]{128}")),
}
SCORE: Dict[str, Form] = {
    "points": each(is_number),
    "places": each(or_null(is_number)),
    "lines": each(by_name(is_number)),
    "target": or_null(is_number),
}
OPENED_TABLE: Dict[str, Form] = {
    "opener": is_text,
    "game": is_text,
    "options": by_name(is_option),
    "seats": is_number,
    "listed": is_truth,
    "commitment": is_hash,
}
STARTED_MATCH: Dict[str, Form] = {
    "game": is_text,
    "rules": is_number,
    "options": by_name(is_option),
    "players": each(is_text),
    "commitment": is_hash,
    "nonces": each(or_null(is_hash)),
    "table": or_null(CITED),
    "practice": is_truth,
}
COMMITTED_DEAL: Dict[str, Form] = {
    "name": is_text,
    "game": is_text,
    "rules": is_number,
    "options": by_name(is_option),
    "bots": each(or_null(is_text)),
    "entrants": each(is_text),
    "begins": is_time,
    "ends": is_time,
    "commitment": is_hash,
}
CLOCK = fields(kind=is_text, seconds=is_number, increment=is_number, delay=is_number)
FIRST_TERMS = {"clock": or_null(CLOCK), "out": is_text, "absent": is_number, "rated": is_truth, "take_back": is_truth}
TERMS = fields(**FIRST_TERMS, substitutes=is_truth)
SEED = fields(seed=is_hash)
FINAL = fields(format=is_text, rounds=is_index, entrants=is_index)
RULES = fields(
    format=is_text,
    seats=is_seats,
    shortest=is_seats,
    rounds=is_index,
    points=each(is_index),
    bye=is_index,
    tie_breaks=each(is_text),
    terms=TERMS,
    check_in=is_text,
    absent=is_text,
    late=is_truth,
    bots=is_truth,
    most=is_index,
    minutes=is_index,
    go_on=is_count,
    third_place=is_truth,
    groups=is_count,
    final=or_null(FINAL),
)
PLAYED = fields(match=is_id, version=is_count, digest=is_hash, score=is_count, score_digest=is_hash)
STANDING = fields(entrant=is_index, place=is_count, points=is_index, numbers=each(is_number))
EVENTS: Dict[str, Tuple[Form, Optional[Form]]] = {  # by type and schema: the public part, and the sealed part
    "table.opened@1": (fields(**OPENED_TABLE), SEED),
    "table.opened@2": (fields(**OPENED_TABLE, branch=or_null(BRANCH)), SEED),
    "table.opened@3": (fields(**OPENED_TABLE, branch=or_null(BRANCH), hints=is_truth), SEED),
    "table.opened@4": (
        fields(**OPENED_TABLE, branch=or_null(BRANCH), hints=is_truth, terms=fields(**FIRST_TERMS)),
        SEED,
    ),
    "table.opened@5": (fields(**OPENED_TABLE, branch=or_null(BRANCH), hints=is_truth, terms=TERMS), SEED),
    "table.opened@6": (
        fields(**OPENED_TABLE, branch=or_null(BRANCH), hints=is_truth, terms=TERMS, host_key=or_null(is_hash)),
        SEED,
    ),
    "table.seat_taken@1": (fields(seat=is_number, player=is_text, nonce_hash=or_null(is_hash)), None),
    "table.seat_taken@2": (
        fields(seat=is_number, player=is_text, nonce_hash=or_null(is_hash), key=or_null(is_hash)),
        None,
    ),
    "table.seat_left@1": (fields(seat=is_number, player=is_text), None),
    "table.filled@1": (fields(), None),
    "table.nonce_shown@1": (fields(seat=is_number, nonce=is_hash), None),
    "table.closed@1": (fields(match=is_truth, reason=is_text), None),
    "match.started@1": (fields(**STARTED_MATCH), SEED),
    "match.started@2": (fields(**STARTED_MATCH, branch=or_null(BRANCH)), SEED),
    "match.started@3": (fields(**STARTED_MATCH, branch=or_null(BRANCH), hints=is_truth), SEED),
    "match.started@4": (
        fields(**STARTED_MATCH, branch=or_null(BRANCH), hints=is_truth, terms=fields(**FIRST_TERMS)),
        SEED,
    ),
    "match.started@5": (
        fields(**STARTED_MATCH, branch=or_null(BRANCH), hints=is_truth, terms=TERMS, deal=or_null(OF_DEAL)),
        SEED,
    ),
    "match.started@6": (
        fields(
            **STARTED_MATCH,
            branch=or_null(BRANCH),
            hints=is_truth,
            terms=TERMS,
            deal=or_null(OF_DEAL),
            host_key=or_null(is_hash),
            keys=each(or_null(is_hash)),
        ),
        SEED,
    ),
    "match.drawn@1": (fields(draws=each(DRAW)), fields(orders=each(each(is_index)))),
    "match.turn_started@1": (fields(seats=each(is_number)), None),
    "match.seat_resigned@1": (fields(seat=is_number), None),
    "match.stand_in_seated@1": (fields(seat=is_number, player=is_text), None),
    "match.stand_in_agreed@1": (fields(seat=is_number, absent=is_number, turn=is_number), None),
    "match.take_back_asked@1": (fields(seat=is_number, to=is_number), None),
    "match.take_back_answered@1": (fields(seat=is_number, request=is_number, agrees=is_truth), None),
    "match.take_back_withdrawn@1": (fields(seat=is_number, request=is_number), None),
    "match.taken_back@1": (fields(to=is_number, request=is_number), None),
    "match.paused@1": (fields(reason=is_text), None),
    "match.paused@2": (fields(reason=is_text, milliseconds=is_number), None),
    "match.resumed@1": (fields(), None),
    "match.ended@1": (fields(reason=is_text), None),
    "match.aborted@1": (fields(reason=is_text, note=or_null(is_text)), None),
    "match.adjudicated@1": (fields(places=each(or_null(is_number)), note=is_text), None),
    "match.stood_in@1": (fields(seat=is_number, player=is_text, reason=is_text), None),
    "match.lateness_forgiven@1": (fields(seat=is_number, milliseconds=is_number), None),
    "match.time_ran_out@1": (fields(seat=is_number, turn=is_number), None),
    "match.time_credited@1": (
        fields(seats=each(is_number), milliseconds=is_number, begin=is_number, end=is_number),
        None,
    ),
    "match.pause_agreed@1": (fields(seat=is_number, turn=is_number), None),
    "match.resume_agreed@1": (fields(seat=is_number), None),
    "match.vacation_taken@1": (fields(seat=is_number, until=is_number), None),
    "match.absence_noted@1": (fields(seat=is_number, turn=is_number, seconds=is_number), None),
    "match.seat_reclaimed@1": (fields(seat=is_number, player=is_text), None),
    "match.seat_taken_over@1": (fields(seat=is_number, player=is_text), None),
    "match.seat_taken_over@2": (fields(seat=is_number, player=is_text, key=or_null(is_hash)), None),
    "score.counted@1": (fields(match=CITED, **SCORE), None),
    "score.corrected@1": (fields(**SCORE, note=is_text), None),
    "score.analysed@1": (fields(match=CITED, bot=is_text, turns=each(FIRST_JUDGED)), None),
    "score.analysed@2": (fields(match=CITED, bot=is_text, turns=each(JUDGED)), None),
    "deal.committed@1": (fields(**COMMITTED_DEAL), SEED),
    "deal.ended@1": (fields(), None),
    "tournament.opened@1": (
        fields(organiser=is_text, game=is_text, options=by_name(is_option), rules=RULES, commitment=is_hash),
        SEED,
    ),
    "tournament.entered@1": (
        fields(entrant=is_index, player=or_null(is_text), nonce_hash=or_null(is_hash), strength=is_number),
        None,
    ),
    "tournament.checked_in@1": (fields(entrant=is_index, round=is_index), None),
    "tournament.nonce_shown@1": (fields(entrant=is_index, nonce=is_hash), None),
    "tournament.withdrew@1": (fields(entrant=is_index, reason=is_text, note=or_null(is_text)), None),
    "tournament.returned@1": (fields(entrant=is_index), None),
    "tournament.started@1": (fields(nonces=each(or_null(is_hash))), None),
    "tournament.round_paired@1": (
        fields(
            round=is_index,
            stage=is_index,
            input=is_hash,
            by=is_text,
            instead=or_null(is_text),
            tables=each(each(is_index)),
            byes=each(is_index),
            pulled=each(is_index),
            deal=or_null(is_text),
        ),
        None,
    ),
    "tournament.pairing_changed@1": (
        fields(round=is_index, tables=each(each(is_index)), byes=each(is_index), note=is_text),
        None,
    ),
    "tournament.match_linked@1": (fields(round=is_index, table=is_index, match=is_id), None),
    "tournament.result_recorded@1": (
        fields(
            round=is_index,
            table=is_index,
            how=is_text,
            played=or_null(PLAYED),
            places=each(or_null(is_count)),
            points=each(is_number),
            note=or_null(is_text),
        ),
        None,
    ),
    "tournament.result_entered@1": (
        fields(round=is_index, table=is_index, seat=is_index, places=each(or_null(is_count)), points=each(is_number)),
        None,
    ),
    "tournament.round_ended@1": (fields(round=is_index, standings=each(STANDING)), None),
    "tournament.stage_ended@1": (fields(entrants=each(is_index)), None),
    "tournament.paused@1": (fields(note=is_text), None),
    "tournament.resumed@1": (fields(), None),
    "tournament.ended@1": (fields(reason=is_text, note=or_null(is_text), standings=each(STANDING)), None),
    "tournament.time_ended@1": (fields(), None),
    "tournament.season_opened@1": (
        fields(
            number=is_count,
            size=is_count,
            moves=is_count,
            former=or_null(is_id),
            end=or_null(CITED),
            carried=each(each(is_index)),
        ),
        None,
    ),
}
TYPES = {name.partition("@")[0] for name in EVENTS}


# Header and sequence: the file is whole, and nothing in it was moved.


def check_header(record: Record) -> Iterator[Wrong]:
    """The header is derived from the lines, so the check derives it again."""
    made = header_of(record)
    if wrong := [name for name in made if canonical(made[name]) != canonical(record.header[name])]:
        yield Wrong(1, f"the header says something else than the lines below it: {', '.join(wrong)}")
    if record.opened and record.started:
        said, played = record.opened.data, record.started.data
        if (said["game"], canonical(said["options"])) != (played["game"], canonical(played["options"])):
            yield Wrong(record.started, "the match is another game, or has other options, than its table")
    if record.committed and record.started:
        said, played = record.committed.data, record.started.data
        if any(canonical(said[name]) != canonical(played[name]) for name in ("game", "options", "rules")):
            yield Wrong(record.started, "the match is another game, or has other options or rules, than its deal")


def header_of(record: Record) -> Json:
    started = record.started.data if record.started else {}
    opened = record.opened.data if record.opened else started
    last = {name: lines[-1].envelope for name, lines in record.streams.items()}
    return {
        "commitment": opened.get("commitment"),
        "finished": record.ends(),
        "format": FORMAT,
        "game": opened.get("game"),
        "id": record.id,
        "options": opened.get("options"),
        "rules": started.get("rules"),
        "streams": {name: {"digest": one["digest"], "version": one["version"]} for name, one in last.items()},
    }


def check_order(record: Record) -> Iterator[Wrong]:
    """Streams, versions and times only go forward, and the events of one command stand together."""
    reached = 0
    before: Optional[Line] = None
    for line in record.lines:
        if not record.holds(line):
            yield Wrong(line, f"{line.envelope['stream']} does not belong into this file")
            continue
        if KINDS.index(line.kind) < reached:
            yield Wrong(line, "the streams are not in their order: table, match, score, deal")
        reached = KINDS.index(line.kind)
        yield from _place(line, before if before and before.kind == line.kind else None, record)
        before = line
    for lines in record.streams.values():
        yield from _commands(lines)


def commands_in(lines: Sequence[Line]) -> Iterator[List[Line]]:
    """The events of each command, which share its key and its sender."""
    for _, together in groupby(lines, lambda line: (line.envelope["by"], line.envelope["cause"])):
        yield list(together)


def _commands(lines: Sequence[Line]) -> Iterator[Wrong]:
    """The events of one command stand together, with one time; a branch repeats the moves before it when it starts."""
    done: Set[Tuple[str, str]] = set()
    for first, *others in commands_in(lines):
        key = first.envelope["by"], first.envelope["cause"]
        if key in done:
            yield Wrong(first, "what one command led to does not stand together, or its key was used twice")
        for line in others:
            if line.envelope["at"] != first.envelope["at"]:
                yield Wrong(line, "what one command led to has more than one time")
            if line.envelope["move"] and first.type != "match.started":
                yield Wrong(line, "a move stands in the middle of what another one led to")
        done.add(key)


def _place(line: Line, before: Optional[Line], record: Record) -> Iterator[Wrong]:
    expected = before.envelope["version"] + 1 if before else 1
    if line.envelope["version"] != expected:
        yield Wrong(line, f"version {expected} should stand here")
    if before and line.envelope["at"] < before.envelope["at"]:
        yield Wrong(line, "the time goes back")
    if before is None and line.type != FIRST.get(line.kind, line.type):
        yield Wrong(line, f"a {line.kind} does not begin with {line.type}")
    game = record.started.data["game"] if record.started and line.kind == "match" else line.kind
    if line.type.partition(".")[0] not in (line.kind, game):
        yield Wrong(line, f"{line.type} does not belong into a {line.kind}")
    if before and before.type in LAST:
        yield Wrong(line, f"something happened after the end, which was {before.type}")


# Digest, previous and seal: nothing was changed, and what was hidden is what was sealed.


def check_digest(record: Record) -> Iterator[Wrong]:
    for line in record.lines:
        if digest_of(line.envelope) != line.envelope["digest"]:
            yield Wrong(line, "the hash of this event is not the digest that it carries: something in it was changed")


def digest_of(envelope: Json) -> str:
    """SHA-256 of the canonical envelope without its field `digest`."""
    return sha256(canonical({name: envelope[name] for name in envelope if name != "digest"})).hexdigest()


def check_previous(record: Record) -> Iterator[Wrong]:
    """Each event names the one before, a match its table's last event or its deal, and a count the end it counted."""
    last: Dict[str, str] = {}
    for line in record.lines:
        if line.envelope["previous"] != last.get(line.envelope["stream"]):
            yield Wrong(line, "the chain is broken: the event before is not the one that this event names")
        last[line.envelope["stream"]] = line.envelope["digest"]
    yield from _cited_table(record)
    yield from _cited_deal(record)
    ends = {(ended.envelope["version"], ended.envelope["digest"]) for ended in record.of("match.ended")}
    for line in record.of("score.counted"):
        counted = line.data["match"]
        if (counted["version"], counted["digest"]) not in ends:
            yield Wrong(line, "what was counted is not the end of the match in this file")


def _cited_table(record: Record) -> Iterator[Wrong]:
    if record.started is None:
        return
    cited, table = record.started.data["table"], record.streams.get("table", [])
    branch = record.started.data.get("branch")
    if record.opened and record.opened.data.get("branch") != branch:
        yield Wrong(record.started, "the match goes on from something else than its table said")
    if not table:
        if cited and not record.started.data["practice"]:
            yield Wrong(record.started, "the match names its table, and the table is not in this file")
    elif not cited or not _cites(cited, table[-1]):
        yield Wrong(record.started, "the match does not name the last event of the table in this file")
    elif table[-1].type != "table.closed" or not table[-1].data["match"]:
        yield Wrong(record.started, "the table did not close with a match to follow")


def _cited_deal(record: Record) -> Iterator[Wrong]:
    cited = record.started.data.get("deal") if record.started else None
    if record.started is None or cited is None:
        return
    committed = record.committed
    if committed is None:
        yield Wrong(len(record.lines) + 2, "the match names its deal, and the deal is not in this file")
        return
    if not _cites({name: cited[name] for name in ("version", "digest")}, committed):
        yield Wrong(record.started, "the match does not name the first event of the deal in this file")
        return
    if committed.data["name"] != cited["name"]:
        yield Wrong(record.started, "the match calls its deal by another name")
    yield from _deal_in_time(record, committed, record.started)


def _deal_in_time(record: Record, committed: Line, started: Line) -> Iterator[Wrong]:
    """The deal was committed before it began, its match started after that, and it was opened at its end."""
    if committed.envelope["at"] > committed.data["begins"]:
        yield Wrong(committed, "the deal was committed after it had begun")
    if not committed.data["begins"] <= started.envelope["at"] < committed.data["ends"]:
        yield Wrong(started, "the match started before its deal began, or after its end")
    for ended in record.of("deal.ended"):
        if not committed.data["entrants"] and ended.envelope["at"] < committed.data["ends"]:
            yield Wrong(ended, "the deal was opened before its end")


def _cites(cited: Json, line: Line) -> bool:
    return bool(cited == {"version": line.envelope["version"], "digest": line.envelope["digest"]})


def check_seal(record: Record) -> Iterator[Wrong]:
    for line in record.lines:
        seal, sealed = line.envelope["seal"], line.sealed
        if sealed and not record.is_finished:
            yield Wrong(line, "a sealed part is open before the end of the match")
        elif sealed and seal != seal_of(sealed["part"], sealed["salt"]):
            yield Wrong(line, "the sealed part is not what was sealed: its hash is not the seal")
        elif seal and not sealed and record.is_finished:
            yield Wrong(line, "the sealed part is missing, though all is over")


def seal_of(part: Json, salt: str) -> str:
    """SHA-256(salt ‖ canonical sealed part)."""
    return sha256(bytes.fromhex(salt) + canonical(part)).hexdigest()


# Reveal, commitment, nonce and draw: all luck was fixed before anybody knew it.


def check_reveal(record: Record) -> Iterator[Wrong]:
    """Every drawn item that became known is the one that was sealed when the match began."""
    draws: Dict[str, Json] = {}
    shown = set()
    for line in record.lines:
        if line.type == "match.drawn":
            draws.update((draw["label"], draw) for draw in line.data["draws"])
        named = set(_texts(line.data)) if line.envelope["reveals"] else set()
        for label, position, item, salt in line.envelope["reveals"]:
            what = f"position {position + 1} of the draw {label}"
            seals = draws[label]["seals"] if label in draws and line.kind == "match" else []
            if position >= len(seals):
                yield Wrong(line, f"{what} is shown, and nothing was drawn there")
            elif seal_of_position(salt, label, position, item) != seals[position]:
                yield Wrong(line, f"{what} is shown as {item}, which is not what was sealed there")
            if (label, position) in shown:
                yield Wrong(line, f"{what} is shown for the first time twice")
            if item not in named:
                yield Wrong(line, f"{what} is shown as {item}, and the event says something else")
            shown.add((label, position))


def _texts(value: Any) -> Iterator[str]:
    """All texts and numbers inside a value."""
    if isinstance(value, (dict, list)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)
    else:
        yield str(value)


def seal_of_position(salt: str, label: str, position: int, item: str) -> str:
    """SHA-256(salt ‖ `label:position:item`)."""
    return sha256(bytes.fromhex(salt) + f"{label}:{position}:{item}".encode()).hexdigest()


def check_commitment(record: Record) -> Iterator[Wrong]:
    """The server's seed is the one whose hash was public before anybody sat down."""
    begun = [line for line in (record.opened, record.committed, record.started) if line]
    for line in begun:
        if line.part and hash_of(line.part["seed"]) != line.data["commitment"]:
            yield Wrong(line, "the seed is not the one that was committed to: its hash is not the commitment")
        lacks_deal = bool(line.data.get("deal")) and not record.committed  # which is named as such
        if line is not begun[0] and not lacks_deal and line.data["commitment"] != _committed_before(record, begun[0]):
            yield Wrong(line, "the match has another commitment than its table or its deal")
    started = record.started
    if started and not started.data["practice"] and started.data.get("branch"):
        yield Wrong(started, "a match that goes on from another one is for practice, and this is not called practice")
    if started and started.data.get("deal"):
        yield from _deal_and_table(started, record)
    if started and not started.data["practice"] and not started.data["table"] and not started.data.get("deal"):
        yield Wrong(started, "no table committed to the seed before anybody sat down, and this is not called practice")


def _committed_before(record: Record, first: Line) -> Any:
    """Of a match of a deal it is the deal's: the luck of its table, if it has one, is not used."""
    return (record.committed or first).data["commitment"]


def _deal_and_table(started: Line, record: Record) -> Iterator[Wrong]:
    """Only a deal of a round of a tournament has tables, which that tournament opened."""
    deal, opener = record.committed, record.opened.data["opener"] if record.opened else None
    if started.data["practice"] or (started.data["table"] and deal and not deal.data["entrants"]):
        yield Wrong(started, "a match of a deal has no table, and it is not for practice")
    elif opener and deal and opener != f"tournament:{deal.data['name'].rpartition(':')[0]}":
        yield Wrong(started, "the table belongs to another tournament than its deal")


def hash_of(secret: str) -> str:
    """SHA-256 of the raw bytes of a seed or a nonce."""
    return sha256(bytes.fromhex(secret)).hexdigest()


class Seat(NamedTuple):
    player: str
    nonce_hash: Optional[str]
    nonce: Optional[str] = None
    key: Optional[str] = None


def check_nonce(record: Record) -> Iterator[Wrong]:
    """The players' nonces were fixed when they sat down, and shown when nobody could leave any more."""
    started = record.started
    if started and len(started.data["nonces"]) != len(started.data["players"]):
        yield Wrong(started, "there is not one secret number, or none, for each player")
    if started and record.committed:
        yield from _dealt_seats(started, record.committed.data)
    if record.opened is None:
        return
    seats: Dict[int, Seat] = {}
    is_filled, count = False, record.opened.data["seats"]
    for line in record.streams["table"]:
        wrong = _at_table(line, seats, is_filled, count)
        if wrong:
            yield Wrong(line, wrong)
            return  # what follows from a wrong step need not be wrong itself
        is_filled = is_filled or line.type == "table.filled"
    if started:
        played, sat = started.data, [seats[seat] for seat in sorted(seats)]
        if len(sat) != count or played["players"] != [seat.player for seat in sat]:
            yield Wrong(started, "others play than sat down at the table")
        elif not played.get("deal") and played["nonces"] != [seat.nonce for seat in sat]:
            yield Wrong(started, "the match does not use the secret numbers that were shown at its table")
        elif _keys_of(played) != (record.opened.data.get("host_key"), [seat.key for seat in sat]):
            yield Wrong(started, "the keys of the match are not those that were given at its table")


def _keys_of(played: Json) -> Tuple[Optional[str], List[Optional[str]]]:
    """The instance's key, and those of the players by seat; a record from before there were any names none."""
    keys = played.get("keys", [None] * len(played["players"]))
    return played.get("host_key"), keys


def _dealt_seats(started: Line, deal: Json) -> Iterator[Wrong]:
    """Bots sit where the deal has them, and one person in all other seats; of a round of a tournament its entrants do,
    or bots in their place. Nobody brings a number of their own.
    """
    bots, players = deal["bots"], started.data["players"]
    people = {player for bot, player in zip(bots, players) if bot is None}
    agree = len(bots) == len(players) and all(bot in (None, player) for bot, player in zip(bots, players))
    if deal["entrants"]:
        are_those = all(player in deal["entrants"] or player.startswith("bot:") for player in people)
    else:
        are_those = len(people) <= 1 and all(player.startswith("person:") for player in people)
    if not agree or not are_those:
        yield Wrong(started, "others play than the deal says")
    if any(started.data["nonces"]):
        yield Wrong(started, "the match uses secret numbers that its deal does not know")


def _at_table(line: Line, seats: Dict[int, Seat], is_filled: bool, count: int) -> Optional[str]:
    """Applies one event to `seats`, or says what is wrong with it."""
    data, seat = line.data, line.data.get("seat")
    sitting = seats.get(seat) if isinstance(seat, int) else None
    if line.type == "table.seat_taken":
        if is_filled or sitting or not 0 <= data["seat"] < count:
            return "somebody sits down where no seat is free"
        seats[data["seat"]] = Seat(data["player"], data["nonce_hash"], key=data.get("key"))
    elif line.type == "table.seat_left":
        if is_filled or sitting is None or sitting.player != data["player"]:
            return "somebody leaves who does not sit there, or after all seats were taken"
        del seats[data["seat"]]
    elif line.type == "table.filled" and (is_filled or len(seats) != count):
        return "the table is called full, and it is not, or for a second time"
    elif line.type == "table.nonce_shown":
        if not is_filled or sitting is None or sitting.nonce is not None:
            return "a secret number is shown before all seats were taken, by nobody, or for a second time"
        if hash_of(data["nonce"]) != sitting.nonce_hash:
            return "this is not the secret number whose hash was given when sitting down"
        seats[data["seat"]] = sitting._replace(nonce=data["nonce"])
    elif line.type == "table.closed" and data["match"] and not is_filled:
        return "a match is to follow, and not all seats were taken"
    return None


def check_draw(record: Record) -> Iterator[Wrong]:
    """Every order is the one that seed and nonces give, and every seal is that of the item drawn at its position.

    In a branch the settled positions come from the match that it cites, which is another record.
    """
    labels: List[str] = []
    for line in record.of("match.drawn"):
        for draw in line.data["draws"]:
            labels.append(draw["label"])
            if len(set(draw["items"])) != len(draw["items"]) or len(draw["seals"]) != len(draw["items"]):
                yield Wrong(line, f"in the draw {draw['label']} items stand twice, or not each has its seal")
        if len(set(labels)) != len(labels):
            yield Wrong(line, "two draws have the same name")
        if record.is_finished:
            yield from _check_orders(line, record)


def _check_orders(line: Line, record: Record) -> Iterator[Wrong]:
    draws, orders = line.data["draws"], line.part.get("orders", [])
    if record.started is None or not record.started.part or len(orders) != len(draws):
        yield Wrong(line, "the seed or the orders are not open, so the draws can't be made again")
        return
    deal = record.started.data.get("deal")
    key = key_of(record.started.part["seed"], deal["name"] if deal else record.id, record.started.data["nonces"])
    settled = (record.started.data.get("branch") or {"settled": {}})["settled"]
    for draw, order in zip(draws, orders):
        label, items = draw["label"], draw["items"]
        made = gone_on(order[: settled.get(label, 0)], order_of(key, label, len(items)))
        if order != made or sorted(order) != list(range(len(items))):
            yield Wrong(line, f"the order of the draw {label} is not the one that seed and secret numbers give")
        elif draw["seals"] != [seal_at(key, label, at, items[index]) for at, index in enumerate(order)]:
            yield Wrong(line, f"a seal of the draw {label} is not that of what was drawn there")


def key_of(seed: str, named: str, nonces: Sequence[Optional[str]]) -> bytes:
    """HMAC(seed, canonical form of `[id, [nonce or null, by seat]]`); for a deal, its name is in place of the id."""
    return mac(bytes.fromhex(seed), canonical([named, list(nonces)]))


def order_of(key: bytes, label: str, count: int) -> List[int]:
    """The indices of the items, sorted by the bytes of HMAC(key, `label:index`)."""
    return sorted(range(count), key=lambda index: mac(key, f"{label}:{index}".encode()))


def gone_on(settled: Sequence[int], order: Sequence[int]) -> List[int]:
    """What is settled first, then all others in their order."""
    first = set(settled)
    return [*settled, *(index for index in order if index not in first)]


def seal_at(key: bytes, label: str, position: int, item: str) -> str:
    """With the salt that the key gives that position: HMAC(key, `salt:label:position`)."""
    return seal_of_position(mac(key, f"salt:{label}:{position}".encode()).hex(), label, position, item)


def mac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


# The course of a table and its match: who may write what, and what is possible, and no honest host does.

HOUR, DAY_LONG = 3_600_000, 86_400_000  # milliseconds
SHORTEST_WAIT = 9_000  # for a number: ten seconds if nothing else was chosen, less one for clocks that differ
SHORTEST_PATIENCE = HOUR  # with a match in which nobody moves: a day if nothing else was chosen
FIVE_TRIES = 5_000  # of a bot that fails: they take longer
DRIFT = 1_000  # between the clocks of two processes
FIRST_DAY = "2020-01-01T00:00:00.000Z"
AT_ONCE = 20  # orders of people, which nobody gives at one moment
QUICK = 10  # moves of one person, which no program sends in no time
SERVICE, OPERATOR, PERSON, BOT = "service:", "operator:", "person:", "bot:"
OF_SEAT = {  # orders of whoever plays for the seat that they name
    "match.seat_resigned",
    "match.stand_in_agreed",
    "match.pause_agreed",
    "match.resume_agreed",
    "match.take_back_asked",
    "match.take_back_answered",
    "match.take_back_withdrawn",
    "match.vacation_taken",
}
OF_SERVER = {
    "match.time_credited",
    "match.absence_noted",
    "score.counted",
    "score.analysed",
    "deal.committed",
    "deal.ended",
}
OF_OPERATOR = {"match.adjudicated", "score.corrected"}
FOLLOWS = {  # events that other ones of their command lead to, always
    "match.drawn",
    "match.turn_started",
    "match.stood_in",
    "match.lateness_forgiven",
    "match.taken_back",
    "match.paused",
}
LEFT_SEAT = {  # why a bot plays on in a seat, and the field that names the seat
    "match.seat_resigned": "seat",
    "match.stand_in_agreed": "absent",
    "match.absence_noted": "seat",
    "match.time_ran_out": "seat",
}


class Course:
    """A match while it goes on: who plays for which seat, and when somebody last did something."""

    def __init__(self, started: Line, closed: Optional[Line]) -> None:
        self.started = started
        self.closed = closed  # its table
        self.terms: Json = started.data.get("terms") or {}
        self.players: Dict[int, str] = dict(enumerate(started.data["players"]))
        self.last: Dict[str, int] = {}  # by player, when they last wrote something
        self.called: Tuple[int, List[int]] = (moment_of(started), [])  # since when, and which seats
        self.reached = moment_of(started)
        self.paused: Optional[Line] = None
        self.moved: Set[str] = set()
        self.failed: Set[int] = set()  # the seats of bots that others have moved for

    def go_on(self, line: Line) -> None:
        data, at, by = line.data, moment_of(line), line.envelope["by"]
        self.reached = at
        self.last[by] = at
        if line.envelope["move"]:
            self.moved.add(by)
        if line.type in ("match.stand_in_seated", "match.seat_reclaimed", "match.seat_taken_over"):
            self.players[data["seat"]] = data["player"]
        elif line.type == "match.turn_started":
            self.called = at, data["seats"]
        elif line.type == "match.stood_in":
            self.failed.add(data["seat"])
        elif line.type == "match.paused":
            self.paused = line

    @property
    def idle_since(self) -> int:
        """When one of the people at it last did something; where no person is left, when anything happened."""
        if not self.started.data["rules"] and self.closed:
            return moment_of(self.closed)  # called off before it began
        people = [player for player in self.players.values() if player.startswith(PERSON)]
        begun = moment_of(self.started)
        return max([begun, *(self.last.get(player, begun) for player in people)]) if people else self.reached

    @property
    def patience(self) -> int:
        """How long nobody has to move, at least, until a match is idle."""
        clock = self.terms.get("clock")
        return SHORTEST_PATIENCE + (1000 * (clock["seconds"] + clock["delay"]) if clock else 0)


def moment_of(line: Line) -> int:
    """Milliseconds since 1970."""
    at = line.envelope["at"]
    return int((datetime.fromisoformat(at[:19]) - datetime(1970, 1, 1)).total_seconds()) * 1000 + int(at[20:23])


def present() -> int:
    return int(datetime.now(timezone.utc).timestamp() * 1000)


def seconds_in(milliseconds: int) -> str:
    """With one digit behind the point, which is cut and not rounded."""
    tenths = max(0, milliseconds) // 100
    return f"{tenths // 10}.{tenths % 10}"


def check_course(record: Record) -> Iterator[Wrong]:
    """Whoever gave an order may give it, and could at that time: else no decider ever wrote it."""
    yield from _course_of_table(record)
    if record.started:
        course = Course(record.started, _last_of_table(record))
        for lines in commands_in(record.streams["match"]):
            wrong = _wrong_command(course, lines)
            if wrong:
                yield Wrong(lines[0], wrong)
            for at, line in enumerate(lines):
                follows = _wrong_after(course, lines[:at], line) if at and lines[0].type != "match.started" else None
                if follows and not wrong:
                    yield Wrong(line, follows)
                course.go_on(line)
    for line in (*record.streams.get("score", ()), *record.streams.get("deal", ())):
        if said := _wrong_office(line):
            yield Wrong(line, said)


def _last_of_table(record: Record) -> Optional[Line]:
    lines = record.streams.get("table")
    return lines[-1] if lines else None


def _wrong_office(line: Line) -> Optional[str]:
    """Of events that only the server writes, or only an operator."""
    by = line.envelope["by"]
    if line.type in OF_SERVER and not by.startswith(SERVICE):
        return f"{by} did this, and only this server itself may"
    if line.type in OF_OPERATOR and not by.startswith(OPERATOR):
        return f"{by} did this, and only an operator may"
    return None


def _course_of_table(record: Record) -> Iterator[Wrong]:
    if record.opened is None:
        return
    opener, seats, shown, is_filled = record.opened.data["opener"], dict[int, Line](), set[int](), False
    for lines in commands_in(record.streams["table"]):
        for at, line in enumerate(lines):
            awaited = [seat for seat in seats if seats[seat].data["nonce_hash"] and seat not in shown]
            seat = line.data.get("seat")
            wrong = _wrong_at_table(line, at, opener, seats.get(seat) if isinstance(seat, int) else None)
            if line.type == "table.closed":
                wrong = _wrong_close(line, at, opener, awaited if is_filled else None)
            if wrong:
                yield Wrong(line, wrong)
            if line.type == "table.seat_taken":
                seats[line.data["seat"]] = line
            elif line.type == "table.seat_left":
                seats.pop(line.data["seat"], None)
            elif line.type == "table.nonce_shown":
                shown.add(line.data["seat"])
            is_filled = is_filled or line.type == "table.filled"


def _is_by_opener(by: str, opener: str) -> bool:
    """The server opens tables for those who waited for each other, and for tournaments."""
    return by == opener if opener.startswith((PERSON, BOT)) else by.startswith(SERVICE)


def _wrong_at_table(line: Line, at: int, opener: str, sitting: Optional[Line]) -> Optional[str]:
    """`at` is the place among the events of the command."""
    by, data, is_by_opener = line.envelope["by"], line.data, _is_by_opener(line.envelope["by"], opener)
    if line.type == "table.opened" and not is_by_opener:
        return f"{by} opened this table, and it names another opener"
    is_guest = is_by_opener and line.type == "table.seat_taken" and data["player"].startswith(BOT)
    if line.type == "table.seat_taken" and by != data["player"] and not is_guest:
        return f"{by} may not seat this player: people sit down by themselves, and the opener seats bots"
    if line.type == "table.seat_left" and by != data["player"] and not is_by_opener:
        return f"{by} may not free this seat: its player leaves it, or the opener of the table frees it"
    if line.type == "table.nonce_shown" and sitting and by != sitting.data["player"]:
        return f"{by} did this, and only the player of {named_seats([data['seat']])} may"
    if line.type == "table.filled" and not at:
        return "nothing that stands beside this led to it"
    return None


def _wrong_close(line: Line, at: int, opener: str, awaited: Optional[Sequence[int]]) -> Optional[str]:
    """`awaited` are the seats whose numbers were not shown; None of a table that is not full."""
    by, reason = line.envelope["by"], line.data["reason"]
    if line.data["match"]:
        if not awaited and not at:
            return "nothing that stands beside this led to it"
        return f"{by} did this, and only this server itself may" if awaited and not by.startswith(SERVICE) else None
    if awaited == []:
        return "the table was closed without a match after all of its numbers were shown"
    by_opener = _is_by_opener(by, opener) and (awaited is None or by.startswith(SERVICE))
    may = by.startswith(SERVICE) if reason == "forgotten" else by_opener or by.startswith(OPERATOR)
    return None if may else f"{by} may not close this table like this"


def _wrong_command(course: Course, lines: Sequence[Line]) -> Optional[str]:
    """What is wrong with whoever gave this order in a match, or with when it was."""
    first, by, data = lines[0], lines[0].envelope["by"], lines[0].data
    if first.type == "match.started":
        may = by.startswith(SERVICE) or (not data["rules"] and by.startswith(OPERATOR))
        return None if may else f"{by} did this, and only this server itself may"
    if first.type == "match.time_ran_out":
        return _wrong_loss(course, first)
    if first.envelope["move"]:
        return _wrong_mover(course, lines)
    if first.type in OF_SEAT and by != course.players.get(data["seat"]):
        return f"{by} did this, and only the player of {named_seats([data['seat']])} may"
    if first.type in ("match.seat_reclaimed", "match.seat_taken_over") and by != data["player"]:
        return f"{by} did this, and only {data['player']} may"
    if first.type == "match.stand_in_seated":
        return _wrong_stand_in(course, first)
    if first.type in ("match.ended", "match.aborted"):
        return _wrong_end(course, first)
    if first.type in FOLLOWS or not first.type.startswith("match."):
        return "nothing that stands beside this led to it"
    return _wrong_office(first) or _wrong_time(course, first)


def _wrong_after(course: Course, before: Sequence[Line], line: Line) -> Optional[str]:
    """Of an event that is not the first of its command."""
    if not line.type.startswith("match.") and all(one.type != "match.taken_back" for one in before):
        return None if before[0].envelope["move"] else "nothing that stands beside this led to it"
    if line.type == "match.stand_in_seated":
        named = {one.data[LEFT_SEAT[one.type]] for one in before if one.type in LEFT_SEAT}
        return None if line.data["seat"] in named else "a bot takes over a seat, and nothing here says why"
    return None


def _wrong_mover(course: Course, lines: Sequence[Line]) -> Optional[str]:
    """A move is its player's, or that of a bot that moved for another bot, as it says."""
    by, seat = lines[0].envelope["by"], lines[0].envelope["move"]["seat"]
    sits = course.players.get(seat, "")
    stood_in = next((line for line in lines if line.type == "match.stood_in"), None)
    if stood_in is None:
        return None if by == sits else f"{by} did this, and only the player of {named_seats([seat])} may"
    if not sits.startswith(BOT):
        return f"a bot moved for the person in {named_seats([seat])}, and nothing here says why"
    return None if by == stood_in.data["player"] else f"{by} did this, and only {stood_in.data['player']} may"


def _wrong_stand_in(course: Course, line: Line) -> Optional[str]:
    """By the server itself, a bot is replaced by another one."""
    by, seat = line.envelope["by"], line.data["seat"]
    if not by.startswith(SERVICE):
        return f"{by} did this, and only this server itself may"
    if not course.players.get(seat, "").startswith(BOT) or not line.data["player"].startswith(BOT):
        return "a bot takes over a seat, and nothing here says why"
    return None


def _wrong_end(course: Course, line: Line) -> Optional[str]:
    by, reason = line.envelope["by"], line.data["reason"]
    if reason == "left":
        return None if by in course.players.values() else f"{by} does not sit at this match, and ends it"
    if line.type == "match.ended":
        return "nothing that stands beside this led to it"
    if reason == "idle":
        return None if by.startswith(SERVICE) else f"{by} did this, and only this server itself may"
    return None if by.startswith(OPERATOR) else f"{by} did this, and only an operator may"


def _wrong_loss(course: Course, line: Line) -> Optional[str]:
    """Nobody's time runs out before there was as much as the clock gives for a turn, or for the whole match."""
    clock, by, asked = course.terms.get("clock"), line.envelope["by"], line.envelope["move"]
    if not by.startswith(BOT if asked else SERVICE):
        return f"{by} did this, and only this server itself may"
    if not clock:
        return "the time runs out in a match without a clock"
    since = moment_of(course.started) if clock["kind"] == "total" else course.called[0]
    spent = moment_of(line) - since
    if spent < 1000 * clock["seconds"]:
        return f"the time ran out after {seconds_in(spent)} s, and there were {clock['seconds']} s"
    return None


def _wrong_time(course: Course, line: Line) -> Optional[str]:
    data, at = line.data, moment_of(line)
    if line.type == "match.time_credited" and data["milliseconds"] > min(data["end"], at) - data["begin"]:
        return "more time is given back than the server was away for"
    patience = course.terms.get("absent")
    if line.type == "match.absence_noted" and (not patience or data["seconds"] < patience):
        return f"no bot plays on after {data['seconds']} s at this table"
    if line.type == "match.resumed":
        if not line.envelope["by"].startswith(SERVICE):
            return f"{line.envelope['by']} did this, and only this server itself may"
        longest = course.paused.data.get("milliseconds", 0) if course.paused else 0
        if course.paused is None or at < moment_of(course.paused) + longest:
            return "the pause ended before its time, and nobody had agreed to that"
    return None


def doubts_about(record: Record, now: Optional[int] = None) -> Iterator[Wrong]:
    """What breaks nothing, and should not have happened; looked at only where nothing is wrong.

    `now` is in milliseconds since 1970: at this moment, where nothing else is said.
    """
    started = record.started
    if started and started.data.get("host_key") and not started.data["practice"] and not is_start_signed(started):
        yield Wrong(started, "the server has a key, and did not sign the start of this match")
    yield from _doubts_about_table(record)
    if started:
        course = Course(started, _last_of_table(record))
        for lines in commands_in(record.streams["match"]):
            for at, line in enumerate(lines):
                doubt = _doubt_about(course, lines[:at], line)
                if doubt:
                    yield Wrong(line, doubt)
                course.go_on(line)
    if _has_people(record) and not (started and started.data["practice"]):
        yield from _doubts_about_times(record, present() if now is None else now)


def _has_people(record: Record) -> bool:
    """Bots alone may play in one process, where the time stands still."""
    return any(line.envelope["by"].startswith(PERSON) for line in record.lines)


def _doubts_about_table(record: Record) -> Iterator[Wrong]:
    lines = record.streams.get("table", [])
    filled = next((line for line in lines if line.type == "table.filled"), None)
    if filled is None or lines[-1].type != "table.closed":
        return
    closed = lines[-1]
    if not closed.data["match"]:
        said = "the table was closed without a match after all seats were taken: whoever ran it could know the deal"
        yield Wrong(closed, said)
        return
    shown = {line.data["seat"] for line in lines if line.type == "table.nonce_shown"}
    promised = {line.data["seat"]: line.data["nonce_hash"] for line in lines if line.type == "table.seat_taken"}
    missed = [seat for seat in sorted(promised) if promised[seat] and seat not in shown]
    waited = moment_of(closed) - moment_of(filled)
    if missed and waited < SHORTEST_WAIT:
        which = named_seats(missed)
        are = f"the number of {which} was" if len(missed) == 1 else f"the numbers of {which} were"
        yield Wrong(closed, f"{are} not waited for: the table closed {seconds_in(waited)} s after it was full")


def _doubt_about(course: Course, before: Sequence[Line], line: Line) -> Optional[str]:
    """Of one event of a match; `before` are those before it in its command."""
    data, at = line.data, moment_of(line)
    if line.type == "match.aborted" and data["reason"] == "idle":
        spent = at - course.idle_since
        if spent < course.patience:
            return f"the match was ended as idle {seconds_in(spent)} s after somebody had last done something"
    if line.type == "match.absence_noted":
        player = course.players.get(data["seat"], "")
        spent = at - max(course.called[0], course.last.get(player, course.called[0]))
        if spent + DRIFT < 1000 * data["seconds"]:
            who = f"the player of {named_seats([data['seat']])}"
            return f"{who} was called or did something {seconds_in(spent)} s before, and not {data['seconds']} s"
    if line.type == "match.stand_in_seated":
        return _doubt_about_stand_in(course, before, line)
    return None


def _doubt_about_stand_in(course: Course, before: Sequence[Line], line: Line) -> Optional[str]:
    """A bot that fails is tried again and again first; another version of the same bot may follow it at once."""
    seat, comes = line.data["seat"], line.data["player"]
    sits = course.players.get(seat, "")
    if before:
        if before[-1].type == "match.stand_in_agreed" and sits in course.moved:
            return f"a bot took over {named_seats([seat])} by consent, and its player had moved in this match"
        return None
    since, called = course.called
    has_waited = seat in called and moment_of(line) - since >= FIVE_TRIES
    if seat in course.failed or has_waited or sits.partition("@")[0] == comes.partition("@")[0]:
        return None
    return f"the bot in {named_seats([seat])} was replaced, and nothing here says that it had failed"


def _doubts_about_times(record: Record, now: int) -> Iterator[Wrong]:
    late = next((line for line in record.lines if moment_of(line) > now + DAY_LONG), None)
    early = next((line for line in record.lines if line.envelope["at"] < FIRST_DAY), None)
    if early:
        yield Wrong(early, "this is dated before 2020, when nobody could play here")
    if late:
        yield Wrong(late, "this is dated more than a day after it was checked")
    table, started = record.streams.get("table", ()), record.started
    if started and table:
        ahead = moment_of(table[-1]) - moment_of(started)
        if ahead > DRIFT:
            yield Wrong(started, f"the match started {seconds_in(ahead)} s before its table was closed")
    for counted in record.of("score.counted"):
        ahead = moment_of(record.streams["match"][-1]) - moment_of(counted) if started else 0
        if ahead > DRIFT:
            yield Wrong(counted, f"the points were counted {seconds_in(ahead)} s before the end of the match")
    yield from _doubts_about_pace(record)


def _doubts_about_pace(record: Record) -> Iterator[Wrong]:
    """Programs are quick, and their orders still take a moment each on their way."""
    together: Dict[str, List[Line]] = {}
    spent: Dict[str, List[int]] = {}
    last: Dict[str, Line] = {}
    since = 0
    for lines in commands_in(record.streams.get("match", ())):
        first, by = lines[0], lines[0].envelope["by"]
        if by.startswith(PERSON):
            together.setdefault(first.envelope["at"], []).append(first)
            if first.envelope["move"]:
                spent.setdefault(by, []).append(moment_of(first) - since)
                last[by] = first
        if any(line.type == "match.turn_started" for line in lines):
            since = moment_of(first)
    for orders in together.values():
        if len(orders) >= AT_ONCE:
            yield Wrong(orders[0], f"{len(orders)} orders of people were given at one and the same moment")
    for by in spent:
        if len(spent[by]) >= QUICK and not any(spent[by]):
            said = f"each of the {len(spent[by])} moves of {by} came in the very moment in which its turn began"
            yield Wrong(last[by], said)


# Signatures: Ed25519 (RFC 8032), in the standard library's whole numbers.


def check_signature(record: Record) -> Iterator[Wrong]:
    """Each is one of the sender's key for just this order, and about an event that stood before it."""
    for line in record.lines:
        if line.kind != "match" and "signed" in line.envelope:
            yield Wrong(line, "only orders in a match are signed")
    keys, lines = _first_keys(record), record.streams.get("match", ())
    before: List[str] = []
    used: Set[str] = set()
    for first, *others in commands_in(lines):
        if any("signed" in line.envelope for line in others):
            yield Wrong(first, "a signature stands in the middle of what an order led to")
        if first.type == "match.seat_taken_over" and first.data.get("key"):
            keys.setdefault(first.envelope["by"], set()).add(first.data["key"])
        wrong = _wrong_signature(first, record, keys, before) if "signed" in first.envelope else None
        if not wrong and first.envelope.get("signed", {}).get("signature") in used:
            wrong = "this signature stands beside an earlier order"
        if wrong:
            yield Wrong(first, wrong)
        if "signed" in first.envelope:
            used.add(first.envelope["signed"]["signature"])
        before += [first.envelope["digest"], *(line.envelope["digest"] for line in others)]


def _first_keys(record: Record) -> Dict[str, Set[str]]:
    """By player, the keys that the match starts with. Whoever has none is not in it."""
    found: Dict[str, Set[str]] = {}
    if record.started:
        played = record.started.data
        for player, key in zip(played["players"], _keys_of(played)[1]):
            if key:
                found.setdefault(player, set()).add(key)
    return found


def _wrong_signature(line: Line, record: Record, keys: Dict[str, Set[str]], before: Sequence[str]) -> Optional[str]:
    if line is record.started:
        return None if is_start_signed(line) else "this is not the signature of the server under the start of its match"
    by, signed, host = line.envelope["by"], line.envelope["signed"], None
    if record.started and by.startswith("bot:") and line.envelope["move"]:
        host = record.started.data.get("host_key")
    own = keys.get(by) or {host} - {None}
    if not own:
        return "nobody with a key can have signed this"
    since = line.envelope["move"]["turn"] - 1 if line.envelope["move"] else 0
    if signed["previous"] not in before[since:]:
        return "the signature is about an event that this record does not have before it"
    message = signed_bytes(line, record.id, signed["previous"])
    if not any(is_signed(str(key), message, signed["signature"]) for key in own):
        return "this signature is not that of the sender's key"
    return None


def is_start_signed(line: Line) -> bool:
    """Whether the server put its signature to the start of a match, and so to the table or the deal that it names."""
    data, signed = line.data, line.envelope.get("signed")
    cited = data["table"] or data.get("deal")
    if not signed or not cited or not data.get("host_key") or signed["previous"] != cited["digest"]:
        return False
    message = signed_bytes(line, str(line.envelope["stream"]).partition(":")[2], signed["previous"])
    return is_signed(str(data["host_key"]), message, signed["signature"])


def signed_bytes(line: Line, match: str, previous: str) -> bytes:
    asked = line.envelope["move"]
    if asked:
        return canonical(["urbanist-move-1", match, asked["seat"], asked["turn"], previous, asked["move"]])
    return canonical(["urbanist-order-1", match, previous, line.type, line.data])


def is_order(line: Line) -> bool:
    """Whether a player asked for this: a move, or another order that can be signed."""
    if line.type in ("match.ended", "match.aborted"):
        return bool(line.data["reason"] == "left")
    return bool(line.envelope["move"]) or line.type in ORDERS


def owned(record: Record) -> Iterator[Own]:
    """What the record proves to each person in it, in the sequence of their seats; those who came later last."""
    if record.started is None:
        return
    played = record.started.data
    sat = [(seat, player, bool(nonce)) for seat, (player, nonce) in enumerate(zip(played["players"], played["nonces"]))]
    late = [(line.data["seat"], line.data["player"], False) for line in record.of("match.seat_taken_over")]
    keys = _first_keys(record)
    for place, (seat, player, is_in) in enumerate([*sat, *late]):
        if player.startswith("person:"):
            lines = [line for line in _given(record) if line.envelope["by"] == player]
            signed = sum("signed" in line.envelope for line in lines)
            keyless = player not in keys and not signed
            yield Own(seat, player, is_in, len(lines), signed, keyless, is_late=place >= len(sat))


def _given(record: Record) -> Iterator[Line]:
    """The first event of each order that a player gave in the match."""
    lines = record.streams.get("match", ())
    for first, *_ in commands_in(lines):
        if is_order(first):
            yield first


ORDERS = {
    "match.seat_resigned",
    "match.stand_in_agreed",
    "match.pause_agreed",
    "match.resume_agreed",
    "match.take_back_asked",
    "match.take_back_answered",
    "match.take_back_withdrawn",
    "match.seat_reclaimed",
    "match.seat_taken_over",
}

Point = Tuple[int, int, int, int]  # extended coordinates: x = X/Z, y = Y/Z, xy = T/Z
PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, PRIME) % PRIME
ROOT = pow(2, (PRIME - 1) // 4, PRIME)  # of -1
ZERO: Point = (0, 1, 1, 0)
BITS = 4  # of a scalar at a time


def is_signed(key: str, message: bytes, signature: str) -> bool:
    """Whether the signature is that of this public key; both are hex. As strict as RFC 8032 is, without cofactors."""
    encoded, scalar = bytes.fromhex(signature[:64]), int.from_bytes(bytes.fromhex(signature[64:]), "little")
    of_key = _multiples(key)
    if of_key is None or scalar >= ORDER:
        return False
    hashed = int.from_bytes(sha512(encoded + bytes.fromhex(key) + message).digest(), "little") % ORDER
    return _encoded(_both(scalar, hashed, of_key)) == encoded


def _both(scalar: int, hashed: int, of_key: Sequence[Point]) -> Point:
    """scalar · base point + hashed · negated key, both windows at once."""
    found = ZERO
    for shift in range(252, -1, -BITS):
        for _ in range(BITS):
            found = _double(found)
        found = _add(found, of_key[hashed >> shift & 15])
        found = _add(found, OF_BASE[scalar >> shift & 15])
    return found


def _add(one: Point, other: Point) -> Point:
    x1, y1, z1, t1 = one
    x2, y2, z2, t2 = other
    a, b = (y1 - x1) * (y2 - x2) % PRIME, (y1 + x1) * (y2 + x2) % PRIME
    c, d = 2 * t1 * t2 * D % PRIME, 2 * z1 * z2 % PRIME
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME


def _double(one: Point) -> Point:
    x, y, z, _ = one
    a, b = x * x % PRIME, y * y % PRIME
    h, g = a + b, a - b
    e, f = h - (x + y) * (x + y), 2 * z * z + g
    return e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME


def _table(point: Point) -> List[Point]:
    """0 to 15 times the point."""
    found = [ZERO]
    for _ in range(15):
        found.append(_add(found[-1], point))
    return found


@lru_cache(maxsize=256)
def _multiples(key: str) -> Optional[List[Point]]:
    """Of the negated key; None where it is no point of the curve, written in another way than it has to be, or one of
    the eight for which anybody can sign.
    """
    point = _decoded(bytes.fromhex(key))
    if point is None or _double(_double(_double(point)))[0] == 0:
        return None
    return _table((PRIME - point[0], point[1], 1, PRIME - point[3]))


def _decoded(encoded: bytes) -> Optional[Point]:
    said = int.from_bytes(encoded, "little")
    sign, y = said >> 255, said & 2**255 - 1
    if y >= PRIME:
        return None
    u, v = (y * y - 1) % PRIME, (D * y * y + 1) % PRIME
    x = u * v**3 * pow(u * v**7, (PRIME - 5) // 8, PRIME) % PRIME
    if v * x * x % PRIME != u:
        x = x * ROOT % PRIME
    if v * x * x % PRIME != u or (x == 0 and sign):
        return None
    x = PRIME - x if x & 1 != sign else x
    return x, y, 1, x * y % PRIME


def _encoded(point: Point) -> bytes:
    x, y, z, _ = point
    inverse = pow(z, -1, PRIME)
    x, y = x * inverse % PRIME, y * inverse % PRIME
    return (y | (x & 1) << 255).to_bytes(32, "little")


BASE = _decoded((4 * pow(5, -1, PRIME) % PRIME).to_bytes(32, "little"))
OF_BASE = _table(BASE or ZERO)


CHECKS: Dict[str, Callable[[Record], Iterator[Wrong]]] = {
    "header": check_header,
    "order": check_order,
    "digest": check_digest,
    "previous": check_previous,
    "seal": check_seal,
    "reveal": check_reveal,
    "commitment": check_commitment,
    "nonce": check_nonce,
    "draw": check_draw,
    "signature": check_signature,
    "course": check_course,
}
DONE_TO_CUPS = ("opened", "started", "paused", "resumed", "ended")
OPENED = ("seal", "commitment", "draw")  # can be checked once everything is open


# Tournaments: a header, their own lines, and the file of each match. Every pairing and all standings are made again.

TOURNAMENT = "urbanist-tournament-1"
LARGEST_TOURNAMENT = 1024 * 1024 * 1024  # bytes: some thousand matches
OURS = "urbanist 1"
POINT = 12
NOT_AT_ALL = 10**6
MOST_ENTRANTS, MOST_OF_LIBRARY = 2000, 200
REPEAT, PULL, TURN, MOST_REPEATS, SWEEPS = 2**32, 2**24, 2**14, 63, 4
DUPLICATE = "duplicate"
SCHEDULES, KNOCK_OUT = ("round_robin", "league"), ("elimination", "double_elimination")
BAND = {2: 2, 3: 9, 4: 16}
CUP_FORMAT = b'"format":"urbanist-tournament-1"'
LATELY = 16  # tables, until it makes no difference in an arena that two have met
TRIES, MOST_TRIED = 16, 64
TIMES = {3: ((0, 0, 0), (0, 1, 2), (0, 2, 1)), 4: ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))}
CUP_HEADER = fields(
    commitment=is_hash,
    finished=is_truth,
    format=is_text,
    game=is_text,
    id=is_id,
    matches=each(is_id),
    streams=fields(tournament=CITED),
)
Met = Dict[Tuple[int, int], int]


def is_tournament(file: bytes) -> bool:
    """By its header, which says so among its first fields."""
    return f'"format":"{TOURNAMENT}"'.encode() in file[:400].partition(b"\n")[0]


class Match(NamedTuple):
    """The file of a match inside of another one; `number` is the line of that one where it begins."""

    number: int
    file: bytes


class Cup:
    """A tournament whose lines all have the right form, folded as far as the last line that was taken in."""

    def __init__(self, header: Json, lines: Sequence[Line], matches: Sequence[Match], former: Optional["Cup"]) -> None:
        self.header, self.lines, self.matches, self.former = header, lines, matches, former
        self.is_former = False
        self.id = str(header["id"])
        self.is_finished = bool(header["finished"])
        self.begin()

    @cached_property
    def verdicts(self) -> List[Verdict]:
        """On the files of its matches, one after the other."""
        return [verdict_on(match.file) for match in self.matches]

    def begin(self) -> None:
        self.opened = self.lines[0]
        self.rules: Json = self.opened.data["rules"]
        self.entrants: List[Json] = []
        self.rounds: List[Json] = []
        self.nonces: Optional[List[Optional[str]]] = None
        self.finalists: Optional[List[int]] = None
        self.is_paused = False
        self.players: Set[str] = set()
        self.inside = 0  # how many are in
        self.is_time_over = False
        self.season: Optional[Json] = None

    def take(self, line: Line) -> None:
        """Folds an event. LookupError where it names what is not there."""
        data, kind = line.data, line.type.partition(".")[2]
        if kind == "entered":
            since = len(self.rounds)
            self.inside += 1
            self.players.add(data["player"])
            self.entrants.append({**data, "since": since, "is_in": True, "nonce": None, "checked_in": set()})
        elif kind == "checked_in":
            self.entrants[data["entrant"]]["checked_in"].add(data["round"])
        elif kind == "nonce_shown":
            self.entrants[data["entrant"]]["nonce"] = data["nonce"]
        elif kind == "withdrew":
            self.inside -= self.entrants[data["entrant"]]["is_in"]
            self.entrants[data["entrant"]].update(is_in=False, is_dropped=data["reason"] == "dropped")
        elif kind == "returned":
            one = self.entrants[data["entrant"]]
            self.inside += not one["is_in"]
            one.update(is_in=True, is_dropped=False, since=min(one["since"], len(self.rounds)))
        elif kind == "started":
            self.nonces = data["nonces"]
            for one in self.entrants:
                one["since"] = one["since"] if one["is_in"] else NOT_AT_ALL
        elif kind == "stage_ended":
            self.finalists = data["entrants"]
        elif kind in ("paused", "resumed"):
            self.is_paused = kind == "paused"
        elif kind == "season_opened":
            self.season = data
        elif kind == "time_ended":
            self.is_time_over = True
        else:
            self._take_of_round(kind, data)

    def _take_of_round(self, kind: str, data: Json) -> None:
        if kind == "round_paired":
            self.rounds.append({**data, "results": {}, "matches": {}, "words": {}, "ended": False})
        elif kind == "pairing_changed":
            self.rounds[data["round"]].update(tables=data["tables"], byes=data["byes"], pulled=[], results={})
        elif kind == "match_linked":
            self.rounds[data["round"]]["matches"][data["table"]] = data["match"]
        elif kind == "result_recorded":
            if len(self.rounds[data["round"]]["tables"][data["table"]]) != len(data["places"]) or len(
                data["points"]
            ) != len(data["places"]):
                raise LookupError("there is not one place for each seat")
            self.rounds[data["round"]]["results"][data["table"]] = data
            self.rounds[data["round"]]["words"][data["table"]] = []
        elif kind == "result_entered":
            words = self.rounds[data["round"]]["words"].setdefault(data["table"], [])
            words.append((data["places"], data["points"]))
        elif kind == "round_ended":
            self.rounds[data["round"]]["ended"] = True

    @property
    def stage(self) -> int:
        return 0 if self.finalists is None else 1

    @property
    def format(self) -> str:
        return str((self.rules["final"] if self.stage and self.rules["final"] else self.rules)["format"])

    @property
    def length(self) -> int:
        """How many rounds the rules give this stage."""
        return int((self.rules["final"] if self.stage and self.rules["final"] else self.rules)["rounds"])

    @property
    def groups(self) -> int:
        most = max(len(self.members) // self.rules["seats"], 1)
        return min(self.rules["groups"], most) if self.stage == 0 else 1

    @property
    def lasts(self) -> bool:
        """Whether this stage is an arena that is played for a span of time."""
        return self.stage == 0 and self.rules["format"] == "arena" and self.rules["rounds"] == 0

    @property
    def of_stage(self) -> List[Json]:
        return [one for one in self.rounds if one["stage"] == self.stage]

    @property
    def members(self) -> List[int]:
        if self.finalists is not None:
            return self.finalists
        return [number for number, one in enumerate(self.entrants) if one["since"] < NOT_AT_ALL]

    def is_bot(self, entrant: int) -> bool:
        return bool((self.entrants[entrant]["player"] or "").startswith("bot:"))

    def is_active(self, entrant: int, round_: Optional[int] = None) -> bool:
        """Whether they are paired in this round, or in the one that comes next."""
        one, at = self.entrants[entrant], len(self.rounds) if round_ is None else round_
        is_there = self.rules["check_in"] != "rounds" or at in one["checked_in"] or self.is_bot(entrant)
        return bool(one["is_in"] and one["since"] <= at and is_there)

    @property
    def key(self) -> bytes:
        return key_of(self.opened.part["seed"], self.id, self.nonces or [])

    def seed_of(self, deal: str) -> str:
        """Of the deal of a round."""
        return mac(self.key, f"deal:{deal}".encode()).hex()

    def ties(self) -> Dict[int, int]:
        """The position of each entrant in the order that the committed seed gives."""
        order = order_of(self.key, f"ties_{self.stage}", len(self.entrants))
        return {entrant: position for position, entrant in enumerate(order)}


def read_cup(file: bytes) -> Cup:
    """Wrong names the first line that could not have been written by the ledger."""
    rows = _rows(file)
    header = parse(next(rows)[1], 1)
    if not CUP_HEADER(header):
        raise Wrong(1, "this is not the header of a record: other fields, or other values than a header has")
    lines: List[Line] = []
    starts: List[int] = []
    for number, row in rows:
        if not row.startswith(b'{"envelope":'):
            starts.append(number)
        elif not starts:
            lines.append(_line(number, row))
    if not lines or lines[0].type != "tournament.opened":
        raise Wrong(2, "a tournament does not begin with tournament.opened")
    blocks = _matches(file, starts)
    former = next((one for one in blocks if CUP_FORMAT in one.file.split(b"\n", 1)[0]), None)
    matches = [one for one in blocks if one is not former]
    return Cup(header, lines, matches, _read_former(former) if former else None)


def _read_former(block: Match) -> Cup:
    """The season before, without its matches."""
    try:
        former = read_cup(block.file)
    except Wrong as wrong:
        raise Wrong(block.number, f"the season before can't be read: {wrong.wrong}") from wrong
    former.is_former = True
    return former


def _matches(file: bytes, starts: Sequence[int]) -> List[Match]:
    rows = file.split(b"\n")
    ends = [*starts[1:], len(rows)]
    return [Match(start, b"\n".join([*rows[start - 1 : end - 1], b""])) for start, end in zip(starts, ends)]


def verdict_on_cup(file: bytes) -> Verdict:
    checks: Dict[str, str] = {"form": OK}
    failures: List[Failure] = []
    try:
        cup = read_cup(file)
    except Wrong as wrong:
        return Verdict(BROKEN, {"form": NO, **dict.fromkeys(CUP_CHECKS, UNREAD)}, (wrong.failure("form"),))
    for name, check in CUP_CHECKS.items():
        cup.begin()
        try:
            found = [one if isinstance(one, Failure) else one.failure(name) for one in check(cup)]
        except (LookupError, TypeError, AttributeError, ValueError, RecursionError) as nonsense:
            line = cup.lines[-1]
            found = [Failure(line.number, str(line), name, f"nothing can be made of these events: {nonsense!r}")]
        checks[name] = NO if found else LATER if name in CUP_OPENED and not cup.is_finished else OK
        failures += found
    signed = signed_in(verdict.signed for verdict in cup.verdicts)
    if failures:
        return Verdict(BROKEN, checks, tuple(failures), doubts=_doubts_in(cup), signed=signed)
    seats, acts = tuple(players_in(cup)), tuple(acts_in_cup(cup))
    return Verdict(_grade_of_cup(cup), checks, doubts=_doubts_in(cup), seats=seats, acts=acts, signed=signed)


def _grade_of_cup(cup: Cup) -> str:
    """The verdict on the worst of its matches counts for all."""
    grades = {verdict.grade for verdict in cup.verdicts}
    if QUESTIONABLE in grades:
        return QUESTIONABLE
    if not cup.is_finished:
        return RUNNING
    if PRACTICE in grades:
        return PRACTICE
    shown = [line for line in cup.lines if line.type == "tournament.nonce_shown"]
    return FAIR if shown and FAIR in grades else COMMITTED


def _doubts_in(cup: Cup) -> Tuple[Failure, ...]:
    """Those about its matches, by the lines of the whole file."""
    found: List[Failure] = []
    for match, verdict in zip(cup.matches, cup.verdicts):
        for doubt in verdict.doubts:
            line = match.number + doubt.line - 1
            found.append(doubt._replace(line=line, at=f"line {line}, match {_id_of(match)}"))
    return tuple(found)


def players_in(cup: Cup) -> Iterator[Player]:
    """The people who sat at its tables, as they entered; whoever took a seat over comes last."""
    numbers = {one["player"]: bool(nonce) for one, nonce in zip(cup.entrants, cup.nonces or [])}
    found: Dict[str, List[Own]] = {one["player"]: [] for one in cup.entrants if one["player"]}
    for verdict in cup.verdicts:
        for own in verdict.seats:
            found.setdefault(own.player, []).append(own)
    for player, sat in found.items():
        if sat and player.startswith("person:"):
            orders, signed = sum(own.orders for own in sat), sum(own.signed for own in sat)
            within, keyless = sum(own.is_in for own in sat), all(own.keyless for own in sat)
            yield Player(player, len(sat), within, numbers.get(player, False), orders, signed, keyless)


def acts_in_cup(cup: Cup) -> Iterator[str]:
    """What operators did, in the tournament itself and in its matches, and results that its organiser changed."""
    cup.begin()
    for line in cup.lines:
        by, kind = line.envelope["by"], line.type.partition(".")[2]
        act = _act_in_cup(cup, kind, line.data)
        if by.startswith("operator:") or (by == cup.opened.data["organiser"] and _is_change(cup, kind, line.data)):
            yield f"{by} {act}{_noted(line.data)}"
        cup.take(line)
    for match, verdict in zip(cup.matches, cup.verdicts):
        yield from (f"{act} in match {_id_of(match)}" for act in verdict.acts)


def _act_in_cup(cup: Cup, kind: str, data: Json) -> str:
    if kind == "result_recorded":
        before, table = _result_before(cup, data), f"table {data['table'] + 1} of round {data['round'] + 1}"
        if before:
            return f"{corrected(before, data)} at {table}"
        return f"decided {table}: places {_listed(data['places'])}"
    if kind == "pairing_changed":
        return f"changed the pairing of round {data['round'] + 1}"
    if "entrant" in data:
        return f"wrote {kind.replace('_', ' ')} of entrant {data['entrant'] + 1}"
    return f"{kind.replace('_', ' ')} the tournament" if kind in DONE_TO_CUPS else f"wrote {kind.replace('_', ' ')}"


def _is_change(cup: Cup, kind: str, data: Json) -> bool:
    """Whether this replaces something that stood there, or what would have been played."""
    is_result = kind == "result_recorded" and (data["how"] == "adjudicated" or bool(_result_before(cup, data)))
    return is_result or kind == "pairing_changed"


def _result_before(cup: Cup, data: Json) -> Optional[Json]:
    found: Optional[Json] = cup.rounds[data["round"]]["results"].get(data["table"])
    return found


def check_cup_header(cup: Cup) -> Iterator[Wrong]:
    last, opened = cup.lines[-1], cup.opened.data
    linked: Dict[Tuple[int, int], str] = {}
    for line in cup.lines:
        if line.type == "tournament.match_linked":
            linked[line.data["round"], line.data["table"]] = line.data["match"]
    made = {
        "commitment": opened["commitment"],
        "finished": last.type == "tournament.ended",
        "game": opened["game"],
        "matches": [linked[place] for place in sorted(linked)],
        "streams": {"tournament": {"digest": last.envelope["digest"], "version": last.envelope["version"]}},
    }
    if wrong := [name for name in made if canonical(made[name]) != canonical(cup.header[name])]:
        yield Wrong(1, f"the header says something else than the lines below it: {', '.join(wrong)}")


def check_cup_order(cup: Cup) -> Iterator[Wrong]:
    before: Optional[Line] = None
    for line in cup.lines:
        if line.envelope["stream"] != f"tournament:{cup.id}":
            yield Wrong(line, f"{line.envelope['stream']} does not belong into this file")
        if not line.type.startswith("tournament."):
            yield Wrong(line, f"{line.type} does not belong into a tournament")
        expected = before.envelope["version"] + 1 if before else 1
        if line.envelope["version"] != expected:
            yield Wrong(line, f"version {expected} should stand here")
        if before and line.envelope["at"] < before.envelope["at"]:
            yield Wrong(line, "the time goes back")
        if before and before.type == "tournament.ended":
            yield Wrong(line, f"something happened after the end, which was {before.type}")
        before = line
    yield from _commands(cup.lines)


def check_cup_previous(cup: Cup) -> Iterator[Wrong]:
    last: Optional[str] = None
    for line in cup.lines:
        if line.envelope["previous"] != last:
            yield Wrong(line, "the chain is broken: the event before is not the one that this event names")
        last = line.envelope["digest"]


def check_cup_commitment(cup: Cup) -> Iterator[Wrong]:
    part = cup.opened.part
    if part and hash_of(part["seed"]) != cup.opened.data["commitment"]:
        yield Wrong(cup.opened, "the seed is not the one that was committed to: its hash is not the commitment")


def check_cup_nonce(cup: Cup) -> Iterator[Wrong]:
    for line in cup.lines:
        if line.type == "tournament.nonce_shown":
            one = cup.entrants[line.data["entrant"]]
            if one["nonce"] is not None or one["nonce_hash"] != hash_of(line.data["nonce"]):
                yield Wrong(line, "this is not the secret number whose hash was given when entering")
            if cup.nonces is not None:
                yield Wrong(line, "a secret number is shown after the start, when it no longer counts")
        if line.type == "tournament.entered" and line.data["entrant"] != len(cup.entrants):
            yield Wrong(line, "entrants are not numbered as they entered")
        if line.type == "tournament.started" and line.data["nonces"] != [one["nonce"] for one in cup.entrants]:
            yield Wrong(line, "the tournament does not use the secret numbers that were shown")
        cup.take(line)


def check_cup_pairing(cup: Cup) -> Iterator[Wrong]:
    """Every pairing follows from what stood before it, and ours is made again."""
    for line in cup.lines if cup.is_finished else ():
        data = line.data
        if line.type == "tournament.round_paired":
            wrong = _wrong_round(cup, data)
            if wrong:
                yield Wrong(line, wrong)
        elif line.type == "tournament.pairing_changed":
            before = cup.rounds[data["round"]]
            if sorted(_all_of(before)) != sorted(_all_of(data)) or not data["note"]:
                yield Wrong(line, "a changed pairing has not everybody of the round just once, or no reason")
        elif line.type == "tournament.season_opened" and (wrong := _wrong_season(cup, data)):
            yield Wrong(line, wrong)
        elif line.type == "tournament.time_ended" and _is_early(cup, line):
            yield Wrong(line, "the time of this arena ended too early, or twice")
        elif line.type in ("tournament.stage_ended", "tournament.ended") and _is_cut_short(cup, data):
            yield Wrong(line, "this arena is said to be finished before its time was over")
        elif line.type == "tournament.stage_ended" and not _are_best(cup, data["entrants"]):
            yield Wrong(line, "these are not the best of the first stage")
        cup.take(line)


def _wrong_season(cup: Cup, data: Json) -> Optional[str]:
    """Who is carried over follows from the standings of the season before, which stands behind the matches."""
    if cup.is_former:
        return None
    former = cup.former
    if data["former"] is None and data["number"] == 1 and not data["carried"] and former is None:
        return None
    last = former.lines[-1] if former else None
    end = last and {"version": last.envelope["version"], "digest": last.envelope["digest"]}
    if former is None or last is None or (former.id, end) != (data["former"], data["end"]):
        return "the season before is not in this file, or not as it ended"
    for name, check in CUP_CHECKS.items():
        former.begin()
        if name not in ("match", "result") and any(True for _ in check(former)):
            return "something is wrong with the season before"
    players = [line.data["player"] for line in cup.lines if line.type == "tournament.entered"]
    ranked, season = ranked_in(former, last.data["standings"]), former.season or {}
    carried = [former.entrants[one]["player"] for division in ranked for one in division]
    is_next = data["number"] == season.get("number", 0) + 1
    is_alike = all(data[name] == season.get(name) for name in ("size", "moves"))
    if data["carried"] != ranked or players[: len(carried)] != carried or not is_next or not is_alike:
        return "these are not the ones whom the season before led to, in its order"
    return None


def _is_early(cup: Cup, ended: Line) -> bool:
    """Time counts from the start on, and not in pauses."""
    time, began = timedelta(), None
    for line in cup.lines[: ended.envelope["version"]]:
        if line.type in ("tournament.started", "tournament.resumed"):
            began = _moment(line)
        if line.type in ("tournament.paused", "tournament.time_ended") and began is not None:
            time, began = time + (_moment(line) - began), None
    return not cup.lasts or cup.is_time_over or time < timedelta(minutes=cup.rules["minutes"])


def _moment(line: Line) -> datetime:
    return datetime.strptime(line.envelope["at"], "%Y-%m-%dT%H:%M:%S.%fZ")


def _is_cut_short(cup: Cup, data: Json) -> bool:
    return cup.lasts and not cup.is_time_over and data.get("reason", "finished") == "finished"


def _are_best(cup: Cup, entrants: Sequence[int]) -> bool:
    return bool(cup.rules["final"]) and entrants == best_of(cup)[: cup.rules["final"]["entrants"]]


def _wrong_round(cup: Cup, data: Json) -> Optional[str]:
    if data["round"] != len(cup.rounds) or data["stage"] != cup.stage or cup.nonces is None:
        return "this round does not come next"
    if data["deal"] != (f"{cup.id}:{data['round']}" if cup.format == DUPLICATE else None):
        return "the round shares its draws with another one, or its tables do not share theirs"
    if len(_there(cup)) > MOST_ENTRANTS:
        return "this round does not come next"
    if cup.lasts and cup.is_time_over:
        return "somebody is paired after the time of this arena"
    field = Field(cup)
    if data["input"] != field.digest():
        return "the pairing is said to follow from something else than what stood before it"
    if data["by"] == OURS:
        made = pairing_of(cup, field)
        if (data["tables"], data["byes"], data["pulled"]) != made:
            return "the pairing is not the one that follows from what stood before it"
        return None
    return _wrong_by_library(cup, field, data)


def _wrong_by_library(cup: Cup, field: Field, data: Json) -> Optional[str]:
    """What FIDE's Dutch system never breaks: C1, C2, C3, and that whoever must have a seat is given it."""
    if not data["by"].startswith("py4swiss ") or not _is_of_fide(cup) or len(field.contenders) > MOST_OF_LIBRARY:
        return f"nobody knows how {data['by']} pairs"
    byes = {one["entrant"]: one["byes"] for one in field.contenders}
    is_whole = sorted(_all_of(data)) == sorted(byes) and not data["pulled"]
    if not is_whole or len(data["byes"]) > 1 or any(len(one) != 2 for one in data["tables"]):
        return "somebody is missing in this pairing, or sits twice"
    if any(field.times_met(*table) for table in data["tables"]):
        return "two who have met before are paired again"
    if any(byes[one] or _has_won_alone(cup, one) for one in data["byes"]):
        return "somebody has a second bye"
    points = {one["entrant"]: one["points"] for one in field.contenders}
    if any(_is_out_of_turn(cup, table, points) for table in data["tables"]):
        return "somebody has the same seat once more than FIDE allows"
    return None


def _is_of_fide(cup: Cup) -> bool:
    """Whether the Dutch system is what the rules name first."""
    rules = cup.rules
    is_two = (cup.format, rules["seats"], cup.groups) == ("swiss", 2, 1)
    return is_two and rules["points"] == [POINT, 0] and rules["bye"] == POINT


def _has_won_alone(cup: Cup, entrant: int) -> bool:
    """Whether somebody did not come to play against them, which counts as a bye."""
    return any(
        None in result["places"] and result["places"][one["tables"][table].index(entrant)] is not None
        for one in cup.of_stage
        for table, result in one["results"].items()
        if entrant in one["tables"][table]
    )


def _seat_wanted(cup: Cup, entrant: int) -> Optional[int]:
    """The seat that somebody must have: after the other one twice in a row, or twice more often."""
    had = [
        one["tables"][table].index(entrant)
        for one in cup.of_stage
        for table, result in one["results"].items()
        if entrant in one["tables"][table] and None not in result["places"]
    ]
    more = had.count(0) - had.count(1)
    if abs(more) < 2 and (len(had) < 2 or had[-1] != had[-2]):
        return None
    return int(more > 0) if more else 1 - had[-1]


def _is_out_of_turn(cup: Cup, table: Sequence[int], points: Dict[int, int]) -> bool:
    """C3 and E2. In the last round it is different for those with more than half of all points."""
    wanted = [_seat_wanted(cup, entrant) for entrant in table]
    if None not in wanted and wanted[0] == wanted[1]:
        played = len(cup.of_stage)
        tops = [played == cup.length - 1 and 2 * points[one] > POINT * played for one in table]
        return not any(tops)
    return any(seat is not None and seat != own for own, seat in enumerate(wanted))


def _all_of(data: Json) -> List[int]:
    return [*(entrant for table in data["tables"] for entrant in table), *data["byes"]]


def check_cup_match(cup: Cup) -> Iterator[Any]:
    """Nothing is wrong with the record of any match."""
    for match, verdict in zip(cup.matches, cup.verdicts):
        for failure in verdict.failures[:1]:
            at = f"line {match.number + failure.line - 1}, match {_id_of(match)}"
            yield Failure(match.number + failure.line - 1, at, "match", f"{failure.check}: {failure.wrong}")
    if list(map(_id_of, cup.matches)) != cup.header["matches"]:
        yield Wrong(1, "the matches in this file are not those that the tournament names")


def _id_of(match: Match) -> Optional[str]:
    """As its header names it, None where nothing can be read."""
    try:
        header = parse(match.file.partition(b"\n")[0])
    except Wrong:
        return None
    return header.get("id") if isinstance(header, dict) else None


def check_cup_result(cup: Cup) -> Iterator[Wrong]:
    """Every result is that of the match of its table, played by those who were paired."""
    records = _records(cup)
    keys = Counter((line.envelope["by"], line.envelope["cause"]) for line in cup.lines)
    for line in cup.lines:
        if line.type == "tournament.result_recorded":
            is_alone = keys[line.envelope["by"], line.envelope["cause"]] == 1
            wrong = _wrong_result(cup, line.data, records) or _wrong_decision(cup, line, records, is_alone)
            if wrong:
                yield Wrong(line, wrong)
        if line.type == "tournament.withdrew" and _was_there(cup, line, records):
            yield Wrong(line, "who is called absent sat at the table")
        if line.type == "tournament.result_entered" and not _may_say(cup, line.data):
            yield Wrong(line, "a result is entered by nobody who could: the table has no such player, or is decided")
        cup.take(line)
        if line.type == "tournament.round_ended" and _is_open_early(cup, line, records):
            yield Wrong(line, "the draws of this round were open before it had ended")


def _may_say(cup: Cup, data: Json) -> bool:
    """Players of a real table say how it ended: with the first word, or beside it."""
    one = cup.rounds[data["round"]]
    seats, result = len(one["tables"][data["table"]]), one["results"].get(data["table"])
    by_hand = bool(result) and result["how"] == "by_hand" and data["table"] not in one["matches"]
    is_whole = len(data["places"]) == len(data["points"]) == seats
    return by_hand and is_whole and data["seat"] < seats and not one["ended"]


def _is_open_early(cup: Cup, line: Line, records: Dict[str, Record]) -> bool:
    one = cup.rounds[line.data["round"]]
    played = [records[id_] for id_ in one["matches"].values() if id_ in records]
    opened = [ended for record in played for ended in record.of("deal.ended")]
    return bool(one["deal"]) and any(ended.envelope["at"] < line.envelope["at"] for ended in opened)


def _records(cup: Cup) -> Dict[str, Record]:
    found = {}
    for match in cup.matches:
        try:
            record = read(match.file)
        except Wrong:
            continue  # check_cup_match says so
        found[record.id] = record
    return found


def _was_there(cup: Cup, line: Line, records: Dict[str, Record]) -> bool:
    """Whether somebody who did not come in time, as a service says, had their seat at every table that waited."""
    entrant, by = line.data["entrant"], line.envelope["by"]
    if line.data["reason"] != "absent" or not by.startswith("service:") or cup.nonces is None:
        return False
    own = [
        records.get(one["matches"].get(table, ""))
        for one in cup.rounds
        for table, seats in enumerate(one["tables"])
        if entrant in seats and not one["ended"] and table not in one["results"]
    ]
    return all(record is None or _has_sat(record, cup.entrants[entrant]["player"], line) for record in own)


def _has_sat(record: Record, player: str, line: Line) -> bool:
    own = [one for one in record.of("table.seat_taken", "table.seat_left") if one.data["player"] == player]
    before = [one for one in own if one.envelope["at"] < line.envelope["at"]]
    return bool(before) and before[-1].type == "table.seat_taken"


def _wrong_decision(cup: Cup, line: Line, records: Dict[str, Record], is_alone: bool) -> Optional[str]:
    """Of a table without a count, by matchmaking: what its record says of who sat there, and how it ended."""
    data = line.data
    if data["played"] is not None or not is_alone or not line.envelope["by"].startswith("service:"):
        return None
    one = cup.rounds[data["round"]]
    record = records.get(one["matches"].get(data["table"], ""))
    entrants = [cup.entrants[who]["player"] for who in one["tables"][data["table"]]]
    made = _decided(cup.rules["absent"], entrants, record) if record else None
    said = (data["how"], data["places"], data["points"], data["note"])
    return None if made and said == (made[0], made[1], [0] * len(entrants), made[2]) else NOT_FORFEITED


def _decided(
    absent: str, entrants: Sequence[str], record: Record
) -> Optional[Tuple[str, List[Optional[int]], Optional[str]]]:
    """How, with which places and for which reason; None where the record says nothing of it."""
    closed = list(record.of("table.closed"))
    if closed and not closed[-1].data["match"]:
        sat = [False] * len(entrants)
        for line in record.of("table.seat_taken", "table.seat_left"):
            sat[line.data["seat"]] = line.type == "table.seat_taken"
        return "forfeit", [1 if is_there else None for is_there in sat], None
    last = record.streams.get("match", [])[-1:]
    if last and last[0].type == "match.aborted":
        has_left = last[0].data["reason"] == "left"
        stayed = [has_left and one == entrant for one, entrant in zip(_players_of(record), entrants)]
        return "forfeit", [1 if is_there else None for is_there in stayed], None
    if last and last[0].type == "match.adjudicated":
        counts_for, decided = _who_count(absent, entrants, record), last[0].data
        places = [place if is_there else None for place, is_there in zip(decided["places"], counts_for)]
        return "adjudicated", places, decided["note"]
    return None


def _players_of(record: Record) -> List[str]:
    """By seat, at the end of the match."""
    assert record.started
    found = list(record.started.data["players"])
    for line in record.of("match.stand_in_seated", "match.seat_reclaimed", "match.seat_taken_over"):
        found[line.data["seat"]] = line.data["player"]
    return found


def _wrong_result(cup: Cup, data: Json, records: Dict[str, Record]) -> Optional[str]:
    seats = cup.rounds[data["round"]]["tables"][data["table"]]
    before = cup.rounds[data["round"]]["results"].get(data["table"])
    if (before or data["how"] == "adjudicated") and not data["note"]:
        return "a result is changed or decided, and nobody says why"
    if (data["how"] == "played") != (data["played"] is not None):
        return "a result is called played and names no match, or the other way round"
    if len(data["places"]) != len(seats) or any(place and place > len(seats) for place in data["places"]):
        return "there is not a place for each seat"
    if data["played"] is None:
        return None
    record = records.get(data["played"]["match"])
    if record is None or cup.rounds[data["round"]]["matches"].get(data["table"]) != record.id or not record.started:
        return "the match of this result is not in this file, or not that of this table"
    entrants = [cup.entrants[one]["player"] for one in seats]
    if not _are_those(entrants, record.started.data["players"]):
        return "others played this match than were paired at this table"
    started, opened = record.started.data, cup.opened.data
    terms = opened["rules"]["terms"] if started["table"] or not started.get("deal") else started["terms"]
    said = [opened["game"], opened["options"], terms]  # who practises a deal plays by its own terms
    if canonical([started["game"], started["options"], started.get("terms")]) != canonical(said):
        return "this match is another game, or has other options or terms, than the tournament"
    if _has_other_luck(cup, cup.rounds[data["round"]]["deal"], record.started):
        return "this match has not the draws of its round"
    return _wrong_count(data, record, _who_count(cup.rules["absent"], entrants, record), before)


def _has_other_luck(cup: Cup, deal: Optional[str], started: Line) -> bool:
    """Once all is open, the seed has to be the one that follows from the tournament's."""
    cited = started.data.get("deal")
    if (cited["name"] if cited else None) != deal:
        return True
    return bool(deal and cup.opened.part and started.part and started.part["seed"] != cup.seed_of(deal))


def _are_those(entrants: Sequence[Any], players: Sequence[str]) -> bool:
    """A bot may have begun in place of who did not come."""
    return len(entrants) == len(players) and all(
        player == entrant or player.startswith("bot:") for entrant, player in zip(entrants, players)
    )


def _who_count(absent: str, entrants: Sequence[str], record: Record) -> List[bool]:
    """By seat, whose place counts: of those who came, and where who leaves forfeits, of those who stayed."""
    assert record.started
    began, stayed = record.started.data["players"], _players_of(record)
    return [
        began[seat] == entrant and (entrant.startswith("bot:") or absent != "forfeit" or stayed[seat] == entrant)
        for seat, entrant in enumerate(entrants)
    ]


def _wrong_count(data: Json, record: Record, counts_for: Sequence[bool], before: Optional[Json]) -> Optional[str]:
    played = data["played"]
    ended = [*record.streams["match"]][-1]
    counts = {line.envelope["version"]: line for line in record.of("score.counted", "score.corrected")}
    count = counts.get(played["score"])
    if not _cites({"version": played["version"], "digest": played["digest"]}, ended) or ended.type != "match.ended":
        return "the result does not name the last event of its match"
    if count is None or count.envelope["digest"] != played["score_digest"]:
        return "the result does not name the count of its match"
    places = count.data["places"] if count.data["target"] is None else [1] * len(counts_for)
    places = [place if is_there else None for place, is_there in zip(places, counts_for)]
    if (data["places"], data["points"]) != (places, count.data["points"]):
        return "these are not the places and points of the match"
    return None if data["note"] == (count.data["note"] if before and "note" in count.data else None) else NO_REASON


def check_cup_standing(cup: Cup) -> Iterator[Wrong]:
    """Standings follow from the results, with every tie-break."""
    for line in cup.lines if cup.is_finished else ():
        cup.take(line)
        said = line.data.get("standings")
        if said is None or (line.type == "tournament.round_ended" and cup.format == "arena"):
            continue
        is_whole = cup.nonces is not None and len(said) == len(cup.members)  # nothing is sorted for who says nothing
        made = standings_of(cup) if is_whole else [{}] if cup.nonces is not None else []
        if said != made:
            one = next((one for one, other in zip(said, made) if one != other), None)
            whose = f": that of entrant {one['entrant'] + 1}, on place {one['place']}" if one else ""
            yield Wrong(line, f"a standing is not what the results lead to{whose}")


# Standings: points of tables, and what breaks ties.


def table_points(worth: Sequence[int], places: Sequence[Optional[int]]) -> List[int]:
    there = sorted(place for place in places if place is not None)
    ranks = worth_of(worth, len(places))
    return [
        0 if place is None else sum(ranks[there.index(place) :][: there.count(place)]) // there.count(place)
        for place in places
    ]


def worth_of(worth: Sequence[int], seats: int) -> List[int]:
    """A short table spreads the places of a full one evenly."""
    gaps, steps, found = len(worth) - 1, seats - 1, []
    for rank in range(seats):
        below, part = divmod(rank * gaps, steps)
        found.append(worth[below] + (worth[min(below + 1, gaps)] - worth[below]) * part // steps)
    return found


def compared(one: Json) -> Dict[Tuple[int, int], Tuple[int, int]]:
    """By table and seat, of who was there: twelfths of match points, and of points above the mean of the others."""
    average = len(one["tables"]) - 1
    there = [
        (table, seat, points if result["how"] in ("played", "by_hand") else None)
        for table, result in one["results"].items()
        for seat, (place, points) in enumerate(zip(result["places"], result["points"]))
        if place is not None
    ]
    found = {}
    for table, seat, own in there:
        others = [points for at, other, points in there if other == seat and at != table and points is not None]
        if own is None or not others:
            found[table, seat] = (POINT * average, 0)
            continue
        won = sum(2 * (own > theirs) + (own == theirs) for theirs in others)
        difference = POINT * (own * len(others) - sum(others)) // len(others)
        found[table, seat] = (POINT * won * average // len(others), difference)
    return found


class Count:
    """All that is counted of a stage, by entrant. `sat`: round, table, place, points of the game, places of others."""

    def __init__(self, cup: Cup) -> None:
        self.points = dict.fromkeys(cup.members, 0)
        self.byes = dict.fromkeys(cup.members, 0)
        self.sat: Dict[int, List[Tuple[int, int, Optional[int], int, Dict[int, Optional[int]]]]] = {}
        for member in cup.members:
            self.sat[member] = []
        self.differences = dict.fromkeys(cup.members, 0)
        for one in cup.of_stage:
            is_over = len(one["results"]) == len(one["tables"])
            alike = compared(one) if cup.format == DUPLICATE and is_over else {}
            average = POINT * (len(one["tables"]) - 1) if is_over else 0
            for entrant in one["byes"]:
                self.points[entrant] += average if cup.format == DUPLICATE else cup.rules["bye"]
                self.byes[entrant] += 1
            for table, result in one["results"].items():
                if cup.format != DUPLICATE:
                    self._count(cup, one, table, result, table_points(cup.rules["points"], result["places"]))
                elif is_over:
                    both = [alike.get((table, seat), (0, 0)) for seat in range(len(result["places"]))]
                    self._count(cup, one, table, result, [points for points, _ in both])
                    for entrant, (_, difference) in zip(one["tables"][table], both):
                        self.differences[entrant] += difference

    def _count(self, cup: Cup, one: Json, table: int, result: Json, earned: Sequence[int]) -> None:
        seats = one["tables"][table]
        others = dict(zip(seats, result["places"]))
        for seat, entrant in enumerate(seats):
            self.points[entrant] += earned[seat]
            self.sat[entrant].append((one["round"], table, result["places"][seat], result["points"][seat], others))

    def opponents(self, entrant: int) -> Iterator[Tuple[int, int]]:
        """Each opponent, with 2 where one was ahead, 1 for the same place and 0 else. Nobody plays who forfeits."""
        for _, _, place, _, others in self.sat[entrant]:
            for other, theirs in others.items():
                if other != entrant and place is not None and theirs is not None:
                    yield other, 2 if place < theirs else int(place == theirs)

    def breaks(self, name: str, entrant: int) -> int:
        met, sat = list(self.opponents(entrant)), self.sat[entrant]
        if name == "buchholz":
            return sum(self.points[other] for other, _ in met)
        if name == "sonneborn_berger":
            return sum(ahead * self.points[other] for other, ahead in met)
        if name == "head_to_head":
            return sum(ahead for other, ahead in met if self.points[other] == self.points[entrant])
        if name == "points_scored":
            return sum(scored for _, _, place, scored, _ in sat if place is not None)
        if name == "wins":
            return sum(place == 1 and list(others.values()).count(1) == 1 for _, _, place, _, others in sat)
        if name == "difference":
            return self.differences[entrant]
        raise ValueError(name)


def standings_of(cup: Cup) -> List[Json]:
    counted, drawn, keys = Count(cup), cup.ties(), {}
    divisions = {one: at for at, division in enumerate(divisions_of(cup)) for one in division}
    for one in cup.members:
        attended = sum(sat[2] is not None for sat in counted.sat[one]) + counted.byes[one]
        breaks = [counted.breaks(name, one) for name in cup.rules["tie_breaks"]]
        reached = _reached(cup, counted, one) if cup.format in KNOCK_OUT else []
        average = [_average(counted, one)] if cup.lasts else []
        division = [-divisions[one]] if divisions else []
        keys[one] = [*division, *reached, counted.points[one], *average, attended, *breaks, -drawn[one]]
    order = sorted(cup.members, key=lambda one: keys[one], reverse=True)
    return [
        {"entrant": one, "place": place, "points": counted.points[one], "numbers": keys[one]}
        for place, one in enumerate(order, 1)
    ]


def _average(counted: Count, entrant: int) -> int:
    """Thousandths of a point for each table."""
    tables = len(counted.sat[entrant])
    return 1000 * counted.points[entrant] // (POINT * tables) if tables else 0


def _reached(cup: Cup, counted: Count, entrant: int) -> List[int]:
    rounds = cup.of_stage
    for one in reversed(rounds):
        if entrant in one["byes"]:
            return [one["round"] + 1, -1]
        for number, table, place, _, others in counted.sat[entrant]:
            if number == one["round"]:
                is_last = cup.format == "elimination" and one is rounds[-1] and table and len(one["tables"]) == 2
                third = int(bool(is_last and cup.rules["third_place"]))
                return [number + 1 - third, -(place or len(others) + 1)]
        if any(entrant in seats for seats in one["tables"]):
            return [one["round"] + 1, 0]
    return [0, 0]


# Pairings. Each gives tables, byes and who was pulled up, as the event has them.

Paired = Tuple[List[List[int]], List[int], List[int]]


class Field:
    """What the pairing of the next round follows from: who is there, the best first, and who has met whom."""

    def __init__(self, cup: Cup) -> None:
        self.format, self.round = cup.format, len(cup.of_stage)
        self.seats, self.shortest = cup.rules["seats"], cup.rules["shortest"]
        self.lasts = cup.lasts
        self.least = 4 if cup.lasts and self.seats == 2 else BAND[self.seats]
        counted, seated, pulled = Count(cup), self._seated(cup), Counter[int]()
        byes = waited(cup) if cup.lasts else counted.byes
        for one in cup.of_stage:
            pulled.update(one["pulled"])
        self.contenders: List[Json] = []
        for entrant in _there(cup):
            had = seated[entrant]
            due = {seat for seat in range(self.seats) if had[seat] == min(had)}
            self.contenders.append(
                {
                    "entrant": entrant,
                    "points": counted.points[entrant],
                    "byes": byes[entrant],
                    "pulled": pulled[entrant],
                    "seats": had,
                    "due": due,
                }
            )
        self.groups = groups_of(cup)
        known = {one["entrant"] for one in self.contenders}
        met = met_lately(cup) if cup.lasts else self._all_met(cup)
        self.met = {pair: count for pair, count in met.items() if known.issuperset(pair)}

    def _seated(self, cup: Cup) -> Dict[int, List[int]]:
        found = {one: [0] * self.seats for one in range(len(cup.entrants))}
        for one in cup.rounds:
            for table in one["tables"]:
                for seat, entrant in enumerate(table):
                    found[entrant][seat] += 1
        return found

    def _all_met(self, cup: Cup) -> Met:
        met: Met = {}
        for one in cup.of_stage:
            for table in one["tables"]:
                for pair in combinations(sorted(table), 2):
                    met[pair] = met.get(pair, 0) + 1
        return met

    def digest(self) -> str:
        names = ("entrant", "points", "byes", "pulled", "seats")
        said = {
            "contenders": [[one[name] for name in names] for one in self.contenders],
            "format": self.format,
            "groups": self.groups,
            "met": [[*pair, count] for pair, count in sorted(self.met.items())],
            "round": self.round,
            "seats": self.seats,
            "shortest": self.shortest,
        }
        return sha256(canonical(said)).hexdigest()

    def times_met(self, one: int, other: int) -> int:
        return self.met.get((min(one, other), max(one, other)), 0)


def _there(cup: Cup) -> List[int]:
    """Who is paired in the next round, the best first."""
    order = seeding(cup)
    if cup.format in SCHEDULES:
        return order
    if cup.of_stage:
        order = [one["entrant"] for one in standings_of(cup)]
    busy = {who for one in cup.rounds if not one["ended"] for who in _playing(one)}
    is_free = cup.format not in KNOCK_OUT
    return [one for one in order if one not in busy and (not is_free or cup.is_active(one))]


def waited(cup: Cup) -> Dict[int, int]:
    """A thousand for each round without somebody since they came or last sat at a table, less their tables."""
    since, tables = {who: cup.entrants[who]["since"] for who in cup.members}, Counter[int]()
    for one in cup.of_stage:
        there = [who for seats in one["tables"] for who in seats]
        tables.update(there)
        since.update(dict.fromkeys(there, one["round"] + 1))
    return {who: 1000 * max(len(cup.rounds) - round_, 0) - tables[who] for who, round_ in since.items()}


def met_lately(cup: Cup) -> Met:
    """How lately two have met: LATELY for those who left a table together, one less where nobody plays."""
    tables, last = Counter[int](), {}
    for one in cup.of_stage:
        for seats in one["tables"]:
            tables.update(seats)
            last.update({pair: tables[pair[0]] + tables[pair[1]] for pair in combinations(sorted(seats), 2)})
    is_anybody_busy = any(True for one in cup.rounds if not one["ended"] for _ in _playing(one))
    most = LATELY - (not is_anybody_busy)
    found = {pair: most - tables[pair[0]] - tables[pair[1]] + sat for pair, sat in last.items()}
    return {pair: left for pair, left in found.items() if left > 0}


def _playing(one: Json) -> Iterator[int]:
    return (who for table, seats in enumerate(one["tables"]) if table not in one["results"] for who in seats)


def seeding(cup: Cup) -> List[int]:
    if cup.finalists is not None:
        return cup.finalists
    drawn = cup.ties()
    return sorted(cup.members, key=lambda one: (-cup.entrants[one]["strength"], drawn[one]))


def groups_of(cup: Cup) -> List[List[int]]:
    """By the seeding, dealt back and forth, or the divisions of a league; none where there is one only."""
    if cup.season:
        divisions = divisions_of(cup)
        return divisions if len(divisions) > 1 else []
    count = cup.groups
    found: List[List[int]] = [[] for _ in range(count if count > 1 else 0)]
    for at, entrant in enumerate(seeding(cup) if found else ()):
        found[count - 1 - at % count if at // count % 2 else at % count].append(entrant)
    return found


def divisions_of(cup: Cup) -> List[List[int]]:
    """Of a league: first those of the season before, as they rose and fell, then newcomers; cut into equal parts."""
    if cup.season is None:
        return []
    carried: List[List[int]] = []
    members, at, size = set(cup.members), 0, cup.season["size"]
    for division in cup.season["carried"]:
        carried.append([one for one in range(at, at + len(division)) if one in members])
        at += len(division)
    order = after_season(carried, cup.season["moves"])
    order += [one for one in seeding(cup) if one not in set(order)]
    starts = [size * at for at in range(max(len(order) // size, 1))]
    return [order[start:end] for start, end in zip(starts, [*starts[1:], len(order)])]


def after_season(divisions: Sequence[List[int]], moves: int) -> List[int]:
    """In each division first who fell into it, then who stays, then who rose into it."""
    halves = [len(division) // 2 for division in divisions]
    between = [min(moves, halves[at], halves[at + 1]) for at in range(len(divisions) - 1)]
    order: List[int] = []
    for at, own in enumerate(divisions):
        up, down = between[at - 1] if at else 0, between[at] if at < len(between) else 0
        fallen = divisions[at - 1][len(divisions[at - 1]) - up :] if at else []
        risen = divisions[at + 1][:down] if at < len(between) else []
        order += [*fallen, *own[up : len(own) - down], *risen]
    return order


def ranked_in(cup: Cup, standings: Sequence[Json]) -> List[List[int]]:
    """By division who is still in it, the best first."""
    found: Dict[int, List[int]] = {}
    for one in standings:
        if cup.entrants[one["entrant"]]["is_in"]:
            found.setdefault(-one["numbers"][0], []).append(one["entrant"])
    return [found[at] for at in sorted(found)]


def best_of(cup: Cup) -> List[int]:
    """Of groups first those who won one, then those who came second in one, and so on."""
    best = [one["entrant"] for one in standings_of(cup) if cup.entrants[one["entrant"]]["is_in"]]
    groups = [[one for one in best if one in group] for group in groups_of(cup)]
    return sorted(best, key=lambda one: next((group.index(one) for group in groups if one in group), 0))


def in_groups(field: Field) -> Paired:
    tables: List[List[int]] = []
    byes: List[int] = []
    pulled: List[int] = []
    for group in field.groups:
        own = [one for one in field.contenders if one["entrant"] in group]
        if field.format == "swiss":
            made = swiss(field, own)
        elif field.round < rounds_for(len(group), field.seats):
            made = scheduled(field, own)
        else:
            continue
        tables, byes, pulled = tables + made[0], byes + made[1], pulled + made[2]
    return tables, byes, pulled


def rounds_for(entrants: int, seats: int) -> int:
    return max(entrants - 1 + entrants % 2, 1) if seats == 2 else max(-(-(entrants - 1) // (seats - 1)), 1)


def pairing_of(cup: Cup, field: Field) -> Paired:
    if cup.format == "elimination":
        return knocked_out(cup, field)
    if cup.format == "double_elimination":
        return twice_knocked_out(cup, field)
    if field.groups:
        return in_groups(field)
    if cup.format in SCHEDULES:
        return scheduled(field, field.contenders)
    tables, byes, pulled = swiss(field, field.contenders, cup.format == DUPLICATE)
    if cup.format != "arena":
        return tables, byes, pulled
    if cup.lasts:  # those who have just left a table together wait for others
        tables = [one for one in tables if any(field.times_met(*pair) < LATELY for pair in combinations(one, 2))]
    return tables, [], [who for who in pulled if any(who in seats for seats in tables)]


def sizes(count: int, seats: int, shortest: int) -> List[int]:
    tables = -(-count // seats)
    if tables and count // tables >= shortest:
        return [count // tables + int(at < count % tables) for at in range(tables)]
    return [seats] * (count // seats)


def without_table(contenders: Sequence[Json], count: int) -> List[int]:
    """Those with the fewest byes, and of them the last."""
    last_first = sorted(range(len(contenders)), key=lambda at: (contenders[at]["byes"], -at))
    return [contenders[at]["entrant"] for at in last_first[:count]]


def swiss(field: Field, contenders: Sequence[Json], is_flat: bool = False) -> Paired:
    wanted = sizes(len(contenders), field.seats, field.shortest)
    byes = without_table(contenders, len(contenders) - sum(wanted))
    left = [one for one in contenders if one["entrant"] not in byes]
    groups: List[List[Json]] = []
    pulled: List[int] = []
    while left:
        own = len(left) if is_flat else band(left, field.least)
        count = next(count for count in range(len(wanted) + 1) if sum(wanted[len(groups) :][:count]) >= own)
        made, above = _grouped(field, left, own, wanted[len(groups) :][:count])
        seated = {one["entrant"] for group in made for one in group}
        left = [one for one in left if one["entrant"] not in seated]
        groups, pulled = groups + made, pulled + [one["entrant"] for one in above]
    return [seated_at(field, at, group) for at, group in enumerate(groups)], sorted(byes), sorted(pulled)


def band(left: Sequence[Json], least: int) -> int:
    end = 0
    while end < len(left) and end < least:
        points = left[end]["points"]
        while end < len(left) and left[end]["points"] == points:
            end += 1
    return len(left) if len(left) - end < least else end


def _grouped(
    field: Field, left: Sequence[Json], own: int, wanted: Sequence[int]
) -> Tuple[List[List[Json]], List[Json]]:
    """The groups of a band, and who was pulled up into them: the first of the best of several beginnings."""
    found = _attempt(field, left, own, wanted, 0)
    for turn in range(1, TRIES if own <= MOST_TRIED else 1):
        if found[2] >= REPEAT:
            found = min(found, _attempt(field, left, own, wanted, turn), key=lambda attempt: attempt[2])
    return found[:2]


def _attempt(
    field: Field, left: Sequence[Json], own: int, wanted: Sequence[int], turn: int
) -> Tuple[List[List[Json]], List[Json], int]:
    begin = turn % own
    free, above, pulled = [*left[begin:own], *left[:begin]], list(left[own:]), []
    groups: List[List[Json]] = [[] for _ in wanted]
    for layer in range(max(wanted)):
        open_ = [group for group, size in zip(groups, wanted) if size > layer]
        taken = free[: len(open_)]
        is_short = len(taken) < len(open_) or layer == max(wanted) - 1
        more = max(band(above, field.least), len(open_) - len(taken)) if above and is_short else 0
        pool = [*taken, *above[:more]]
        places = _assigned(field, open_, pool, len(taken))
        for group, place in zip(open_, places):
            group.append(pool[place])
        pulled += [pool[place] for place in places if place >= len(taken)]
        above = [one for one in above if one not in pulled]
        free = free[len(open_) :]
    _sweep(field, groups)
    return groups, pulled, _total(field, groups) + sum(PULL * (1 + one["pulled"]) for one in pulled)


def _assigned(field: Field, groups: Sequence[Sequence[Json]], pool: Sequence[Json], own: int) -> List[int]:
    costs = [
        [
            beside(field, group, one) + abs(row - place) + (PULL * (1 + one["pulled"]) if place >= own else 0)
            for place, one in enumerate(pool)
        ]
        for row, group in enumerate(groups)
    ]
    return assigned(costs)


def beside(field: Field, group: Sequence[Json], one: Json) -> int:
    if not group:
        return 0
    repeats = sum(field.times_met(one["entrant"], other["entrant"]) for other in group)
    same = sum(other["due"] == one["due"] for other in group)
    return REPEAT * min(repeats, MOST_REPEATS) + TURN * int(same >= len(one["due"]))


def _sweep(field: Field, groups: List[List[Json]]) -> None:
    least = _total(field, groups)
    for _ in range(SWEEPS):
        if not least:
            return
        for layer in range(max(map(len, groups))):
            open_ = [at for at, group in enumerate(groups) if len(group) > layer]
            moving = [groups[at][layer] for at in open_]
            rest = [[*groups[at][:layer], *groups[at][layer + 1 :]] for at in open_]
            for at, place in zip(open_, _assigned(field, rest, moving, len(moving))):
                groups[at][layer] = moving[place]
        now = _total(field, groups)
        if now >= least:
            return
        least = now


def _total(field: Field, groups: Sequence[Sequence[Json]]) -> int:
    return sum(beside(field, group[:at], one) for group in groups for at, one in enumerate(group))


def seated_at(field: Field, table: int, group: Sequence[Json]) -> List[int]:
    count = len(group)
    costs = [
        [REPEAT * one["seats"][seat] + (seat + row + table + field.round) % count for seat in range(count)]
        for row, one in enumerate(group)
    ]
    found = assigned(costs)
    return [group[found.index(seat)]["entrant"] for seat in range(count)]


def assigned(costs: Sequence[Sequence[int]]) -> List[int]:
    """The column of each row, with the least sum of costs: the Hungarian algorithm, and the lowest of equal columns."""
    columns = len(costs[0]) if costs else 0
    of_row, of_column, owner = [0] * len(costs), [0] * columns, [-1] * columns
    for start in range(len(costs)):
        left, distance, before = list(range(columns)), [-1] * columns, [-1] * columns
        row, column, reached, done = start, -1, 0, []
        while row >= 0:
            nearest = -1
            for other in left:
                through = reached + costs[row][other] - of_row[row] - of_column[other]
                if distance[other] < 0 or through < distance[other]:
                    distance[other], before[other] = through, column
                if nearest < 0 or distance[other] < distance[nearest]:
                    nearest = other
            column, reached = nearest, distance[nearest]
            left.remove(column)
            done.append(column)
            row = owner[column]
        of_row[start] += reached
        for passed in done[:-1]:
            of_column[passed] -= reached - distance[passed]
            of_row[owner[passed]] += reached - distance[passed]
        while column >= 0:
            owner[column] = start if before[column] < 0 else owner[before[column]]
            column = before[column]
    return [owner.index(row) for row in range(len(costs))]


def scheduled(field: Field, contenders: Sequence[Json]) -> Paired:
    entrants = [one["entrant"] for one in contenders]
    if field.seats == 2:
        return berger(entrants, field.round)
    if len(entrants) == field.seats**2:
        cells, slope = range(field.seats), field.round % (field.seats + 1)
        lines = [[row * field.seats + column for column in cells] for row in cells]
        if slope < field.seats:
            times = TIMES[field.seats][slope]
            lines = [[row * field.seats + _plus(field.seats, times[row], start) for row in cells] for start in cells]
        groups = [[contenders[at] for at in line] for line in lines]
        return [seated_at(field, at, group) for at, group in enumerate(groups)], [], []
    return swiss(field, contenders, is_flat=True)


def _plus(order: int, one: int, other: int) -> int:
    return one ^ other if order == 4 else (one + other) % order


def berger(entrants: Sequence[int], round_: int) -> Paired:
    count = len(entrants) + len(entrants) % 2
    turn, again = round_ % (count - 1), round_ // (count - 1) % 2
    ring = [(turn * (count // 2) + place) % (count - 1) for place in range(count - 1)]
    found = [(ring[0], count - 1) if turn % 2 == 0 else (count - 1, ring[0])]
    found += [(ring[place], ring[-place]) for place in range(1, count // 2)]
    couples = [[entrants[at] for at in (pair[::-1] if again else pair) if at < len(entrants)] for pair in found]
    return [pair for pair in couples if len(pair) == 2], [pair[0] for pair in couples if len(pair) == 1], []


def ranked(one: Json, table: int, seeds: Dict[int, int]) -> List[int]:
    """The entrants of a table, the best first: by place, then by points of the game, then by seed."""
    result, seats = one["results"][table], one["tables"][table]
    keys = {
        who: (result["places"][at] or len(seats) + 1, -result["points"][at], seeds[who]) for at, who in enumerate(seats)
    }
    return sorted(seats, key=lambda who: keys[who])


def bracket(count: int) -> List[int]:
    order = [0]
    while len(order) < count:
        order = [seed for one in order for seed in (one, 2 * len(order) - 1 - one)]
    return order


def alive(cup: Cup) -> List[int]:
    """Who is not knocked out."""
    seeds = {one: at for at, one in enumerate(seeding(cup))}
    if cup.format != "elimination":
        lost = defeats(cup, seeds)
        return [one for one in seeds if lost[one] < 2]
    still = list(seeds)
    for one in cup.of_stage:
        on = set(one["byes"])
        for table in one["results"]:
            on.update(ranked(one, table, seeds)[: min(cup.rules["go_on"], len(one["tables"][table]) - 1)])
        if len(still) <= cup.rules["seats"]:
            on = set(ranked(one, 0, seeds)[:1] if 0 in one["results"] else ())
        still = [who for who in still if who in on]
    return still


def knocked_out(cup: Cup, field: Field) -> Paired:
    seeds = {one: at for at, one in enumerate(seeding(cup))}
    still = alive(cup)
    if cup.rules["seats"] == 2:
        return _in_bracket(cup, still, seeds)
    if len(still) <= cup.rules["seats"]:
        return [still], [], []
    return _spread(cup, still, field)


def _in_bracket(cup: Cup, still: Sequence[int], seeds: Dict[int, int]) -> Paired:
    rounds = cup.of_stage
    first = _all_of(rounds[0]) if rounds else still
    by_seed = sorted(first, key=lambda one: seeds[one])
    slots: List[Optional[int]] = [by_seed[at] if at < len(by_seed) else None for at in bracket(len(by_seed))]
    for one in rounds:
        on = {ranked(one, table, seeds)[0] for table in one["results"]} | set(one["byes"])
        slots = [next((who for who in slots[at : at + 2] if who in on), None) for at in range(0, len(slots), 2)]
    couples = [[one for one in slots[at : at + 2] if one is not None] for at in range(0, len(slots), 2)]
    tables = [pair for pair in couples if len(pair) == 2]
    if cup.rules["third_place"] and len(still) == 2 and rounds:
        last = rounds[-1]
        losers = [ranked(last, at, seeds)[1] for at in sorted(last["results"]) if len(last["tables"][at]) == 2]
        tables += [losers] if len(losers) == 2 else []
    return tables, [pair[0] for pair in couples if len(pair) == 1], []


def _spread(cup: Cup, still: Sequence[int], field: Field) -> Paired:
    wanted = sizes(len(still), cup.rules["seats"], min(cup.rules["shortest"], 3))
    byes = without_table([one for one in field.contenders if one["entrant"] in still], len(still) - sum(wanted))
    tables: List[List[int]] = [[] for _ in wanted]
    playing = [one for one in still if one not in byes]
    for number, start in enumerate(range(0, len(playing), len(wanted))):
        open_ = [at for at, size in enumerate(wanted) if size > number]
        for at, who in zip(open_ if number % 2 == 0 else reversed(open_), playing[start : start + len(wanted)]):
            tables[at].append(who)
    return tables, byes, []


def defeats(cup: Cup, seeds: Dict[int, int]) -> Dict[int, int]:
    lost = dict.fromkeys(seeds, 0)
    for one in cup.of_stage:
        for table in one["results"]:
            for who in ranked(one, table, seeds)[1:]:
                lost[who] += 1
    return lost


def twice_knocked_out(cup: Cup, field: Field) -> Paired:
    lost = defeats(cup, {one: at for at, one in enumerate(seeding(cup))})
    still = [one for one in field.contenders if lost[one["entrant"]] < 2]
    if len(still) == 2:
        return swiss(field, still, is_flat=True)
    best, others = ([one for one in still if lost[one["entrant"]] == times] for times in (0, 1))
    made = [swiss(field, some, is_flat=True) for some in (best, others)]
    return made[0][0] + made[1][0], sorted(made[0][1] + made[1][1]), []


FORMATS = ("swiss", *SCHEDULES, *KNOCK_OUT, "arena", DUPLICATE)
TIE_BREAKS = ("buchholz", "sonneborn_berger", "head_to_head", "points_scored", "wins", "difference")
CHECK_INS, ABSENCES = ("never", "start", "rounds"), ("stand_in", "forfeit")
LATE_FORMATS = ("swiss", "arena", DUPLICATE)
WITH_OTHERS = ("tournament.started", "tournament.result_entered")  # which have more in the same command than forfeits
BY_SERVICE = ("round_paired", "match_linked", "round_ended", "stage_ended", "time_ended")
OF_ENTRANTS = ("checked_in", "nonce_shown", "withdrew", "returned")
BY_ORGANISER = ("pairing_changed", "paused", "resumed")
LEAST_OF_DIVISION, MOST_OF_DIVISION = 2, 64
MAY_NOT = "whoever did this may not do it"
NOT_NOW = "this can't be done here by the rules of the tournament"
NO_RULES = "a tournament can't be opened with these rules"
NOT_FORFEITED = "this table is not forfeited like this"
NO_REASON = "a reason is missing here, or there is one where none belongs"
NO_END = "the tournament does not end here, or not like this"


def check_cup_permitted(cup: Cup) -> Iterator[Wrong]:
    """Everything was done by whoever may do it, when it may be done."""
    for lines in commands_in(cup.lines):
        forfeited = _forfeited(cup, lines)
        for at, line in enumerate(lines):
            kind = line.type.partition(".")[2]
            wrong = _wrong_writer(cup, line, kind, lines) or _wrong_turn(cup, line, kind, lines)
            place = (*map(line.data.get, ("round", "table", "places")),)
            is_other = kind == "result_recorded" and place not in forfeited
            if at == 0:  # and as many are forfeited as should be
                is_whole = line.type == "tournament.opened" or lines[-1].type in WITH_OTHERS
                is_other = not is_whole and len(forfeited) != len(lines) - 1
            if wrong or is_other:
                yield Wrong(line, wrong or NOT_FORFEITED)
            cup.take(line)


def _forfeited(cup: Cup, lines: Sequence[Line]) -> List[Tuple[int, int, List[Optional[int]]]]:
    """Round, table and places of the tables that are forfeited together with a pairing, or by a round's late end."""
    first, data = lines[0].type.partition(".")[2], lines[0].data
    if first in ("round_paired", "pairing_changed"):
        there = [[cup.is_active(who, data["round"]) for who in seats] for seats in data["tables"]]
        return [
            (data["round"], table, [1 if is_there else None for is_there in seats])
            for table, seats in enumerate(there)
            if sum(seats) <= 1
        ]
    if lines[-1].type == "tournament.round_ended" and len(lines) > 1:
        one = cup.rounds[lines[-1].data["round"]]
        open_ = [table for table in range(len(one["tables"])) if table not in one["results"]]
        return [(one["round"], table, [None] * len(one["tables"][table])) for table in open_]
    return []


def _wrong_writer(cup: Cup, line: Line, kind: str, lines: Sequence[Line]) -> Optional[str]:
    by, data = line.envelope["by"], line.data
    is_service = by.startswith("service:")
    is_organiser = by == cup.opened.data["organiser"] or by.startswith("operator:")
    own = cup.entrants[data["entrant"]]["player"] if kind in OF_ENTRANTS else None
    is_own = by == (data["player"] if kind == "entered" else own)
    if kind in ("opened", "season_opened"):
        may = by == cup.opened.data["organiser"]
    elif kind in ("entered", "checked_in", "returned"):
        is_dropped = kind == "returned" and cup.entrants[data["entrant"]].get("is_dropped")
        may = is_organiser or (is_own and not is_dropped)
    elif kind == "nonce_shown":
        may = is_own
    elif kind == "result_entered":
        may = _is_player(by)
    elif kind == "withdrew":
        is_started = lines[-1].type == "tournament.started" and is_organiser
        is_said = {"left": is_own, "dropped": is_organiser, "absent": is_service or is_started, "away": is_service}
        may = is_said.get(data["reason"], False)
    elif kind in BY_SERVICE:
        may = is_service
    elif kind in BY_ORGANISER:
        may = is_organiser
    elif kind == "result_recorded":
        is_changed = lines[0].type == "tournament.pairing_changed" and is_organiser
        is_own_word = lines[-1].type == "tournament.result_entered" and _is_player(by)
        how = {"played": is_service, "by_hand": is_organiser or is_own_word, "adjudicated": is_organiser or is_service}
        may = {**how, "forfeit": is_service or is_changed}.get(data["how"], False)
    else:
        may = is_organiser or is_service
    return None if may else MAY_NOT


def _is_player(by: str) -> bool:
    return by.startswith("person:")


def _wrong_turn(cup: Cup, line: Line, kind: str, lines: Sequence[Line]) -> Optional[str]:
    data = line.data
    if kind == "entered":
        return None if _may_enter(cup, data["player"]) else NOT_NOW
    if kind in ("checked_in", "withdrew", "returned"):
        return _wrong_of_entrant(cup, kind, data)
    if kind == "started":
        return None if cup.nonces is None and _may_start(cup) else NOT_NOW
    if kind == "paused" or kind == "resumed":
        return NOT_NOW if cup.is_paused == (kind == "paused") else None if data.get("note", "-") else NO_REASON
    if kind == "stage_ended":
        return None if _is_over(cup) and _has_final(cup) else NOT_NOW
    if kind == "time_ended":
        return None if cup.lasts and cup.nonces is not None and not (cup.is_paused or cup.is_time_over) else NOT_NOW
    if kind == "season_opened":
        is_first = lines[0].type == "tournament.opened" and cup.season is None and not cup.entrants
        return None if is_first and _is_season(cup.rules, data) else NOT_NOW
    if kind == "ended":
        return _wrong_ending(cup, line)
    if kind == "opened":
        return None if _are_rules(data["rules"]) else NO_RULES
    return _wrong_of_round(cup, kind, data, lines) if kind != "nonce_shown" else None


def _are_rules(rules: Json) -> bool:
    """Whether a tournament can be opened with them, as far as no game is asked."""
    final, seats, worth = rules["final"], rules["seats"], rules["points"]
    stages = [rules, *([final] if final else [])]
    formats = {one["format"] for one in stages}
    least = [int(one["format"] not in (*KNOCK_OUT, *SCHEDULES, "arena")) for one in stages]
    is_span = rules["format"] == "arena" and rules["rounds"] == 0
    breaks = set(rules["tie_breaks"])
    has_groups = 2 <= rules["groups"] <= 64 and final and rules["format"] in ("swiss", "round_robin")
    is_final = not final or (
        final["entrants"] >= 2 and rules["format"] not in KNOCK_OUT and final["format"] not in ("arena", "league")
    )
    return bool(
        formats <= set(FORMATS)
        and 2 <= rules["shortest"] <= seats
        and (seats == 2 or "double_elimination" not in formats)
        and (DUPLICATE not in formats or rules["shortest"] == seats)
        and (DUPLICATE in formats or "difference" not in breaks)
        and all(low <= one["rounds"] <= 100 for low, one in zip(least, stages))
        and (rules["groups"] == 1 or has_groups)
        and is_final
        and (not is_span or (rules["minutes"] > 0 and rules["check_in"] != "rounds"))
        and breaks <= set(TIE_BREAKS)
        and len(breaks) == len(rules["tie_breaks"])
        and (rules["check_in"] in CHECK_INS and rules["absent"] in ABSENCES)
        and (2 <= rules["most"] <= MOST_ENTRANTS and 0 <= rules["minutes"] <= 366 * 24 * 60)
        and len(worth) == seats
        and worth == sorted(worth, reverse=True)
        and not any(points % POINT for points in worth)
        and worth[-1] >= 0
        and POINT <= worth[0] <= 100 * POINT
        and 0 <= rules["bye"] <= worth[0]
        and rules["go_on"] == (1 if seats == 2 else 2)
    )


def _is_open_late(cup: Cup) -> bool:
    is_one = not cup.stage and cup.rules["groups"] == 1
    return bool(cup.rules["late"] and cup.format in LATE_FORMATS and is_one and not cup.is_time_over)


def _may_enter(cup: Cup, player: Optional[str]) -> bool:
    is_bot = bool(player and player.startswith("bot:"))
    is_there = bool(player) and not is_bot and player in cup.players
    is_refused = is_there or _is_full(cup) or (is_bot and not cup.rules["bots"])
    return bool(not is_refused and (cup.nonces is None or _is_open_late(cup)))


def _is_full(cup: Cup) -> bool:
    return bool(cup.inside >= cup.rules["most"])


def _wrong_of_entrant(cup: Cup, kind: str, data: Json) -> Optional[str]:
    one = cup.entrants[data["entrant"]]
    if kind == "withdrew":
        is_told = data["note"] if data["reason"] == "dropped" else data["reason"] == "left" or data["note"] is None
        return None if one["is_in"] and is_told else NO_REASON if one["is_in"] else NOT_NOW
    if kind == "checked_in":
        is_next = data["round"] == len(cup.rounds) and data["round"] not in one["checked_in"]
        return None if one["is_in"] and is_next else NOT_NOW
    is_placed = data["entrant"] in cup.members or _is_open_late(cup)
    has_room = not _is_full(cup) or (cup.nonces is not None and cup.format not in LATE_FORMATS)
    return None if not one["is_in"] and is_placed and has_room else NOT_NOW


def _may_start(cup: Cup) -> bool:
    there = [number for number, one in enumerate(cup.entrants) if one["is_in"]]
    is_asked = cup.rules["check_in"] == "start"
    least = 2 * cup.rules["seats"] if cup.format == DUPLICATE else 2
    return len(there) >= least and all(
        not is_asked or cup.is_bot(one) or 0 in cup.entrants[one]["checked_in"] for one in there
    )


def _wrong_of_round(cup: Cup, kind: str, data: Json, lines: Sequence[Line]) -> Optional[str]:
    if kind == "round_paired":
        is_open = cup.nonces is not None and not cup.is_paused and (not cup.is_finished or _can_pair(cup))
        return NOT_NOW if not is_open else None if not cup.is_finished or _fits_instead(cup, data) else NO_REASON
    one = cup.rounds[data["round"]]
    if kind == "pairing_changed":
        has_begun = one["matches"] or one["ended"] or any(made["how"] != "forfeit" for made in one["results"].values())
        sizes_ = (len(seats) for seats in data["tables"])
        is_right = all(cup.rules["shortest"] <= size <= cup.rules["seats"] for size in sizes_)
        return NOT_NOW if has_begun or not is_right else None
    if kind == "round_ended":
        is_whole = len(one["results"]) == len(one["tables"]) and not one["ended"]
        is_disputed = any(word != words[0] for words in one["words"].values() for word in words)
        return None if is_whole and (not is_disputed or _is_late(cup, one["round"], lines[0])) else NOT_NOW
    if not 0 <= data["table"] < len(one["tables"]):
        return NOT_NOW
    if kind == "result_entered":
        is_alike = all(lines[0].data.get(name) == data[name] for name in ("round", "table", "places", "points"))
        return None if is_alike else NOT_NOW  # check_cup_result looks at whether it can be said
    if kind == "match_linked":
        return NOT_NOW if data["table"] in one["matches"] or data["table"] in one["results"] else None
    is_settled = one["stage"] != cup.stage or (cup.format in KNOCK_OUT and one is not cup.rounds[-1])
    if is_settled or not _may_replace(one["results"].get(data["table"]), data, lines[0].envelope["by"]):
        return NOT_NOW
    is_late = lines[-1].type == "tournament.round_ended" and not _is_late(cup, one["round"], lines[0])
    return NOT_NOW if is_late else None if data["how"] != "forfeit" or data["note"] is None else NO_REASON


def _may_replace(before: Optional[Json], data: Json, by: str) -> bool:
    """A service only records a count that was corrected, in place of the one before: what others decided stays."""
    if before is None or not by.startswith("service:"):
        return True
    old, new = before["played"], data["played"]
    return bool(old and new and old["match"] == new["match"] and old["score"] < new["score"])


def _is_late(cup: Cup, round_: int, ended: Line) -> bool:
    """Whether the time that the rules give a round is over: pauses only make it longer."""
    paired = next(line for line in cup.lines if line.type == "tournament.round_paired" and line.data["round"] == round_)
    began, now = _moment(paired), _moment(ended)
    return bool(cup.rules["minutes"]) and not cup.lasts and (now - began).total_seconds() >= 60 * cup.rules["minutes"]


def _fits_instead(cup: Cup, data: Json) -> bool:
    """Whether it is said why the pairing is not the library's, just where the rules name that one first."""
    if data["by"] != OURS or not _is_of_fide(cup):
        return data["instead"] is None
    is_large = len(_there(cup)) > MOST_OF_LIBRARY
    return data["instead"] in (("large",) if is_large else ("late", "failed"))


def _can_pair(cup: Cup) -> bool:
    if cup.format not in ("arena", "league") and any(not one["ended"] for one in cup.of_stage):
        return False
    if cup.format in KNOCK_OUT:
        return len(alive(cup)) > 1
    seats, count = cup.rules["seats"], len(_there(cup))
    if not _rounds_left(cup) or (cup.format == DUPLICATE and count < 2 * seats):
        return False
    if count < 2 or not sizes(count, seats, cup.rules["shortest"]):
        return False
    return not cup.lasts or count > MOST_TRIED or bool(pairing_of(cup, Field(cup))[0])


def _rounds_left(cup: Cup) -> bool:
    if cup.lasts:
        return not cup.is_time_over
    length = cup.length
    if not length and cup.format in SCHEDULES:
        largest = max(map(len, divisions_of(cup)), default=-(-len(cup.members) // cup.groups))
        length = rounds_for(largest, cup.rules["seats"])
    return len(cup.of_stage) < length


def _is_season(rules: Json, season: Json) -> bool:
    """Whether only such a league is played in divisions, of which so many may rise and fall."""
    is_league = rules["format"] == "league" and not rules["rounds"] and not rules["final"]
    size, moves = season["size"], season["moves"]
    return bool(
        is_league and max(LEAST_OF_DIVISION, rules["seats"]) <= size <= MOST_OF_DIVISION and 1 <= moves <= size // 2
    )


def _has_final(cup: Cup) -> bool:
    return bool(cup.rules["final"]) and cup.stage == 0 and sum(cup.entrants[one]["is_in"] for one in cup.members) > 1


def _is_over(cup: Cup) -> bool:
    """Whether nothing is left to be played in this stage. Before the end nobody can tell."""
    is_quiet = not cup.is_paused and cup.nonces is not None and all(one["ended"] for one in cup.of_stage)
    has_time = cup.lasts and not cup.is_time_over
    return is_quiet and not has_time and (not cup.is_finished or not _can_pair(cup))


def _wrong_ending(cup: Cup, line: Line) -> Optional[str]:
    reason, note, by = line.data["reason"], line.data["note"], line.envelope["by"]
    is_over = _is_over(cup) and not _has_final(cup)
    if reason != ("called_off" if cup.nonces is None else "finished" if is_over else "early"):
        return NO_END
    is_service = by.startswith("service:") and by != cup.opened.data["organiser"]
    if is_service:
        return NO_END if reason == "early" else None if note is None else NO_REASON
    return NO_REASON if reason == "early" and not note else None


CUP_CHECKS: Dict[str, Callable[[Any], Iterator[Any]]] = {
    "header": check_cup_header,
    "order": check_cup_order,
    "digest": check_digest,
    "previous": check_cup_previous,
    "seal": check_seal,
    "commitment": check_cup_commitment,
    "nonce": check_cup_nonce,
    "permitted": check_cup_permitted,
    "match": check_cup_match,
    "result": check_cup_result,
    "pairing": check_cup_pairing,
    "standing": check_cup_standing,
}
CUP_OPENED = ("seal", "commitment", "pairing", "standing")


# Anchors: whether a record existed when its heads were folded into one digest, which somebody has kept elsewhere.

ANCHOR = "urbanist-anchor-1"


class Anchored(NamedTuple):
    """What an anchor proves of a record, or what is wrong."""

    says: str
    holds: bool


ANCHOR_FORM = fields(
    at=is_time,
    count=is_count,
    format=lambda value: value == ANCHOR,
    number=is_count,
    previous=or_null(is_hash),
    root=is_hash,
)
LEAF_FORM = fields(
    index=is_index,
    leaf=lambda value: isinstance(value, list) and len(value) == 3 and _is_leaf(*value),
    path=each(is_hash),
)
PROOF_FORM = fields(
    anchors=each(fields(anchor=ANCHOR_FORM, leaves=each(LEAF_FORM))),
    format=lambda value: value == ANCHOR,
    id=of_type(str),
)


def _is_leaf(stream: Any, version: Any, digest: Any) -> bool:
    return isinstance(stream, str) and is_count(version) and is_hash(digest)


def anchored(file: bytes, proof: bytes) -> List[Anchored]:
    """A sentence for each version of the record that an anchor names, or for what is wrong. Never empty."""
    try:
        events = events_of(file)
        found = [one for anchor, leaf in _leaves(proof) for one in _held(anchor, leaf, events)]
    except Wrong as wrong:
        return [Anchored(wrong.wrong, False)]
    return found or [Anchored("this proof names nothing", False)]


def events_of(file: bytes) -> Dict[Tuple[str, int], Line]:
    """By stream and version, those of a tournament and of its matches too; whatever else may be wrong with the file."""
    found: Dict[Tuple[str, int], Line] = {}
    for number, row in _rows(file):
        said = parse(row, number)
        if LINE(said) and all(_has(said["envelope"], name, form) for name, form in ENVELOPE.items()):
            line = Line(number, said["envelope"], said["sealed"])
            found[str(line.envelope["stream"]), int(line.envelope["version"])] = line
    return found


def _leaves(proof: bytes) -> Iterator[Tuple[Json, Json]]:
    said = parse(proof.rstrip(b"\r\n"))
    if not PROOF_FORM(said):
        raise Wrong(1, f"this is no proof of the format {ANCHOR}")
    for one in said["anchors"]:
        for leaf in one["leaves"]:
            yield one["anchor"], leaf


def _held(anchor: Json, proven: Json, events: Dict[Tuple[str, int], Line]) -> Iterator[Anchored]:
    stream, version, digest = proven["leaf"]
    name = f"{stream.partition(':')[0]} version {version}"
    which = f"the anchor {anchor['number']} of {anchor['at']}"
    path = [bytes.fromhex(step) for step in proven["path"]]
    root = root_by(canonical(proven["leaf"]), proven["index"], anchor["count"], path)
    event = events.get((stream, version))
    if root is None or root.hex() != anchor["root"]:
        yield Anchored(f"forged proof: {name} does not lead to the root of {which}", False)
    elif event is None:
        yield Anchored(f"{which} names {stream} version {version}, and this record does not have it", False)
    elif digest_of(event.envelope) != digest:
        yield Anchored(f"{name} is not the event that {which} names: this record was written later", False)
    else:
        seen = f"with the root {anchor['root']} and the digest {hash_of_anchor(anchor)}"
        yield Anchored(f"anchored: {name} was in {which}, {seen}: compare that with where you saw it", True)


def hash_of_anchor(anchor: Json) -> str:
    """It stands for this anchor and, as each names the one before, for all before it."""
    return sha256(canonical(anchor)).hexdigest()


def root_by(leaf: bytes, index: int, count: int, path: Sequence[bytes]) -> Optional[bytes]:
    """RFC 9162, 2.1.3.2: the root to which the path leads; None where it is too short or too long."""
    found, last, steps = sha256(b"\0" + leaf).digest(), count - 1, iter(path)
    if not 0 <= index < count:
        return None
    while last:
        if index & 1 or index < last:
            beside = next(steps, None)
            if beside is None:
                return None
            found = sha256(b"\1" + (beside + found if index & 1 else found + beside)).digest()
        index, last = index >> 1, last >> 1
    return found if next(steps, None) is None else None


def say_anchored(names: Sequence[str], proof: str) -> int:
    """Prints what a proof says of each record. Returns the exit code."""
    code = 0
    for name in names:
        try:
            found = anchored(content(name), content(proof))
        except OSError as error:
            found = [Anchored(f"{error.filename or proof}: {error.strerror or error}", False)]
        for one in found:
            print(printable(f"{name}: {one.says}"), flush=True)
        code |= not all(one.holds for one in found)
    return int(code)


# The program.


# Receipts: what the server signed once, beside a record.


RECEIPT = "urbanist-receipt-1"
RECEIPT_FORM = fields(
    by=ENVELOPE["by"],
    data=is_object,
    digest=is_hash,
    format=lambda value: value == RECEIPT,
    host_key=is_hash,
    signature=matching("[0-9a-f]{128}"),
    stream=ENVELOPE["stream"],
    type=ENVELOPE["type"],
    version=is_count,
)
FORGED = "the receipt is forged: its signature is not that of the key that it names"


class Receipted(NamedTuple):
    """What a receipt says of a record: `grade` is that of the record then, None where it stays as it is."""

    says: str
    holds: bool
    grade: Optional[str] = None


def receipted(file: bytes, receipt: bytes, known: Optional[str] = None) -> Receipted:
    """`known` is the key that one knows the server by; without it, the key that the record names has to do."""
    try:
        said, record = parse(receipt.rstrip(b"\r\n")), events_of(file)
    except Wrong as wrong:
        return Receipted(f"the receipt can't be compared: {wrong.wrong}", False)
    if not RECEIPT_FORM(said):
        return Receipted(f"this is no receipt of the format {RECEIPT}", False)
    unsigned = canonical({name: value for name, value in said.items() if name != "signature"})
    if not is_signed(said["host_key"], unsigned, said["signature"]):
        return Receipted(FORGED, False)
    starts = [line for line in record.values() if "host_key" in line.data]
    keys = {known} if known else {line.data["host_key"] for line in starts}
    if said["host_key"] not in keys:
        whose = "the one that you know" if known else "those that this record names"
        return Receipted(
            f"the receipt is signed with another key than {whose}, so it says nothing about this server", False
        )
    if said["stream"] not in {stream for stream, _ in record}:
        return Receipted(f"the receipt is about {said['stream']}, of which nothing is in this record", False)
    found = record.get((said["stream"], said["version"]))
    if found and digest_of(found.envelope) == said["digest"] and _is_that(said, found):
        return Receipted(f"the receipt holds: {_event_in(said)} is in this record as the server signed it", True)
    return _contradicted(said, [line for line in starts if line.data["host_key"] == said["host_key"]])


def _is_that(said: Json, line: Line) -> bool:
    """Whether the receipt says of this event what it is: else the server signed a contradiction."""
    return (said["by"], said["type"], said["data"]) == (line.envelope["by"], line.type, line.data)


def _contradicted(said: Json, starts: Sequence[Line]) -> Receipted:
    """Only a record that the server signed itself convicts it: all else can be made by whoever has the file."""
    what = f"the server signed that {_event_in(said)} is in its record, with the digest {said['digest']}"
    if any(line.type == "match.started" and is_start_signed(line) for line in starts):
        return Receipted(f"{what}; it is not in this one, which the same server signed", False, BY_HOST)
    return Receipted(f"{what}; it is not in this one, which the server did not sign", False, BROKEN)


def _event_in(said: Json) -> str:
    kind = said["stream"].partition(":")[0]
    number = " (the secret number)" if said["type"].endswith(".nonce_shown") else ""
    return f"{kind} version {said['version']}, {said['type']}{number} of {said['by']},"


def say_receipted(names: Sequence[str], receipt: str, known: Optional[str]) -> int:
    """Prints what the receipt says of each record. Returns the exit code."""
    code = 0
    for name in names:
        try:
            found = receipted(content(name), content(receipt), known)
        except OSError as error:
            found = Receipted(f"{error.filename or receipt}: {error.strerror or error}", False)
        grade = f"{found.grade}: " if found.grade else ""
        print(printable(f"{name}: {grade}{found.says}"), flush=True)
        code |= not found.holds
    return int(code)


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """The exit code: 0, or 1 if a file is broken, damaged or can't be read."""
    parser = Parser(prog="verify.py", description=__doc__)
    parser.add_argument("files", nargs="+", metavar="FILE", help="an export of a match; - is standard input")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="so many files at once, each in a process")
    parser.add_argument("--receipt", metavar="FILE", help="what the server signed when a secret number was shown to it")
    parser.add_argument("--host-key", metavar="HEX", help="the key that you know the server by, beside a receipt")
    parser.add_argument("--anchor", metavar="PROOF", help="whether it existed when an anchor was made: its proof")
    asked = parser.parse_args(arguments)
    if sys.stdout is None:
        parser.error("standard output is closed: there is nowhere to write to")
    if isinstance(sys.stdout, TextIOWrapper):  # a letter that it can't write becomes its number
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        code = say(judged(asked.files, asked.jobs))
        if asked.receipt:
            code = max(code, say_receipted(asked.files, asked.receipt, asked.host_key))
        return max(code, say_anchored(asked.files, asked.anchor)) if asked.anchor else code
    except KeyboardInterrupt:
        return 130  # the code by which shells say that Ctrl-C ended a program
    except BrokenPipeError:  # the reader of the lines has seen enough
        sys.stderr.close()
        return 1
    except OSError as error:  # a full disk, or no more processes; files that can't be read have verdicts of their own
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else Python tries again to write the rest
        parser.error(error.strerror or str(error))


class Parser(argparse.ArgumentParser):
    """Wrong arguments end with 1 too: there is no third exit code."""

    def error(self, message: str) -> NoReturn:
        self.exit(1, f"{self.prog}: {message}\n")


MEND = "download the record again and keep the bytes as they come, or write it anew: urbanist mend FILE > NEW"
Judged = Tuple[str, Optional[Verdict], str]  # a file's name, and its verdict or why it could not be read


def judged(files: Sequence[str], jobs: int) -> Iterator[Judged]:
    """Yields verdicts in the order of the files; many files need no more memory than a few."""
    if jobs < 2 or len(files) < 2:
        yield from map(judge, files)
        return
    with ProcessPoolExecutor(min(jobs, len(files), MOST_JOBS)) as pool:
        yield from pool.map(judge, files, chunksize=4)


def judge(name: str, by: Callable[[bytes], Verdict] = verify) -> Judged:
    try:
        return name, by(content(name)), ""
    except OSError as error:
        return name, None, error.strerror or str(error)


def content(name: str) -> bytes:
    """Reads a little more than the largest size at most, so that no file fills the memory."""
    if name == "-":
        if sys.stdin is None:
            raise OSError("standard input is closed")
        return _read(sys.stdin.buffer)
    with open(name, "rb") as file:
        return _read(file)


def _read(file: Any) -> bytes:
    """Only a tournament is longer than a match may be."""
    found = bytes(file.read(LARGEST_FILE + 1))
    return found + file.read(LARGEST_TOURNAMENT) if is_tournament(found) else found


def say(found: Iterable[Judged], only_wrong: bool = False) -> int:
    """Prints a verdict for each record, then the number of each grade. Returns the exit code."""
    counts: Dict[str, int] = {}
    signed = NONE_SIGNED
    for name, verdict, reason in found:
        signed = signed_in([signed, verdict.signed] if verdict else [signed])
        if verdict is None or not verdict.holds or verdict.doubts or verdict.acts or not only_wrong:
            print("\n".join(map(printable, told(name, verdict, reason))), flush=True)
        grade = verdict.counted_as if verdict else UNREADABLE
        counts[grade] = counts.get(grade, 0) + 1
    if only_wrong or sum(counts.values()) > 1:
        by_grade = "".join(f", {counts[grade]} {grade}" for grade in sorted(counts))
        print(f"{sum(counts.values())} records{by_grade}", flush=True)
        if signed.number:
            print(f"signatures: {signed}", flush=True)
    return int(any(grade in counts for grade in (BROKEN, BY_HOST, DAMAGED, QUESTIONABLE, UNREADABLE)))


def told(name: str, verdict: Optional[Verdict], reason: str) -> Iterator[str]:
    if verdict is None:
        yield f"{name}: {reason}"
        return
    is_long = verdict.holds and bool(verdict.acts)  # then the first line says enough
    yield f"{name}: {verdict.words}" if is_long else f"{name}: {verdict.words}: {verdict.why}"
    if is_long:
        yield f"  {'why':10} {verdict.why}"
    if verdict.grade == BROKEN and verdict.cause:
        yield f"  {'cause':10} {verdict.cause}"
    if verdict.grade == DAMAGED:
        yield f"  {'mend':10} {MEND}"
    for check, state in verdict.checks.items():
        wrong = next((f": {failure.at}: {failure.wrong}" for failure in verdict.failures if failure.check == check), "")
        took = f": {verdict.signed}" if check == "signature" and state == OK and verdict.signed.number else ""
        yield f"  {check:10} {state}{took}{wrong}"
    for doubt in verdict.doubts:
        yield f"  {'doubt':10} {doubt}"
    for act in verdict.acts if len(verdict.acts) > MOST_ACTS else ():
        yield f"  {'operator':10} {act}"
    for own in verdict.seats if verdict.holds else ():
        yield f"  {'person' if isinstance(own, Player) else f'seat {own.seat + 1}':10} {own.said(verdict.grade)}"


def printable(words: str) -> str:
    """Text that is safe on a terminal: nothing in a file can move the cursor or begin a line."""
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in words)


if __name__ == "__main__":
    sys.exit(main())
