"""A bot that has answered does nothing more, and one that is asked starts no more than it may."""

import time
from pathlib import Path

import pytest

from shared.plug_ins import family
from shared.plug_ins.failed import Failed
from shared.plug_ins.process import BotProcess
from tests.plug_ins.packages import GOOD, install
from tests.plug_ins.test_wall import process, question

__all__ = ["process"]  # a fixture

FORKS_LATE = """
import os, signal, threading, time
from shared.plug_ins import child
def forks():
    began.wait()
    time.sleep(DELAY)  # until the answer is on its way
    if not os.fork():
        signal.pause()
began = threading.Event()
threading.stack_size(2**18)
for _ in range(40):
    threading.Thread(target=threading.Event().wait, daemon=True).start()
def write(target, data):
    if data.startswith(b'{"turn"'):
        threading.Thread(target=forks, daemon=True).start()
        began.set()
    os.write(target, data)
child.write = write
def move(view, moves, chance):
    return moves[0]
"""
NEVER_READS = """
import fcntl, os, select, signal, sys
from shared.plug_ins import child
fcntl.fcntl(int(sys.argv[2]), fcntl.F_SETPIPE_SZ, 4096)  # no question fits
def lines(source):
    select.select([source], [], [])
    print("I read nothing", flush=True)
    for _ in range(20):
        if not os.fork():
            signal.pause()
    while True:
        print("I read nothing", flush=True)
        signal.sigtimedwait([], 0.01)
    yield b""
child.lines = lines
move = None
"""


def failing(process: BotProcess) -> str:
    """What it failed at; empty if it did not."""
    try:
        process.ask(question(), 20)
    except Failed as failed:
        return failed.detail
    return ""


def test_a_bot_that_has_answered_stands_still_with_all_its_threads(process: BotProcess, tmp_path: Path):
    install(tmp_path, "novice", GOOD)
    process.meet()
    for _ in range(3):
        assert process.ask(question(), 20).move is not None
        assert set(family.states(process.bot_process)) == {"T"}


@pytest.mark.parametrize("milliseconds", [0, 1, 3])
def test_a_bot_that_starts_a_process_while_it_is_stopped_leaves_none(
    process: BotProcess, tmp_path: Path, milliseconds: int
):
    """Either it was stopped before it could, or it is ended for it."""
    install(tmp_path, "novice", FORKS_LATE.replace("DELAY", str(milliseconds / 1000)), seconds=20)
    process.meet()
    for _ in range(5):
        if told := failing(process):
            assert told.startswith("it left processes running")
            process.meet()
        assert family.below(process.bot_process) == []


def test_a_bot_that_reads_nothing_keeps_within_its_limits_meanwhile(process: BotProcess, tmp_path: Path):
    install(tmp_path, "novice", NEVER_READS)
    process.meet()
    began = time.monotonic()
    with pytest.raises(Failed) as failed:
        process.ask(question(refused="no " * 2**16), 20)
    told, said = failed.value.detail.split("\n", 1)
    assert told in ("it started too many processes", "it took too much memory")  # whichever limit they reach first
    assert said.startswith("I read nothing")
    assert time.monotonic() < began + 20
