"""One program by itself: what it refuses, how its health is known, and that it is started again when it ends."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
import redis
from rq import Worker

from infra import alone, healthy, prepare
from infra.alone import sign
from infra.checks import check_door
from infra.healthy import ALIVE, SILENT
from infra.lost import OTHER_SERVER
from infra.persistence import EVERYSEC
from shared.settings import Settings, settings
from shared.web.key import NAME, gateway_key
from tests.servers import end, environment
from tests.waiting import until

pytestmark = pytest.mark.server


def start(program: str, var: Path, **environ: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", *program.split()]
    told = environment(var, **environ)
    return subprocess.Popen(command, env=told, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


@pytest.fixture
def told(var: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """The environment of this process, which the programs read here."""
    monkeypatch.setenv("URBANIST_VAR", str(var))
    monkeypatch.delenv("REDIS_URL", raising=False)
    settings.cache_clear()
    yield monkeypatch
    settings.cache_clear()


def why_it_ends(main: Callable[[], None]) -> str:
    with pytest.raises(SystemExit) as ended:
        main()
    return str(ended.value.code)


def test_it_needs_a_server_and_a_name_that_there_is(told: pytest.MonkeyPatch):
    told.setattr(sys, "argv", ["alone", "nonsense"])
    assert why_it_ends(alone.main) == alone.NO_SERVER
    told.setenv("REDIS_URL", "nowhere")
    settings.cache_clear()
    assert why_it_ends(alone.main).startswith("REDIS_URL must start with redis://")
    told.setenv("REDIS_URL", "redis://127.0.0.1:1/0")
    settings.cache_clear()
    assert why_it_ends(alone.main).startswith("There is no program 'nonsense'. There are: keeper, matchmaking, ")


def test_the_checks_make_what_all_share_and_find_what_is_gone(
    told: pytest.MonkeyPatch, var: Path, clean_server: str, capsys: pytest.CaptureFixture[str]
):
    told.setenv("REDIS_URL", clean_server)
    for _ in range(2):
        prepare.main()
        assert {path.name for path in var.iterdir()} == {"gateway.key", "host.pem", "push.pem", "ledger.json"}
    with closing(redis.Redis.from_url(clean_server)) as client:
        client.config_set("appendfsync", "everysec")
        prepare.main()
        client.config_set("appendfsync", "always")
        client.flushall()
    assert EVERYSEC.format(value="everysec") in capsys.readouterr().out
    assert OTHER_SERVER in why_it_ends(prepare.main)
    (var / NAME).unlink()
    assert "gateway.key is missing" in why_it_ends(prepare.main)


def test_others_are_not_let_in_by_a_server_without_a_password(told: pytest.MonkeyPatch, var: Path):
    var.mkdir(mode=0o700)
    chosen = Settings.from_environ({"URBANIST_VAR": str(var), "REDIS_URL": "redis://server:6379/0", "HOST": "0.0.0.0"})
    key = gateway_key(var)
    assert "a server at server with no password" in why_it_ends(lambda: check_door(chosen, key))


@pytest.fixture
def worker(var: Path, clean_server: str) -> Iterator["subprocess.Popen[str]"]:
    var.mkdir()
    process = start("infra.alone bots", var, REDIS_URL=clean_server, **{ALIVE: str(var / "alive")})
    yield process
    end(process)


def test_a_program_that_ends_is_started_again_and_its_health_is_known(
    worker: "subprocess.Popen[str]", var: Path, clean_server: str
):
    file = var / "alive"
    until(lambda: file.exists() and healthy.wrong(file) is None, why=lambda: str(healthy.wrong(file)))
    with closing(redis.Redis.from_url(clean_server)) as client:
        (first,) = until(lambda: Worker.all(connection=client))
        assert first.pid
        os.kill(first.pid, signal.SIGKILL)
        until(lambda: {one.pid for one in Worker.all(connection=client)} - {first.pid, None})
    assert worker.poll() is None


def test_health_is_a_sign_of_life_and_an_answer(var: Path):
    var.mkdir()
    file = var / "alive"
    assert healthy.wrong(file) == "Its program has not shown a sign of life yet."
    file.write_text("")
    healthy.date(str(file), time.monotonic())
    assert healthy.wrong(file) is None
    file.write_text("http://127.0.0.1:1/health")
    healthy.date(str(file), time.monotonic())
    assert healthy.wrong(file) == "Its program does not answer at http://127.0.0.1:1/health."
    healthy.date(str(file), time.monotonic() - SILENT - 5)
    assert "no sign of life for 20 seconds" in str(healthy.wrong(file))


def test_the_file_names_the_address_of_what_listens(var: Path, monkeypatch: pytest.MonkeyPatch):
    var.mkdir()
    file = var / "alive"
    monkeypatch.setenv(ALIVE, str(file))
    for name, address in (("scoring", "http://127.0.0.1:9004/health"), ("bots", "")):
        sign(Settings.from_environ({"PORT": "9000", "HOST": "0.0.0.0"}), name)
        assert file.read_text() == address
        assert "no sign of life for" in str(healthy.wrong(file))
