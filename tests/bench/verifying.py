"""Records checked per minute: whole expert matches of four seats, by the stand-alone verifier, on two cores."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from infra import verify as alone
from services.console.practice import in_ledger, play_out
from services.console.verify import verify
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.memory import MemoryLedger
from shared.platform.cited import Cited
from shared.platform.records.export import export
from shared.platform.score import Count
from shared.platform.streams import Streams
from tests.bench.figure import Figure, per_second
from tests.bench.played import ID, start

COPIES = 400  # of one file: what one costs does not depend on the others
JOBS = 2
SECONDS = 3.0


def figures() -> list[Figure]:
    file = longest()
    return [
        Figure(f"records checked by infra/verify.py --jobs {JOBS}", a_minute(COPIES / checked(file, COPIES).seconds)),
        Figure("the same, with every move decided again", a_minute(per_second(lambda: fully(file), SECONDS))),
    ]


def longest() -> bytes:
    """An export of the longest kind of match: four seats, expert mode, squares, counted."""
    game, streams = GAMES["quadropolis"], Streams(MemoryLedger())
    match, _ = play_out(start(1, game.options(mode="expert", squares=True)), in_ledger(streams, ID))
    folded = streams.match(ID)
    assert folded.digest is not None
    command = Count(match=Cited(folded.version, folded.digest), result=game.result(match.state))
    streams.scores.handle(Message(stream=f"score:{ID}", by="service:bench", cause="count", command=command))
    return export(streams.ledger, ID)


class Taken(NamedTuple):
    """Wall-clock seconds, and seconds of all cores together."""

    seconds: float
    work: float


def checked(file: bytes, copies: int) -> Taken:
    """Including the program's start and end, as somebody would run it."""
    with tempfile.TemporaryDirectory(prefix="urbanist-") as folder:
        names = [Path(folder) / f"{number}.jsonl" for number in range(copies)]
        for name in names:
            name.write_bytes(file)
        begun, worked = time.perf_counter(), work_of_children()
        check(names)
        return Taken(time.perf_counter() - begun, work_of_children() - worked)


def work_of_children() -> float:
    return os.times().children_user + os.times().children_system


def check(names: Sequence[Path]) -> None:
    program = [sys.executable, "-I", alone.__file__, "--jobs", str(JOBS)]
    subprocess.run([*program, *map(str, names)], stdout=subprocess.DEVNULL, check=True)


def fully(file: bytes) -> int:
    assert verify(file).holds
    return 1


def a_minute(rate: float) -> str:
    return f"{60 * rate:,.0f} a minute"
