"""Workers are killed at random while forty matches of bots run: all end, each turn has one move, none waits long."""

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from threading import Event, Thread

import pytest

from services.console.practice import id_of, practice
from services.game_command.__main__ import ROUND
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.platform.again.decided_again import first_difference
from shared.platform.match import Command
from shared.platform.records.export import streams_of
from shared.settings import settings
from shared.web.jobs import SILENT
from tests.plug_ins.packages import GOOD, install
from tests.servers import CLEAN
from tests.services.conftest import Platform
from tests.services.test_plug_ins import NOVICE, PLAYER, Hall, hall
from tests.waiting import BUSY, until

__all__ = ["hall"]  # a fixture

pytestmark = [pytest.mark.server, pytest.mark.slow]

MATCHES = 40
EVERY = 3.0  # seconds between two kills, and as many more as a worker takes to start here
PAUSE = "0.1"  # seconds before each move, so that many turns are under way
PATIENCE = 1.0  # seconds until a called bot is looked after
LIMIT = PATIENCE + SILENT + ROUND  # seconds after which the reconciler begins a lost turn again
SEATS = (("bot:any_move@1", "bot:any_move@1"), (PLAYER, "bot:any_move@1"))
RQ = (
    "-m",
    "rq.cli",
    "worker",
    "bots",
    "--worker-class",
    "infra.worker.Worker",
    "--maintenance-interval",
    "3",
    "--logging_level",
    "WARNING",
)
PROGRAMS = (RQ, RQ, ("-m", "services.game_command.bot_worker", "novice"))


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set before the platform reads it."""
    monkeypatch.setenv("URBANIST_BOT_PATIENCE", str(PATIENCE))


class Killed(Thread):
    """A worker that is killed now and then, and started again at once, as the runner does."""

    def __init__(self, words: tuple[str, ...], environ: dict[str, str]) -> None:
        super().__init__(daemon=True)
        self.words, self.environ, self.is_over = words, environ, Event()
        self.process = self.begun()

    def begun(self) -> "subprocess.Popen[bytes]":
        return subprocess.Popen([sys.executable, *self.words], env=self.environ, stdout=subprocess.DEVNULL)

    def run(self) -> None:
        while self.process.wait() is not None and not self.is_over.is_set():
            self.process = self.begun()

    def end(self) -> None:
        self.is_over.set()
        self.process.kill()
        self.join(BUSY)


@contextmanager
def workers(url: str, folder: Path) -> Iterator[list[Killed]]:
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    environ = {**CLEAN, "REDIS_URL": url, "RQ_REDIS_URL": url, "URBANIST_VAR": str(settings().var), "PYTHONPATH": path}
    environ["URBANIST_BOT_PAUSE"] = PAUSE
    with ExitStack() as stack:
        made = [Killed(words, environ) for words in PROGRAMS]
        for each in made:
            stack.callback(each.end)
            each.start()
        yield made


def begin(platform: Platform, number: int) -> str:
    game = GAMES["sprawlopolis"]
    command = practice(game, SEATS[number % len(SEATS)], game.options(), f"{number:064x}")
    id_ = id_of(command)
    message: Message[Command] = Message(stream=f"match:{id_}", by="service:tests", cause="start", command=command)
    platform.streams.matches.handle(message)
    return id_


def test_all_matches_end_and_no_turn_waits_long(hall: Hall, clean_server: str):
    platform = hall.platform
    install(hall.folder, "novice", GOOD, seconds=NOVICE.seconds)
    luck, kills = random.Random(1), 0
    with workers(clean_server, hall.folder) as killed:
        begun = time.monotonic()
        until(lambda: hall.roster.is_up(PLAYER), BUSY)
        pause = EVERY + time.monotonic() - begun
        matches = [begin(platform, number) for number in range(MATCHES)]
        next_kill, next_round = time.monotonic() + pause, 0.0

        def are_over() -> bool:
            nonlocal next_kill, next_round, kills
            platform.hear(1)
            if time.monotonic() > next_round:
                next_round = time.monotonic() + ROUND
                platform.hear(0)  # rows, which rounds go by
                platform.rounds()
            if time.monotonic() > next_kill:
                next_kill, kills = time.monotonic() + pause, kills + 1
                luck.choice(killed).process.kill()
            return all(hall.state(match).is_over for match in matches)

        until(are_over, 900)
    waits = [seconds for match in matches for seconds in waited(hall, match)]
    print(f"{kills} kills, {len(waits)} turns, the longest waited {max(waits):.1f} s, limit {LIMIT} s")
    assert kills > 2
    assert max(waits) < 2 * LIMIT


def waited(hall: Hall, match: str) -> list[float]:
    """How long each turn waited for its move: it has exactly one."""
    streams = hall.platform.streams
    assert first_difference(match, streams_of(streams.ledger, match)) is None
    entries = streams.matches.reader.past(f"match:{match}").entries
    turns = [entry.version for entry in entries if entry.envelope.type == "match.turn_started"]
    assert [entry.asked.turn for entry in entries if entry.asked] == turns
    at = [datetime.fromisoformat(entries[version - 1].envelope.at) for version in [*turns, entries[-1].version]]
    return [(later - before).total_seconds() for before, later in pairwise(at)]
