"""The whole product starts, says where it is, and ends together with whoever started it."""

import os
import signal
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from threading import Timer

import pytest
import redis

from shared.services import PORTS
from tests.servers import environment, running_server, url_of, wait_until_up
from tests.waiting import until

pytestmark = pytest.mark.server

CONFIGURATION = Path(__file__).with_name("runner.conf")


def hears_hangups() -> None:
    """As in a terminal, even if the tests themselves run under nohup."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Run:
    """A runner with small programs, in the foreground of its own group as in a terminal."""

    def __init__(self, var: Path, ports: list[int], **more: str) -> None:
        self.var = var
        chosen = dict(zip(PORTS, map(str, ports), strict=True))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "infra.run", str(CONFIGURATION)],
            env=environment(var, **chosen, **more),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            preexec_fn=hears_hangups,
        )

    def wait_until_said(self, *wanted: str) -> None:
        """Reads its lines until the wanted ones are there; otherwise kills it and fails with what it said."""
        said: list[str] = []
        assert self.process.stdout
        impatience = Timer(30, self.process.kill)
        impatience.start()
        try:
            for line in self.process.stdout:
                said.append(line)
                if all(any(word in line for line in said) for word in wanted):
                    return
            raise AssertionError("".join(said))
        finally:
            impatience.cancel()

    def pids(self) -> list[int]:
        with closing(redis.Redis.from_url(url_of(self.var))) as client:
            server = client.info("server")["process_id"]
            return [server, *map(int, client.lrange("pids", 0, -1))]

    def end(self) -> str:
        if self.process.poll() is None:
            self.process.terminate()
        return self.process.communicate(timeout=90)[0]


@pytest.fixture
def run(var, free_ports):
    started = Run(var, free_ports)
    try:
        started.wait_until_said("writer                | writes", "stubborn              | writes", "all are up")
        yield started
    finally:
        started.end()


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return not Path(f"/proc/{pid}/stat").exists() or Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"


def all_gone(pids: list[int], patience: float = 15) -> bool:
    until(lambda: not any(map(lives, pids)), patience, f"some of {pids} live on")
    return True


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_all_programs_and_the_server_last(run, ending):
    pids = run.pids()
    run.process.send_signal(ending)
    said = run.process.communicate(timeout=90)[0]
    assert run.process.returncode == 0
    # Each wrote once more, the slow one a second after it was asked to end: the server was still there.
    assert said.splitlines().count("writer                | goodbye") == 1
    assert said.splitlines().count("stubborn              | goodbye") == 1
    assert "Traceback" not in said
    assert not any(map(lives, pids))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a program that its parent is gone")
def test_nothing_is_left_after_the_runner_was_killed(run):
    pids = run.pids()
    run.process.kill()
    run.process.communicate(timeout=90)
    assert all_gone(pids)


def test_after_a_kill_the_next_run_has_everything_that_was_stored(var, free_ports, run):
    with closing(redis.Redis.from_url(url_of(var))) as client:
        client.set("kept", "yes")
    run.process.kill()
    again = Run(var, free_ports)
    try:
        again.wait_until_said("all are up")
        with closing(redis.Redis.from_url(url_of(var))) as client:
            assert client.get("kept") == b"yes"
    finally:
        again.end()


def test_a_second_run_on_the_same_folder_is_refused_and_the_first_goes_on(var, free_ports, run):
    second = Run(var, free_ports)
    said = second.process.communicate(timeout=90)[0]
    assert second.process.returncode == 1
    assert said == f"Urbanist already runs from {var}: stop that one first, or set URBANIST_VAR to another folder\n"
    assert run.process.poll() is None
    assert all(map(lives, run.pids()))


def test_a_program_that_crashes_is_started_again(run):
    _, *writers = run.pids()
    for pid in writers:
        os.kill(pid, signal.SIGKILL)
    run.wait_until_said(f"{'writer':<22}| ended by itself and is started again", f"{'writer':<22}| writes")
    assert run.process.poll() is None


def test_a_server_that_crashes_is_started_again_with_everything_that_was_stored(var, run):
    server, *writers = run.pids()
    os.kill(server, signal.SIGKILL)
    run.wait_until_said("server                | ended by itself and is started again")
    wait_until_up(url_of(var))
    with closing(redis.Redis.from_url(url_of(var))) as client:
        assert {int(pid) for pid in client.lrange("pids", 0, -1)} >= set(writers)


def test_programs_that_hang_are_ended_and_started_again_and_so_is_the_server(run):
    server, one, another = run.pids()
    os.kill(one, signal.SIGSTOP)
    os.kill(another, signal.SIGUSR1)
    hangs = "| shows no sign of life: it is ended and started again"
    names = ("writer                ", "stubborn              ")
    run.wait_until_said(*(f"{name}{word}" for name in names for word in (hangs, "| writes")))
    os.kill(server, signal.SIGSTOP)
    run.wait_until_said(f"server                {hangs}")
    assert run.process.poll() is None
    wait_until_up(url_of(run.var))
    assert not any(map(lives, (server, one, another)))


def test_a_given_server_is_used_and_none_is_started(var, free_ports, clean_server):
    outside = Run(var, free_ports, REDIS_URL=clean_server)
    try:
        outside.wait_until_said("writer                | writes", "all are up")
        assert not (var / "redis.sock").exists()
    finally:
        outside.end()
    wait_until_up(clean_server)


def test_a_taken_port_is_named_before_anything_starts(var, free_ports):
    with socket.socket() as other:
        other.bind(("127.0.0.1", free_ports[1]))
        other.listen()
        refused = Run(var, free_ports)
        said = refused.process.communicate(timeout=90)[0]
    assert refused.process.returncode == 1
    assert said.startswith(f"Port {free_ports[1]} is taken by another program")
    assert "LIVE_PORT" in said
    assert not (var / "redis.sock").exists()


def test_a_setting_that_makes_no_sense_stops_it_with_one_sentence(var):
    command = [sys.executable, "-m", "infra.run", str(CONFIGURATION)]
    refused = subprocess.run(
        command, env=environment(var, PORT="http"), capture_output=True, text=True, timeout=30, check=False
    )
    assert (refused.returncode, refused.stderr) == (1, "PORT is 'http': it must be a whole number from 1 to 65535\n")


def test_a_ledger_that_is_damaged_in_the_middle_ends_the_product_with_one_sentence(var, free_ports):
    with running_server(var) as url, closing(redis.Redis.from_url(url)) as client:
        for number in range(9):
            client.set("kept", number)
    (newest,) = (var / "appendonlydir").glob("*.incr.aof")
    newest.write_bytes(newest.read_bytes().replace(b"$4\r\nkept", b"$5\r\nkept", 1))
    refused = Run(var, free_ports)
    said = refused.process.communicate(timeout=90)[0]
    assert refused.process.returncode == 1
    assert said.count("\n") == 1
    assert said.startswith("server                | Urbanist does not start. ")
    assert "is damaged at byte 23" in said


def test_a_server_that_keeps_crashing_on_what_it_kept_ends_the_product(var, free_ports):
    with running_server(var) as url, closing(redis.Redis.from_url(url)) as client:
        client.set("kept", 1)
    (newest,) = (var / "appendonlydir").glob("*.incr.aof")
    newest.write_bytes(newest.read_bytes().replace(b"SET", b"SAT", 1))  # whole, and nothing that a server knows
    refused = Run(var, free_ports)
    said = refused.process.communicate(timeout=90)[0]
    assert refused.process.returncode == 1
    assert said.count("is started again") == 2
    assert "overcommit" not in said  # the server's own first line, each of three times
    assert said.splitlines()[-1].startswith("Urbanist ends: the server could not go on with what it kept")
