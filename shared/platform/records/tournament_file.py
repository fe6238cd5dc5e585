"""A tournament as a file that anybody can check: a header, all that was stored of it, and then each of its matches.

Source: docs/ledger.md, "Export".
"""

from collections.abc import Iterable, Mapping, Sequence
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


def export_tournament(ledger: Ledger, tournament: Tournament) -> bytes:
    """While it goes on there is one file for everybody, as of a match: public parts only."""
    matches = matches_of(tournament)
    return exported(
        tournament.id, ledger.read(f"tournament:{tournament.id}"), {id_: export(ledger, id_) for id_ in matches}
    )


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
    starts, at = [0], file.find(b"\n") + 1
    while 0 < at < len(file):
        if not file.startswith(b'{"envelope":', at):
            starts.append(at)
        at = file.find(b"\n", at) + 1
    return [file[start:end] for start, end in pairwise([*starts, len(file)])]
