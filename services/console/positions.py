"""`urbanist position`: any version of a match as a position, from this server's ledger or from a file."""

import json
from argparse import Namespace
from pathlib import Path

from services.console.files import record_in
from services.console.folding import match_at
from shared.errors import Malformed, ReadOnly, Refused
from shared.platform.match import Match
from shared.platform.streams import Streams
from shared.settings import settings
from shared.web.ledger import ledger


def print_position(asked: Namespace) -> None:
    file = Path(asked.match)
    match = in_file(file, asked.at) if file.is_file() else on_server(asked.match, asked.at)
    if match.game is None:
        raise ReadOnly("this release does not have the rules of this match")
    if match.game.positions is None:
        raise Malformed("{game} has no format for positions", game=match.game.slug)
    view = match.view(None)
    if view is None or not match.game.to_move(view):
        raise Refused(
            "nobody is called to move at version {version}: choose another one with --at", version=match.version
        )
    print(json.dumps(match.game.positions.write(view)))


def in_file(file: Path, at: int | None) -> Match:
    """Only from a finished match: the file of a running one lacks what players hide from each other."""
    record = record_in(file)
    if "match" not in record.streams:
        raise Malformed("{file} holds a table that no match followed", file=str(file))
    if not record.is_finished:
        raise Refused("{file} was taken from a running match: ask its server for a position", file=str(file))
    return match_at(record, version_of(len(record.streams["match"]), at))


def on_server(match_id: str, at: int | None) -> Match:
    streams = Streams(ledger(settings()))
    folded = streams.match(match_id)
    if folded.unknown:
        raise folded.unknown.verdict
    return streams.matches.folder.at(folded.stream, version_of(folded.version, at))


def version_of(last: int, at: int | None) -> int:
    if at is not None and not 1 <= at <= last:
        raise Malformed("--at: this match has versions 1 to {last}", last=last)
    return last if at is None else at
