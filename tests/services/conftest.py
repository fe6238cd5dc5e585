"""The services in this process, against a real server; listeners and workers move only when a test says so."""

import secrets
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis
from rq import Queue
from werkzeug.test import TestResponse

from infra.alarm import Alarm
from infra.worker import Worker
from services.game_command.reactions import Reactions as Matches
from services.matchmaking.reactions import Reactions as Tables
from services.scoring.analyses import analyses_jobs
from services.scoring.reactions import Reactions as Scores
from shared.ledger.consumer import Consumer
from shared.ledger.redis import connect
from shared.platform.rows import Rows
from shared.platform.streams import Streams
from shared.services import SERVICES
from shared.settings import settings
from shared.web.identity import HEADER, sign
from shared.web.key import NAME, SIZE, gateway_key
from shared.web.ledger import absences, streams

OPENERS = {prefix: import_module(service.module).create_app for service in SERVICES for prefix in service.prefixes}
QUEUES = ("bots", "scoring", "slow_bots", "pairings", "bots_alone")
KEY = secrets.token_hex(SIZE)  # one for all tests of a process, so that they can share the services' apps


def app_of(prefix: str) -> Flask:
    return _app(OPENERS[prefix])


@cache
def _app(create: Callable[[], Flask]) -> Flask:
    """It finds settings and streams at each request, so it serves every test that has KEY."""
    return create()


class Patient(Alarm):
    """A machine that does everything at once stops for seconds now and then, which is no fault of a job."""

    times = 20

    def __init__(self, timeout: int, *given: Any, **more: Any) -> None:
        super().__init__(self.times * timeout, *given, **more)


class QuietWorker(Worker):
    """Ignores remote control while it works: the thread that listens for it takes 0.3 seconds to end."""

    death_penalty_class = Patient

    def subscribe(self) -> None:
        pass

    def unsubscribe(self) -> None:
        pass


class Platform:
    """`ask` as a person; `settle` until no listener and no worker has anything to do."""

    def __init__(self, url: str) -> None:
        self.key = gateway_key(settings().var)
        self.clients: dict[str, FlaskClient] = {prefix: app_of(prefix).test_client() for prefix in OPENERS}
        self.redis = Redis.from_url(url)
        client = connect(url)
        self.rows = Rows(client)
        self.streams = Streams(streams().ledger)
        self.queues = [Queue(name, connection=self.redis) for name in QUEUES]
        self.tables = Tables(self.streams, self.rows, settings(), pairings=self.queues[3])
        self.matches = Matches(self.queues[0], self.queues[2], self.rows)
        self.scores = Scores(self.queues[1], self.rows, None, analyses_jobs(self.redis))
        self.listeners = [
            (Consumer(client, group, "test", wait=0.001), does.reactions())
            for group, does in (("matchmaking", self.tables), ("game_command", self.matches), ("scoring", self.scores))
        ]

    def ask(self, who: str, method: str, path: str, **json: Any) -> TestResponse:
        headers = {HEADER: sign(self.key, f"person:{who}")} if who else {}
        client = self.clients[path.partition("?")[0].split("/")[1]]
        return client.open(path, method=method, json=json or None, headers=headers)

    def settle(self) -> None:
        while any([*map(self.hear, range(len(self.listeners))), self.work()]):
            pass

    def hear(self, which: int) -> int:
        consumer, reactions = self.listeners[which]
        return consumer.step(reactions, waits=False)  # the shortest wait takes the server 100 ms

    def work(self, *names: str) -> bool:
        """Run the jobs in these queues, or in all of them if none are named."""
        wanted = {*names, *(["bots_alone"] if "bots" in names else [])}
        queues = [queue for queue in self.queues if not names or queue.name in wanted]
        worker = QuietWorker(queues, connection=self.redis, log_job_description=False)
        return any(queue.count for queue in queues) and worker.work(burst=True, logging_level="ERROR")

    def rounds(self) -> None:
        """Do what listeners do every few seconds."""
        for does in (self.tables, self.matches, self.scores):
            for _, act in does.duties():
                act()


@pytest.fixture
def platform(clean_server: str, var: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Platform]:
    monkeypatch.setenv("REDIS_URL", clean_server)
    monkeypatch.setenv("URBANIST_VAR", str(var))
    for cached in (settings, streams, absences):
        cached.cache_clear()
    var.mkdir()
    (var / NAME).write_text(KEY, "ascii")
    yield Platform(clean_server)
    for cached in (settings, streams, absences):
        cached.cache_clear()


def signed(platform: Platform, who: str = "ada") -> str:
    return sign(platform.key, f"person:{who}")
