"""Workers are killed at random while forty matches of bots run: all end, each turn has one move, none waits long."""

import os
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from threading import Event

import pytest
from redis import Redis
from rq import Worker

from services.console.practice import id_of, practice
from services.game_command.__main__ import ROUND
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.past import Entry
from shared.ledger.redis import open_ledger
from shared.platform.again.decided_again import first_difference
from shared.platform.match import Command
from shared.platform.match.events import StoodIn
from shared.platform.records.export import streams_of
from shared.platform.streams import Streams
from shared.web.jobs import SILENT
from tests.plug_ins.packages import install
from tests.servers import environment
from tests.waiting import until
from tests.workers import MATCHES_LISTENER, ROWS_LISTENER, WORKER, Kept, bot_worker, kept_up

pytestmark = [pytest.mark.server, pytest.mark.slow]

MATCHES = 40
EVERY = (2.0, 3.0)  # seconds between two kills
BOTS_ALONE = 0.2  # of the kills of workers that have started any
PAUSE = "0.05"  # seconds before each move, in the worker: kills hit turns that are under way
THINKS = """
import time
def move(view, moves, chance):
    time.sleep(0.05)  # as if it thought a little
    return moves[chance.below("move", len(moves))]
"""
PATIENCE = 1.0  # seconds until a called bot is looked after
LIMIT = PATIENCE + SILENT + ROUND  # seconds after which the reconciler begins a lost turn again at the latest
NOVICE, ANY, GREEDY = "bot:novice@1", "bot:any_move@1", "bot:greedy@1"
SEATS = ((ANY, ANY), (NOVICE, ANY), (GREEDY, NOVICE), (NOVICE, NOVICE))
LISTENERS = (MATCHES_LISTENER, ROWS_LISTENER)
WORKERS = (WORKER, WORKER, bot_worker("novice"), bot_worker("novice"))


@contextmanager
def workers(url: str, var: Path, packages: Path) -> Iterator[list[Kept]]:
    path = os.pathsep.join([str(packages), *filter(None, [os.environ.get("PYTHONPATH")])])
    environ = environment(var, REDIS_URL=url, RQ_REDIS_URL=url, PYTHONPATH=path)
    environ |= {"URBANIST_BOT_PAUSE": PAUSE, "URBANIST_BOT_PATIENCE": str(PATIENCE)}
    with kept_up((*LISTENERS, *WORKERS), environ) as programs:
        yield programs[len(LISTENERS) :]


class Kills:
    """Now a worker with all that it has started, now only what it has started: a bot's process."""

    def __init__(self, workers: list[Kept], client: Redis) -> None:
        self.workers, self.client = workers, client
        self.luck = random.Random(1)
        self.made: Counter[str] = Counter()

    def strike(self) -> None:
        """Any that is not the last of its kind: how long one takes to start depends on what else this machine does."""
        up = self.up()
        kinds = Counter(worker.words for worker in up)
        if spared := [worker for worker in up if kinds[worker.words] > 1]:
            worker = self.luck.choice(spared)
            if self.luck.random() < BOTS_ALONE and worker.kill_children():
                self.made["bots"] += 1
            else:
                worker.kill()
                self.made["workers"] += 1

    def up(self) -> list[Kept]:
        """Those that take jobs."""
        at_work = {worker.pid for worker in Worker.all(self.client)}
        return [worker for worker in self.workers if worker.process.pid in at_work and worker.process.poll() is None]

    def strike_until_over(self, streams: Streams, matches: list[str]) -> None:
        playing = list(matches)
        while playing:
            Event().wait(self.luck.uniform(*EVERY))  # kills come at a rate
            self.strike()
            playing = [match for match in playing if not streams.match(match).state.is_over]


def begin(streams: Streams, number: int) -> str:
    game = list(GAMES.values())[number % 2]
    command = practice(game, SEATS[number // 2 % len(SEATS)], game.options(), f"{number:064x}")
    id_ = id_of(command)
    message: Message[Command] = Message(stream=f"match:{id_}", by="service:tests", cause="start", command=command)
    streams.matches.handle(message)
    return id_


def test_all_matches_end_and_no_turn_waits_long(clean_server: str, var: Path, tmp_path: Path):
    install(tmp_path, "novice", THINKS, seconds=20)
    streams = Streams(open_ledger(clean_server))
    with workers(clean_server, var, tmp_path) as found, closing(Redis.from_url(clean_server)) as client:
        kills = Kills(found, client)
        until(lambda: kills.up() == found)
        matches = [begin(streams, number) for number in range(MATCHES)]
        kills.strike_until_over(streams, matches)
    turns = [seconds for match in matches for seconds in waited(streams, match)]
    played = [entry.event for match in matches for entry in entries_of(streams, match)]
    stood_in = Counter(event.reason for event in played if isinstance(event, StoodIn))
    print(f"killed: {dict(kills.made)}; {len(turns)} turns, {dict(stood_in)} of them played by the stand-in; ", end="")
    print(f"the longest waited {max(turns):.1f} s, twice the limit is {2 * LIMIT} s")
    assert kills.made["workers"] >= 10
    assert stood_in.total() <= kills.made["bots"]  # those that were killed over a move
    assert max(turns) < 2 * LIMIT


def waited(streams: Streams, match: str) -> list[float]:
    """How long each turn waited for its move: it has exactly one."""
    assert first_difference(match, streams_of(streams.ledger, match)) is None
    entries = entries_of(streams, match)
    turns = [entry.version for entry in entries if entry.envelope.type == "match.turn_started"]
    assert [entry.asked.turn for entry in entries if entry.asked] == turns
    at = [datetime.fromisoformat(entries[version - 1].envelope.at) for version in [*turns, entries[-1].version]]
    return [(later - before).total_seconds() for before, later in pairwise(at)]


def entries_of(streams: Streams, match: str) -> list[Entry]:
    return list(streams.matches.reader.past(f"match:{match}").entries)
