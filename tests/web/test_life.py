"""Signs of life come from the work itself: from computing, from steps, from a rest that ends, and from nothing else."""

import os
import subprocess
import sys
import threading
import time

import pytest

from shared.web import life


@pytest.fixture
def signs(monkeypatch: pytest.MonkeyPatch):
    """How many there have been since the last call."""
    reads, writes = os.pipe()
    os.set_blocking(reads, False)
    os.set_blocking(writes, False)
    monkeypatch.setenv(life.LIFE, str(writes))
    monkeypatch.setattr(life, "_shown", float("-inf"))
    monkeypatch.setattr(life, "EVERY", 0)
    monkeypatch.setattr(life, "_works_until", {})  # of threads that other tests left behind

    def since() -> int:
        try:
            return len(os.read(reads, 65_536))
        except BlockingIOError:
            return 0

    yield since
    os.close(reads)
    os.close(writes)


def compute(seconds: float) -> None:
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def test_a_long_computation_shows_life_only_while_it_is_asked_to(signs):
    with life.showing_life():
        compute(0.7)
    assert signs() >= 2
    compute(0.5)
    assert signs() == 0


def test_waiting_in_vain_shows_no_life_though_another_thread_goes_on(signs):
    ended = threading.Event()

    def goes_on() -> None:
        while not ended.wait(0.01):
            pass

    beside = threading.Thread(target=goes_on, daemon=True)
    with life.showing_life():
        beside.start()
        stuck = threading.Lock()
        stuck.acquire()
        stuck.acquire(timeout=0.5)
    ended.set()
    beside.join()
    assert signs() == 0


def test_a_rest_is_as_long_as_it_should_be_and_shows_life(signs):
    before = time.monotonic()
    life.rest(1.3)
    assert 1.3 <= time.monotonic() - before < 3
    assert signs() == 2


def test_signs_are_few_however_often_they_are_shown(signs, monkeypatch):
    monkeypatch.setattr(life, "EVERY", 60)
    for _ in range(1000):
        life.show_life()
    assert signs() == 1


@pytest.mark.parametrize("told", ["", "no number", "99999"])
def test_without_a_runner_there_is_nothing_to_show(monkeypatch, told):
    monkeypatch.setenv(life.LIFE, told)
    monkeypatch.setattr(life, "_shown", float("-inf"))
    life.show_life()


def test_something_that_is_no_pipe_is_never_written_to(monkeypatch, tmp_path):
    with (tmp_path / "file").open("wb") as file:
        monkeypatch.setenv(life.LIFE, str(file.fileno()))
        monkeypatch.setattr(life, "_shown", float("-inf"))
        life.show_life()
    assert (tmp_path / "file").read_bytes() == b""


def test_a_runner_that_reads_no_signs_holds_nobody_up(signs):
    for _ in range(70_000):
        life.show_life()
    assert signs() == 65_536


@pytest.mark.parametrize(("asks", "looks"), [("", "looked through"), ("life.end_quickly()", "")])
def test_a_process_ends_without_a_last_garbage_collection(asks, looks):
    program = (
        f"from shared.web import life\n{asks}\n"
        "class Kept:\n    def __del__(self): print('looked through')\n"
        "kept = Kept(); kept.itself = kept; del kept"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == looks
