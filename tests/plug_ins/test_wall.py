"""Whatever a bot does, it is late when its time is over, and it gets no memory but what is counted."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from shared.bots.trying import begun
from shared.games.chance import Chance
from shared.games.registry import GAMES
from shared.plug_ins.calls import refusing
from shared.plug_ins.failed import Failed
from shared.plug_ins.greeting import offer_in
from shared.plug_ins.process import BotProcess
from shared.plug_ins.wall import Limits
from shared.plug_ins.wire import Question
from tests.plug_ins.packages import DRIPS, install

LIMITS = Limits(memory=300 * 2**20)
SECONDS = 0.5
SIPS = """
import os, time
from shared.plug_ins import child
def lines(source):
    while os.read(source, 4096):
        print("still reading", flush=True)
        time.sleep(0.01)  # what is left would take it a minute
    yield b""
child.lines = lines
move = None
"""
TRIES = """
import ctypes, errno, os, threading
libc = ctypes.CDLL(None, use_errno=True)
def called(name, *given):
    result = getattr(libc, name)(*given)
    return errno.errorcode[ctypes.get_errno()] if result == -1 else "allowed"
def filled():
    with open("/dev/shm/much", "wb") as file:
        file.write(b"much")
def attempted(act, *given):
    try:
        return act(*given) or "allowed"
    except OSError as error:
        return errno.errorcode[error.errno]
def move(view, moves, chance):
    NEW_IPC, NEW_USER, CHILD_ENDS = 0x08000000, 0x10000000, 17
    came = {
        "a shared segment": called("shmget", 0, ctypes.c_size_t(2**20), 0o1600),
        "a message queue": called("msgget", 0, 0o1600),
        "semaphores": called("semget", 0, 10, 0o1600),
        "a queue by name": called("syscall", libc_mq, b"queue", 0o102, 0o600, None),
        "a file without a name": attempted(os.memfd_create, "much"),
        "a file in memory": attempted(filled),
        "namespaces of its own": called("unshare", NEW_USER | NEW_IPC),
        "a child in namespaces of its own": called("syscall", libc_clone, NEW_USER | CHILD_ENDS, 0, 0, 0, 0),
    }
    thread = threading.Thread(target=lambda: came.update({"a thread": "allowed"}))
    thread.start()
    thread.join()
    if not (child := os.fork()):
        os._exit(7)
    came["a child"] = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    raise ValueError(came)
libc_mq, libc_clone = {"x86_64": (240, 56)}.get(os.uname().machine, (180, 220))
"""


@pytest.fixture
def process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BotProcess]:
    """Of the bot novice, which the test installs."""
    monkeypatch.syspath_prepend(str(tmp_path))
    waited = BotProcess("bot:novice", LIMITS)
    yield waited
    waited.end()


def question(refused: str | None = None) -> Question:
    game = GAMES["sprawlopolis"]
    state = begun(game, 1, game.options(), Chance(b"x" * 32))
    (seat,) = game.to_move(state)
    view = game.view(state, seat)
    return Question("match-1", game, seat, view, game.legal_moves(view, seat), Chance(b"y" * 32), refused)


def failure(process: BotProcess, asked: Question, seconds: float) -> Failed:
    process.meet()
    with pytest.raises(Failed) as failed:
        process.ask(asked, seconds)
    return failed.value


def test_a_bot_that_never_falls_silent_is_late(process: BotProcess, tmp_path: Path):
    install(tmp_path, "novice", DRIPS)
    began = time.monotonic()
    assert failure(process, question(), SECONDS).reason == "late"
    assert time.monotonic() > began + SECONDS


def test_a_bot_that_reads_too_slowly_is_late_and_meanwhile_the_worker_shows_life(process: BotProcess, tmp_path: Path):
    install(tmp_path, "novice", SIPS)
    looks = list[float]()
    process.while_waiting = lambda: looks.append(time.monotonic())
    process.meet()
    looks.clear()
    with pytest.raises(Failed) as failed:
        process.ask(question(refused="no " * 2**23), SECONDS)
    assert failed.value.reason == "late"
    assert "still reading" in failed.value.detail
    assert looks


def test_a_bot_gets_no_memory_that_counts_nowhere_and_no_other_limits(process: BotProcess, tmp_path: Path):
    install(tmp_path, "novice", TRIES)
    told = failure(process, question(), 20).detail
    came = {
        "a shared segment": "EPERM",
        "a message queue": "EPERM",
        "semaphores": "EPERM",
        "a queue by name": "EPERM",
        "a file without a name": "EPERM",
        "a file in memory": "EROFS",
        "namespaces of its own": "EPERM",
        "a child in namespaces of its own": "EPERM",
        "a thread": "allowed",
        "a child": 7,
    }
    assert told.startswith(f"ValueError: {came}"), told


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"seconds": "5"}, "a bot's move may take 1 to 600 seconds"),
        ({"games": {"chess": {"seats": [2], "options": {}}}}, "this release has no game chess"),
        ({"games": {"sprawlopolis": {"seats": [], "options": {}}}}, "no table is like this"),
    ],
    ids=["seconds", "game", "seats"],
)
def test_a_greeting_is_not_believed(changed: dict[str, Any], told: str):
    """The bot's own code may write it."""
    said = {"games": {"sprawlopolis": {"seats": [1], "options": {}}}, "seconds": 5, "at_once": None}
    assert offer_in(greeting(said), "novice").player == "bot:novice@1"
    with pytest.raises(Failed) as failed:
        offer_in(greeting({**said, **changed}), "novice")
    assert failed.value.detail == f"its greeting makes no sense: {told}"


def greeting(said: dict[str, Any]) -> bytes:
    return json.dumps({"name": "novice", "version": 1, "offer": json.dumps(said)}).encode()


def test_where_calls_have_unknown_numbers_there_is_no_filter():
    assert refusing("vax") == b""
    assert refusing("aarch64") != refusing("x86_64")
