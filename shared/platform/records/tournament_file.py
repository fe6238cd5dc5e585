"""A tournament as a file that anybody can check: a header, all that was stored of it, and then each of its matches.

Source: docs/ledger.md, "Export".
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from shared.annotations import Json
from shared.errors import NotFound
from shared.ledger.canonical import canonical, parse
from shared.ledger.envelope import Stored
from shared.ledger.store import Ledger
from shared.platform.records.export import export, line
from shared.platform.tournament import Tournament

FORMAT = "urbanist-tournament-1"
END = "tournament.ended"
SEASON = "tournament.season_opened"


def export_tournament(ledger: Ledger, tournament: Tournament) -> bytes:
    """While it goes on there is one file for everybody, as of a match: public parts only."""
    return b"".join(exported_by_parts(ledger, tournament.id))


def exported_by_parts(ledger: Ledger, id_: str) -> Iterator[bytes]:
    """The same, match by match: a large tournament has thousands of them. A table that was never opened has no file.

    Raises NotFound before the first part.
    """
    stored = ledger.read(f"tournament:{id_}")
    matches = [match for match in linked_in(stored) if ledger.last(f"table:{match}") or ledger.last(f"match:{match}")]
    yield exported(id_, stored, dict.fromkeys(matches, b""))
    for match in matches:
        yield export(ledger, match)
    if former := former_of(stored):
        past = ledger.read(f"tournament:{former}")
        yield exported(former, past, dict.fromkeys(linked_in(past), b""))


def former_of(stored: Sequence[Stored]) -> str | None:
    """The id of the season before: all that was stored of it stands behind the matches, without its own."""
    if len(stored) < 2:
        return None
    second = parse(stored[1].envelope)
    return second["data"]["former"] if second["type"] == SEASON else None


def linked_in(stored: Sequence[Stored]) -> list[str]:
    """In the order of rounds and tables."""
    said = [parse(entry.envelope) for entry in stored]
    linked = [one["data"] for one in said if one["type"] == "tournament.match_linked"]
    return [one["match"] for one in sorted(linked, key=lambda one: (one["round"], one["table"]))]


def exported(id_: str, stored: Sequence[Stored], matches: Mapping[str, bytes]) -> bytes:
    """`matches`: their own files, in the order of rounds and tables."""
    if not stored:
        raise NotFound("there is no such tournament")
    header = header_of(id_, [parse(entry.envelope) for entry in stored], matches)
    lines = [line(entry, header["finished"]) for entry in stored]
    return b"".join([canonical(header) + b"\n", *lines, *matches.values()])


def header_of(id_: str, envelopes: Sequence[Json], matches: Iterable[str]) -> Json:
    """Derived from the lines alone, so that a check can derive it again."""
    opened, last = envelopes[0]["data"], envelopes[-1]
    return {
        "commitment": opened["commitment"],
        "finished": last["type"] == END,
        "format": FORMAT,
        "game": opened["game"],
        "id": id_,
        "matches": list(matches),
        "streams": {"tournament": {"digest": last["digest"], "version": last["version"]}},
    }


def matches_of(tournament: Tournament) -> list[str]:
    """Those of all tables that have one."""
    return [one.matches[table] for one in tournament.rounds for table in sorted(one.matches)]


def parts(file: bytes) -> list[bytes]:
    """The tournament's own lines, and then each match's file: each begins with a header."""
    own, *others = blocks(file)
    return [own, *(one for one in others if not is_season(one))]


def is_season(block: bytes) -> bool:
    """Whether these are the lines of a tournament: behind those of matches, of the season before."""
    return f'"format":"{FORMAT}"'.encode() in block[: block.find(b"\n")]


def blocks(file: bytes) -> list[bytes]:
    """Each begins with a header."""
    starts, at = [0], file.find(b"\n") + 1
    while 0 < at < len(file):
        if not file.startswith(b'{"envelope":', at):
            starts.append(at)
        at = file.find(b"\n", at) + 1
    return [file[start:end] for start, end in pairwise([*starts, len(file)])]
