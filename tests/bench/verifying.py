"""Records checked per minute, by two processes: whole expert matches of four seats, then a mixture as on a server."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any, NamedTuple

from infra import verify as alone
from services.console.practice import in_ledger, play_out, practice
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.memory import MemoryLedger
from shared.platform.cited import Cited
from shared.platform.match import Start
from shared.platform.records.export import export
from shared.platform.score import Count
from shared.platform.streams import Streams
from tests.bench.figure import Figure
from tests.bench.played import ID, start
from tests.records import record

COPIES = 400  # of files, where what one costs does not depend on the others
JOBS = 2
SEEDS = 5  # matches of each kind: bots remember cities that they have counted, so none is asked about twice
BOTS = ("bot:greedy@1", "bot:any_move@1", "bot:level_3@1", "bot:level_1@1")
KINDS: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("quadropolis", 2, {}),
    ("quadropolis", 3, {}),
    ("quadropolis", 4, {"mode": "expert"}),
    ("sprawlopolis", 1, {}),
    ("sprawlopolis", 2, {}),
    ("sprawlopolis", 4, {"difficulty": "harder"}),
)
WAYS = ("fair", "committed", "resigned", "stood in", "of a deal", "branch as it was")  # with tables, people and deals
RULES = [sys.executable, "-m", "services.console", "verify", "--jobs", str(JOBS)]
ALONE = [sys.executable, "-I", alone.__file__, "--jobs", str(JOBS)]


def figures() -> list[Figure]:
    long, mixed = [longest()], list(mixture())
    many = list(islice(cycle(mixed), COPIES))
    return [
        Figure(f"records checked by infra/verify.py --jobs {JOBS}", rate(ALONE, long * COPIES)),
        Figure("the same of a mixture", rate(ALONE, many)),
        Figure(f"by urbanist verify --jobs {JOBS} --no-bots", rate([*RULES, "--no-bots"], many)),
        Figure("with bots run again", rate(RULES, mixed)),
    ]


def mixture() -> Iterator[bytes]:
    """As on a server: quick bots in all seats of half of them, people in the others."""
    for slug, seats, options in KINDS:
        for number in range(1, SEEDS + 1):
            game, players = GAMES[slug], tuple(islice(cycle(BOTS), seats))
            yield counted(practice(game, players, game.options(**options), number.to_bytes(32).hex()))
    for slug in GAMES:
        yield from (record(slug, way) for way in WAYS)


def longest() -> bytes:
    """An export of the longest kind of match: four seats, expert mode, squares, counted."""
    return counted(start(1, GAMES["quadropolis"].options(mode="expert", squares=True)))


def counted(begin: Start) -> bytes:
    streams = Streams(MemoryLedger())
    match, _ = play_out(begin, in_ledger(streams, ID))
    folded = streams.match(ID)
    assert folded.digest is not None
    command = Count(match=Cited(folded.version, folded.digest), result=begin.game.result(match.state))
    streams.scores.handle(Message(stream=f"score:{ID}", by="service:bench", cause="count", command=command))
    return export(streams.ledger, ID)


class Taken(NamedTuple):
    """Wall-clock seconds, and seconds of all cores together."""

    seconds: float
    work: float


def rate(program: Sequence[str], files: Sequence[bytes]) -> str:
    return f"{60 * len(files) / checked(program, files).seconds:,.0f} a minute"


def checked(program: Sequence[str], files: Sequence[bytes]) -> Taken:
    """Including the program's start and end, as somebody would run it."""
    with tempfile.TemporaryDirectory(prefix="urbanist-") as folder:
        names = [Path(folder) / f"{number}.jsonl" for number in range(len(files))]
        for name, file in zip(names, files, strict=True):
            name.write_bytes(file)
        begun, worked = time.perf_counter(), work_of_children()
        subprocess.run([*program, *map(str, names)], stdout=subprocess.DEVNULL, check=True)
        return Taken(time.perf_counter() - begun, work_of_children() - worked)


def work_of_children() -> float:
    return os.times().children_user + os.times().children_system
