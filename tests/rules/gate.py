"""Recorded matches as a gate: what today's rules make of them, compared with what was recorded.

A match is its export, a file `<name>.jsonl` or, packed, `<name>.jsonl.gz`. Beside it are `<name>.turns.json`, with the
hash of every view at each turn and the score pad as it was then, and `<name>.txt`, the match in words.
"""

import gzip
import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from services.console.printable import printable
from services.console.replay import replayed
from shared.games.game import Game
from shared.games.registry import GAMES
from shared.ledger.canonical import canonical
from shared.ledger.memory import MemoryLedger
from shared.ledger.past import Reader
from shared.platform.again.decided_again import first_difference
from shared.platform.match import Match, evolve
from shared.platform.match.events import TurnStarted
from shared.platform.records.read_export import Record, read_export
from shared.platform.streams import REGISTRY

FOLDER = Path(__file__).parent / "recorded"
EXPORTS = (".jsonl", ".jsonl.gz")
SPECTATOR = "spectator"
LAST = 1 << 53  # after all versions

Turn = dict[str, Any]
Games = Mapping[str, Game]
Change = tuple[int, str]
"""The version from which on something differs, and a sentence."""


def names(folder: Path = FOLDER) -> list[str]:
    """The matches in the folder: any export in it is one."""
    return sorted({file.name.partition(".")[0] for file in folder.iterdir() if file.name.endswith(EXPORTS)})


def record_of(name: str, folder: Path = FOLDER) -> Record:
    return read_export(file_of(name, folder), REGISTRY)


def file_of(name: str, folder: Path = FOLDER) -> bytes:
    packed = folder / f"{name}.jsonl.gz"
    return gzip.decompress(packed.read_bytes()) if packed.exists() else (folder / f"{name}.jsonl").read_bytes()


def first_change(name: str, folder: Path = FOLDER, games: Games = GAMES) -> str | None:
    """A sentence that names the match, the version and what differs; None if nothing does."""
    record = record_of(name, folder)
    if not record.is_finished or "match" not in record.streams:
        return f"{folder.name}/{name}: this is not the record of a match that is over"
    found = [*_decided(record, games), *_turned(name, folder, record, games)]
    return f"{folder.name}/{name}: {min(found)[1]}" if found else None


def _decided(record: Record, games: Games) -> Iterator[Change]:
    if found := first_difference(record.id, record.streams, games, REGISTRY):
        yield found.version if found.kind == "match" else LAST, str(found)


def _turned(name: str, folder: Path, record: Record, games: Games) -> Iterator[Change]:
    file = folder / f"{name}.turns.json"
    if not file.exists():
        yield 0, f"there is no {file.name} beside it: python -m tests.rules.record writes it"
        return
    now = turns(record, games)
    stored = json.loads(file.read_text(encoding="utf-8"))
    if [turn["version"] for turn in stored] != [turn["version"] for turn in now]:
        yield 0, f"{file.name} is not about the turns of this match"
    for then, again in zip(stored, now, strict=False):
        yield from _in_pad(then, again)
        yield from _in_views(name, then, again)


def _in_pad(then: Turn, now: Turn) -> Iterator[Change]:
    for who in {**then["pad"], **now["pad"]}:
        lines, again = then["pad"].get(who, {}), now["pad"].get(who, {})
        for line in {**lines, **again}:
            if lines.get(line) != again.get(line):
                pair = f"stored {_points(lines, line)}, now {_points(again, line)}"
                yield then["version"], f"version {then['version']}, line {line} of {who}: {pair}"


def _points(lines: Mapping[str, int], line: str) -> str:
    return str(lines.get(line, "as in the turn before"))


def _in_views(name: str, then: Turn, now: Turn) -> Iterator[Change]:
    for who, seen in then["views"].items():
        if now["views"].get(who) != seen:
            ask = f"python -m tests.rules.record --show {name} {then['version']} '{who}'"
            sentence = f"version {then['version']}, view of {who}: stored {seen}, now {now['views'].get(who)}"
            yield then["version"], f"{sentence}; both releases show it with: {ask}"


def transcript(record: Record) -> list[str]:
    """As `urbanist replay` prints it: a header, a line for each version, and the score pad."""
    return [printable(line) for line in replayed(record, len(record.streams["match"]))]


def turns(record: Record, games: Games = GAMES) -> list[Turn]:
    """At each start of a turn and at the end: `views` by viewer, and `pad`: the lines of seats whose points changed."""
    found: list[Turn] = []
    before: dict[str, Any] = {}
    for match in at_turns(record, games):
        assert match.game is not None
        pad = {_seat(seat): dict(lines) for seat, lines in enumerate(match.game.result(match.state).lines)}
        changed = {who: lines for who, lines in pad.items() if lines != before.get(who)}
        views = {who: sha256(canonical(seen(match, who))).hexdigest() for who in watching(match)}
        found.append({"version": match.version, "views": views, "pad": changed})
        before = pad
    return found


def at_turns(record: Record, games: Games = GAMES) -> Iterator[Match]:
    match = Match(id=record.id, games=games)
    stored = record.streams["match"]
    for entry in Reader(MemoryLedger(), REGISTRY).entries(f"match:{record.id}", stored):
        match = evolve(match, entry.event, entry.asked)
        if isinstance(entry.event, TurnStarted) or match.version == len(stored):
            yield match


def watching(match: Match) -> list[str]:
    return [*(_seat(seat) for seat in range(len(match.players))), SPECTATOR]


def seen(match: Match, who: str) -> Any:
    """What a page or a bot gets of it, as JSON."""
    assert match.game is not None
    return match.game.plain(match.view(None if who == SPECTATOR else watching(match).index(who)))


def _seat(seat: int) -> str:
    return f"seat {seat + 1}"
