"""Kills during play: every kind of process, SIGKILL and SIGSTOP in turn, with people and bots at the tables.

`Kills` says how long nothing of a kind was answered after each signal, and what became of every acknowledged move.
"""

import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
from redis import Redis, RedisError
from rq import Queue

from shared.errors import Unavailable
from shared.ledger.redis import bus_key, open_ledger
from shared.platform.streams import Streams
from shared.services import DOORS, SERVICES, Door, Service
from tests.waiting import until
from tests.whole.matches import begin, is_counted
from tests.whole.product import SERVER, Product, wait_for

PEOPLE = 2
SIGNALS = (signal.SIGKILL, signal.SIGSTOP)
WATCHED = {signal.SIGKILL: 5.0, signal.SIGSTOP: 13.0}  # seconds after a signal in which answers are waited for
LONGEST = 120.0  # seconds until something must be back


@dataclass(frozen=True)
class Kind:
    """`words` find its processes, `workers` says which of gunicorn's; `works` asks whether it does its work."""

    name: str
    words: tuple[str, ...]
    works: Callable[["Kills"], bool]
    workers: bool | None = None


@dataclass
class Person(threading.Thread):
    """Plays over HTTP as a program would: each command is sent again under its own key until it is acknowledged."""

    url: str
    over: threading.Event
    statuses: Counter[int] = field(default_factory=Counter)
    matches: list[str] = field(default_factory=list)
    acknowledged: dict[tuple[str, str], int] = field(default_factory=dict)  # (match, key): version

    def __post_init__(self) -> None:
        super().__init__(daemon=True)
        self.client = httpx.Client(base_url=self.url, timeout=5)

    def __hash__(self) -> int:
        return id(self)

    def run(self) -> None:
        with self.client:
            while not self.over.is_set():
                self.play(self.sit(len(self.matches)))

    def sit(self, number: int) -> str:
        order = {"game": "quadropolis", "seats": 2, "bots": ["any_move"], "cause": f"open-{number:05}"}
        id_ = str(self.insist("POST", "/api/tables", order)["id"])
        self.insist("POST", f"/api/tables/{id_}/seats", {"nonce_hash": None, "cause": f"sit-{number:05}"})
        self.matches.append(id_)
        return id_

    def play(self, id_: str) -> None:
        while True:
            seen = self.ask("GET", f"/api/matches/{id_}")
            if seen and seen.get("status", "playing") != "playing":
                return
            if seen and seen.get("turn") is not None and seen.get("legal_moves"):
                key = f"turn-{seen['turn']:05}"
                order = {"turn": seen["turn"], "move": seen["legal_moves"][0], "cause": key}
                if (answer := self.insist("POST", f"/api/matches/{id_}/moves", order)) and "version" in answer:
                    self.acknowledged[id_, key] = answer["version"]
            time.sleep(0.1)  # as a page does, which asks ten times a second at most

    def insist(self, method: str, path: str, order: dict[str, Any]) -> dict[str, Any]:
        """Repeat it until the answer is a verdict."""
        return until(lambda: self.ask(method, path, order), LONGEST, f"no answer to {path}")

    def ask(self, method: str, path: str, order: dict[str, Any] | None = None) -> dict[str, Any] | None:
        """None where nobody answered."""
        try:
            answer = self.client.request(method, path, json=order)
        except httpx.HTTPError:
            return None
        self.statuses[answer.status_code] += 1
        said: dict[str, Any] | None = answer.json() if answer.status_code < 429 else None
        return said


def answers(program: str) -> Callable[["Kills"], bool]:
    def asks(kills: "Kills") -> bool:
        url = f"http://127.0.0.1:{kills.product.settings.ports[program]}/health"
        with suppress(httpx.HTTPError):
            status = httpx.get(url, timeout=2).status_code
            kills.statuses[status] += 1
            return status == 200
        return False

    return asks


def hears(group: str) -> Callable[["Kills"], bool]:
    """Its listener has asked the bus for news just now, not only before the signal."""

    def asks(kills: "Kills") -> bool:
        with suppress(RedisError):
            found: Any = kills.redis.xinfo_consumers(bus_key("0"), group)
            return any(one["idle"] < min(2500, 1000 * (time.monotonic() - kills.struck)) for one in found)
        return False

    return asks


def does_jobs(queue: str) -> Callable[["Kills"], bool]:
    def asks(kills: "Kills") -> bool:
        with suppress(RedisError, AssertionError):  # away, or not done in time
            job = Queue(queue, connection=kills.redis).enqueue(os.getpid, result_ttl=60, failure_ttl=60)
            until(lambda: job.get_status(refresh=True) == "finished", 2)
            return True
        return False

    return asks


def worker(queue: str) -> Kind:
    return Kind(f"worker of {queue}", ("rq", f"worker {queue} "), does_jobs(queue))


def listener(group: str) -> Kind:
    return Kind(f"listener of {group}", (f"-m services.{group} ",), hears(group))


def served(one: Door | Service) -> Iterator[Kind]:
    works = answers(one.program)
    yield Kind(f"{one.name}, master", (one.module,), works, workers=False)
    yield Kind(f"{one.name}, worker", (one.module,), works, workers=True)


KINDS = (
    *(kind for one in (*DOORS, *SERVICES) for kind in served(one)),
    *(listener(service.program) for service in SERVICES),
    *(worker(queue.name) for service in SERVICES for queue in service.queues),
    Kind("server", SERVER, answers("frontend")),
)


class Kills:
    """A product in which matches are played, and what happened to it."""

    def __init__(self, product: Product) -> None:
        self.product = product
        self.redis = Redis.from_url(product.settings.redis_url)
        self.streams = Streams(open_ledger(product.settings.redis_url))
        self.over = threading.Event()
        self.people = [Person(product.url, self.over) for _ in range(PEOPLE)]
        self.bots: list[str] = []
        self.statuses: Counter[int] = Counter()
        self.struck = 0.0
        self.outages: dict[tuple[str, signal.Signals], list[float]] = {}

    def start(self) -> "Kills":
        for person in self.people:
            person.start()
        self.begin_matches()
        return self

    def begin_matches(self) -> None:
        """Some matches between bots are always under way."""
        with suppress(Unavailable):
            while sum(not is_counted(self.streams, match) for match in self.bots[-3:]) < 2:
                self.bots.append(begin(self.streams, len(self.bots)))

    def hit(self, kind: Kind, number: signal.Signals) -> float:
        """The longest time without an answer after the signal, in seconds."""
        self.begin_matches()
        pids: list[int] = []

        def is_there() -> bool:
            pids[:] = self.pids(kind)
            return bool(pids) and kind.works(self)

        wait_for(is_there, LONGEST, lambda: f"{kind.name} did not work before {number.name}")
        before = self.struck = time.monotonic()
        for pid in pids[:1] if kind.workers else pids:
            with suppress(ProcessLookupError):
                os.kill(pid, number)
        worst, last = 0.0, before
        while (now := time.monotonic()) < before + WATCHED[number] or last < before + WATCHED[number] / 2:
            assert now < before + LONGEST, f"{kind.name} did not come back after {number.name}"
            if kind.works(self):
                worst, last = max(worst, time.monotonic() - last), time.monotonic()
            time.sleep(0.02)  # between two looks: how long it was away is what is measured
        self.outages.setdefault((kind.name, number), []).append(worst)
        return worst

    def pids(self, kind: Kind) -> list[int]:
        found = self.product.pids(*kind.words)
        assert self.product.process
        runner = self.product.process.pid
        return [pid for pid in found if kind.workers is None or (_parent(pid) != runner) == kind.workers]

    def finish(self) -> None:
        """Wait until all matches have ended and are counted."""
        self.over.set()
        for person in self.people:
            person.join(120)
        matches = [*self.bots, *(match for person in self.people for match in person.matches)]
        for match in matches:
            wait_for(lambda match=match: is_counted(self.streams, match), 120, lambda: "not counted in time")  # type: ignore[misc]
            self.check(match)

    def check(self, match: str) -> None:
        """Each version occurs once, each turn is played once, every acknowledged move has its version."""
        past = self.streams.matches.reader.verified(f"match:{match}")
        assert [entry.version for entry in past.entries] == list(range(1, past.version + 1))
        kinds = Counter(entry.envelope.type for entry in past.entries)
        assert (kinds["quadropolis.tile_taken"], kinds["match.started"], kinds["match.ended"]) == (32, 1, 1)
        assert self.streams.scores.load(f"score:{match}").version == 1
        stored = [entry.envelope for entry in past.entries if entry.envelope.by.startswith("person:")]
        moves = [envelope.cause for envelope in stored if envelope.move]
        assert len(moves) == len(set(moves))
        for person in self.people:
            if match in person.matches:
                mine = {key: version for (id_, key), version in person.acknowledged.items() if id_ == match}
                assert {one.cause: one.version for one in stored} == mine

    @property
    def answered(self) -> Counter[int]:
        return sum((person.statuses for person in self.people), start=Counter(self.statuses))


def _parent(pid: int) -> int:
    with suppress(OSError), open(f"/proc/{pid}/stat") as told:
        return int(told.read().rpartition(")")[2].split()[1])
    return 0
