"""Real workers of bots of other packages, on a real server: a bad bot, a killed worker and few rights."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from redis import Redis
from redis.exceptions import NoPermissionError, ResponseError

from shared.settings import settings
from tests.plug_ins.packages import DRIPS, install
from tests.servers import CLEAN, end
from tests.services.conftest import Platform
from tests.services.test_plug_ins import NOVICE, PLAYER, Hall, hall
from tests.services.test_reactions import impatient
from tests.services.test_versions import verified
from tests.waiting import BUSY, until

__all__ = ["hall", "impatient"]  # fixtures

pytestmark = pytest.mark.server

TWICE = """
import os
def move(view, moves, chance):
    for file in range(3, 64):
        try:
            os.write(file, b'{"turn":"another","move":0}\\n')
        except OSError:
            pass
    return moves[0]
"""
FORKS = """
import os, signal
def move(view, moves, chance):
    for _ in range(3):
        if not os.fork():
            os.setsid()
            signal.pause()
    return moves[0]
"""
CHATS = """
def move(view, moves, chance):
    while True:
        print("still thinking", flush=True)
"""
TIRES = """
turns = []
def move(view, moves, chance):
    turns.append(view)
    return moves[0] if len(turns) < 2 else 1 / 0
"""
BAD = {  # with the reason in the record, and a part of what stands on the bot's page
    "rubbish": ("def move(*_):\n    return {'name': 'rubbish'}\n", "illegal", "this is none of the legal moves"),
    "never": ("def move(*_):\n    while True: pass\n", "late", "it did not answer in time"),
    "drips": (DRIPS, "late", "it did not answer in time"),
    "chats": (CHATS, "late", "it did not answer in time"),
    "eats": ("def move(*_):\n    all = []\n    while True: all.append(bytearray(10**8))\n", "failed", "Memory"),
    "raises": ("def move(*_):\n    raise ValueError('no idea')\n", "failed", "ValueError: no idea"),
    "twice": (TWICE, "failed", "it answered what nobody had asked"),
    "forks": (FORKS, "failed", "it left processes running"),
}
PRINTS = "def move(view, moves, chance):\n    print('{\"turn\": 1}' * 100, flush=True)\n    return moves[0]\n"


@contextmanager
def worker(hall: Hall, url: str) -> Iterator["subprocess.Popen[str]"]:
    """Of novice, as `urbanist bot work novice` starts it."""
    path = os.pathsep.join([str(hall.folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    more = {"REDIS_URL": url, "URBANIST_VAR": str(settings().var), "PYTHONPATH": path, "URBANIST_BOT_MEMORY": "400"}
    command = [sys.executable, "-m", "services.game_command.bot_worker", "novice"]
    process = subprocess.Popen(
        command, env={**CLEAN, **more}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        until(lambda: process.poll() is not None or hall.roster.is_up(PLAYER), BUSY)
        assert process.poll() is None, process.communicate()[0]
        yield process
    finally:
        said = end(process) if process.poll() is None else process.communicate()[0]
        print(said)  # pytest shows it if the test fails


def installed(hall: Hall, code: str) -> None:
    install(hall.folder, "novice", code, seconds=NOVICE.seconds)
    hall.platform.queues.remove(hall.queue)  # the worker's own


def play_out(hall: Hall, id_: str) -> None:
    """This process hears the bus, and looks after bots that were called."""
    platform: Platform = hall.platform

    def is_over() -> bool:
        platform.settle()
        platform.rounds()
        return hall.state(id_).is_over

    until(is_over, 2 * BUSY)


@pytest.mark.slow
@pytest.mark.parametrize("name", BAD)
def test_a_bad_bot_harms_nobody_but_itself(hall: Hall, clean_server: str, name: str):
    code, reason, told = BAD[name]
    installed(hall, code)
    with worker(hall, clean_server) as process:
        id_ = hall.match("novice", "greedy", wait=True)
        play_out(hall, id_)
        assert process.poll() is None
    match = hall.state(id_)
    assert (match.status, match.players[1:]) == ("ended", ("bot:any_move@1", "bot:greedy@1"))
    assert set(hall.stood_in(id_)) == {reason}
    assert [told in each.reason for each in hall.roster.errors(PLAYER)] == [True] * 3
    assert hall.roster.is_benched(PLAYER)
    verified(hall.platform, id_)


@pytest.mark.slow
def test_a_bot_that_prints_disturbs_nothing(hall: Hall, clean_server: str):
    installed(hall, PRINTS)
    with worker(hall, clean_server):
        id_ = hall.match("novice", "greedy", wait=True)
        play_out(hall, id_)
    assert (hall.state(id_).status, hall.stood_in(id_), hall.roster.errors(PLAYER)) == ("ended", [], [])


def rights(user: str, secret: str, name: str, version: int) -> list[str]:
    """The line of docs/hosting.md, for one version of a bot."""
    text = (Path(__file__).parents[2] / "docs/hosting.md").read_text("utf-8")
    (line,) = [each.strip() for each in text.splitlines() if each.strip().startswith("ACL SETUSER")]
    named = line.replace("SETUSER USER", f"SETUSER {user}").replace("SECRET", secret)
    said = named.replace("NAME", name).replace("VERSION", str(version))
    return [word.strip() for word in re.findall(r" \(.*?\)|\S+", said)]  # selectors are words of their own


@pytest.fixture
def limited(clean_server: str) -> Iterator[str]:
    """The address of the server for a user that may play for novice, and do nothing else."""
    with Redis.from_url(clean_server) as client:
        words = rights("bot_novice", "s3cret", "novice", 1)
        assert client.execute_command(*words) == b"OK"
        client.execute_command("ACL", "LOG", "RESET")
        parts = urlsplit(clean_server)
        yield parts._replace(netloc=f"bot_novice:s3cret@{parts.netloc.rpartition('@')[2]}").geturl()
        client.execute_command("ACL", "DELUSER", "bot_novice")


def test_a_worker_needs_no_more_rights_than_the_documentation_gives_it(hall: Hall, limited: str):
    """Whether its bot plays or fails."""
    installed(hall, TIRES)
    with worker(hall, limited):
        id_ = hall.match("novice", "greedy", wait=True)
        play_out(hall, id_)
    assert hall.platform.redis.execute_command("ACL", "LOG") == []  # of what was denied
    assert (hall.state(id_).status, hall.stood_in(id_)) == ("ended", ["failed"] * 3)
    assert hall.roster.is_benched(PLAYER)


OTHERS = (
    "{0}:match:abcabcabcabc",
    "{0}:bus",
    "bots:up",
    "bots:benched",
    "bots:news",
    "bot:novice",
    "bot:another",
    "rq:workers",
    "rq:queues",
    "rq:worker:another",
    "urbanist:partitions",
)
FORBIDDEN = (
    ("LPUSH", "rq:queue:bots", "a job"),
    ("LPUSH", "rq:queue:bot:another@1", "a job"),
    ("HSET", "rq:job:bot-abcabcabcabc-3-0-0", "data", "code"),
    ("HSET", "rq:job:bot-another-1-abcabcabcabc-3-0-0", "data", "code"),
    ("HGETALL", "person:ada000000000"),
    ("XRANGE", "{0}:table:abcabcabcabc", "-", "+"),
    ("HSET", "bot:another", "owner", "ada000000000"),
    ("SET", "urbanist:partitions", "1"),
    *((word, key) for word in ("DEL", "UNLINK", "PERSIST") for key in OTHERS),
    *(("EXPIRE", key, "1") for key in OTHERS),
    *(("RENAME", key, "rq:queue:bot:novice@1") for key in OTHERS),
    *(("COPY", key, "rq:queue:bot:novice@1") for key in OTHERS),
    ("XTRIM", "{0}:match:abcabcabcabc", "MAXLEN", "0"),
    ("XTRIM", "{0}:bus", "MAXLEN", "0"),
    ("XDEL", "{0}:match:abcabcabcabc", "1-1"),
    ("XSETID", "{0}:bus", "1-1"),
    ("SET", "{0}:match:abcabcabcabc", "rubbish"),
    ("HDEL", "bots:benched", "bot:another@1"),
    ("HSET", "rq:worker:another", "state", "busy"),
    ("EVAL", "return redis.call('DEL', KEYS[1])", "1", "{0}:bus"),
    ("KEYS", "*"),
    ("FLUSHALL",),
    ("CONFIG", "GET", "*"),
    ("ACL", "LIST"),
)


@pytest.mark.parametrize("command", FORBIDDEN, ids=lambda command: " ".join(command[:2]))
def test_it_may_do_nothing_else(limited: str, command: tuple[str, ...]):
    with Redis.from_url(limited) as client, pytest.raises(NoPermissionError):
        client.execute_command(*command)


def test_no_script_does_it_for_it(limited: str):
    with Redis.from_url(limited) as client:
        deletes = client.script_load("return redis.call('DEL', '{0}:bus')")
        with pytest.raises(ResponseError, match="ACL failure in script"):
            client.execute_command("EVALSHA", deletes, "1", "{0}:match:abcabcabcabc")
